"""Takes the build of the module for newer processors, where there is one that can run.

It does so when it is imported, which has to be before the module itself.

A wheel for all processors has two builds, of which this one is faster by a tenth to a third. The
other one tells whether the processor can run it: of a build for newer processors not even a
question is safe to ask. `HEELSTONE_CPU=any` keeps it out, as it does with the program.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

_MODULE = "heelstone._heelstone"
# The level of processors that the faster build is for.
_LEVEL = "x86-64-v3"


def _build(name: str) -> Path | None:
    """The file of a build."""
    paths = (Path(__file__).with_name(name + suffix) for suffix in EXTENSION_SUFFIXES)
    return next((path for path in paths if path.exists()), None)


def _load(path: Path) -> ModuleType | None:
    """Loads a build, but leaves it to the caller to make it known."""
    loader = ExtensionFileLoader(_MODULE, str(path))
    spec = spec_from_loader(_MODULE, loader)
    if spec is None:
        return None
    try:
        module = module_from_spec(spec)
        loader.exec_module(module)
    except ImportError:
        return None
    return module


def _take() -> None:
    """Loads the faster build in place of the other."""
    fast, plain = _build("_fast"), _build("_heelstone")
    is_unwanted = os.environ.get("HEELSTONE_CPU") == "any" or _MODULE in sys.modules
    if fast is None or plain is None or is_unwanted:
        return
    module = _load(plain)
    if module is not None and _LEVEL in module.better_levels():
        module = _load(fast) or module
    if module is not None:
        sys.modules[_MODULE] = module


_take()
