"""Why there are no openings."""


class OpeningError(Exception):
    """Openings as they are wanted cannot be had; one sentence says why."""


class NoOpening(OpeningError):
    """The openings of that length are decided."""
