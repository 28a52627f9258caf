"""The errors of openings."""


class OpeningError(Exception):
    """The desired openings are not available; a sentence says why."""


class NoOpening(OpeningError):
    """The openings of that length are decided."""
