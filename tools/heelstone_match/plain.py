"""Plain data: the objects of JSON in journals, on the wire and in an engine's replies."""

from collections.abc import Mapping
from typing import Any

# An object as it was read: its reader checks the values.
PlainObject = Mapping[str, Any]
# An object on its way to JSON.
JsonObject = dict[str, Any]
