"""Takes the build of the module for newer processors, where there is one that can run.

It does so when it is imported, which has to be before the module itself.

A wheel for all processors has two builds, of which this one is faster by a tenth to a third. It
refuses to be loaded on a processor that it is not for. `HEELSTONE_CPU=any` keeps it out, as it does
with the program.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

_MODULE = "heelstone._heelstone"


def _fast_build() -> Path | None:
    """The file of the build for newer processors."""
    own = Path(__file__)
    paths = (own.with_name("_fast" + suffix) for suffix in EXTENSION_SUFFIXES)
    return next((path for path in paths if path.exists()), None)


def _take() -> None:
    """Loads it in place of the other."""
    path = _fast_build()
    if path is None or os.environ.get("HEELSTONE_CPU") == "any" or _MODULE in sys.modules:
        return
    loader = ExtensionFileLoader(_MODULE, str(path))
    spec = spec_from_loader(_MODULE, loader)
    if spec is None:
        return
    try:
        module = module_from_spec(spec)
        loader.exec_module(module)
    except ImportError:
        return
    sys.modules[_MODULE] = module


_take()
