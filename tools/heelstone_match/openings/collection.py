"""Files with many records of games, SGF or PDN, as the texts of single games."""

from __future__ import annotations

import re
from collections.abc import Iterator

# A bracketed value, in which a backslash escapes the next character, or a parenthesis.
_SGF_TOKEN = re.compile(r"\[(?:[^\]\\]|\\.)*|[()]", re.DOTALL)

_PDN_BEGIN = re.compile(r"\[\s*\w+\s+\"")
# Comments, a whole tag, or a word; the rest are blanks and parentheses.
_PDN_TOKEN = re.compile(
    r"(?P<comment>\{[^}]*\}?|(?m:(?:^%|;).*$))"
    r"|(?P<tag>\[(?:\"(?:[^\"\\]|\\.)*\"?|[^\]\"])*\]?)"
    r"|(?P<word>[^\s{}\[\]();]+)"
)
_PDN_RESULTS = frozenset("* 1-0 0-1 1/2-1/2 2-0 0-2 1-1 0-0".split())


def split_records(text: str) -> Iterator[tuple[int, str]] | None:
    """The games of a text, each with its first line; None if it holds no records."""
    begin = text.lstrip()
    if begin.startswith("("):
        return split_collection(text)
    return split_pdn(text) if _PDN_BEGIN.match(begin) else None


def split_collection(text: str) -> Iterator[tuple[int, str]]:
    """The games of an SGF collection, each with its first line. Text between them is skipped; an
    unfinished one is returned as it is."""
    depth, start, line, counted = 0, 0, 1, 0
    for match in _SGF_TOKEN.finditer(text):
        mark, at = match[0], match.start()
        if mark == "(":
            if depth == 0:
                line += text.count("\n", counted, at)
                start = counted = at
            depth += 1
        elif mark == ")" and depth > 0:
            depth -= 1
            if depth == 0:
                yield line, text[start : at + 1]
    if depth:
        yield line, text[start:]


def split_pdn(text: str) -> Iterator[tuple[int, str]]:
    """The games of a PDN file, each with its first line: one ends with its result, or where the
    tags of the next one begin."""
    start: int | None = None
    has_moves, line, counted = False, 1, 0
    for match in _PDN_TOKEN.finditer(text):
        at = match.start()
        if has_moves and match["tag"]:
            yield line, text[start:at]
            start, has_moves = None, False
        if start is None and not match["comment"]:
            line += text.count("\n", counted, at)
            start = counted = at
        has_moves = has_moves or bool(match["word"])
        if match["word"] in _PDN_RESULTS:
            yield line, text[start : match.end()]
            start, has_moves = None, False
    if start is not None:
        yield line, text[start:]
