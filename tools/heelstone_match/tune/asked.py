"""The parameters that a user selects: `NAME[=START[,MIN,MAX[,C_END[,R_END]]]]`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from .listing import Listed, ListingError, is_whole, number
from .spsa import Parameter, default_c_end

FIELDS = ("START", "MIN", "MAX", "C_END", "R_END")


@dataclass(frozen=True)
class Asked:
    """A name, or a pattern of names such as `search.*`, and its values: numbers as texts, empty for
    the engine's own."""

    pattern: str
    fields: tuple[str, ...]

    @property
    def whole_story(self) -> bool:
        """True if the engine need not list it."""
        return all(self.fields[:3])

    def names(self, listed: Mapping[str, Listed]) -> list[str]:
        """The parameters that it matches. Raises ListingError if there is none."""
        if self.pattern in listed or self.whole_story:
            return [self.pattern]
        names = [name for name in listed if fnmatchcase(name, self.pattern)]
        if not names:
            there = ", ".join(listed) or "none"
            raise ListingError(f"the engine lists no parameter {self.pattern}; there are: {there}")
        return names

    def parameter(self, name: str, listed: Listed | None, r_end: float) -> Parameter:
        """One of them; `listed` may be None only if all values are given. Raises ListingError."""
        told = (listed.value, listed.low, listed.high) if listed else (0, 0, 0)
        try:
            numbers = [number(text) if text else None for text in self.fields]
        except ValueError as error:
            raise ListingError(f"parameter {name}: {error}") from error
        start, low, high = (own if own is not None else its for own, its in zip(numbers, told))
        if listed and not listed.low <= low <= high <= listed.high:
            raise ListingError(
                f"parameter {name}: the engine takes {listed.low:g} to {listed.high:g} only"
            )
        whole = listed.whole if listed else all(map(is_whole, self.fields[:3]))
        c_end, own_r_end = numbers[3:]
        return Parameter(
            name,
            start,
            low,
            high,
            default_c_end(low, high, whole) if c_end is None else c_end,
            r_end if own_r_end is None else own_r_end,
            whole,
        )


def asked_of(text: str) -> Asked:
    """Parses such a text. Raises ListingError."""
    pattern, _, rest = text.partition("=")
    fields = [field.strip() for field in rest.split(",")] if rest else []
    if len(fields) > len(FIELDS):
        raise ListingError(f"--param {text}: after = there are {','.join(FIELDS)} at most")
    return Asked(pattern, tuple(fields + [""] * (len(FIELDS) - len(fields))))
