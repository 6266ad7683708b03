"""Long sectioned listings of any engine: a table of contents, reading by lines or section, head and tail.

A section begins at a dash-delimited header, on one line (`-----Solution composition-----`) or boxed between two lines
of dashes, and ends before the next. Lines count from 1, as in an editor.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_right

from mesocosm.types import Record

HEADER = re.compile(
    r"^-{3,}[ \t]*(?P<inline>[^-\n][^\n]*?)[ \t]*-{3,}[ \t]*$"
    r"|^-{3,}[ \t]*\n(?P<boxed>[^-\n][^\n]*?)[ \t]*\n-{3,}[ \t]*$",
    re.MULTILINE,
)


class Section(Record):
    """One part of a listing."""

    name: str
    first_line: int
    last_line: int
    characters: int


class Listing:
    """A listing, indexed once."""

    def __init__(self, text: str) -> None:
        self.text = text

    @functools.cached_property
    def sections(self) -> tuple[Section, ...]:
        """The table of contents, in order; what stands before the first header is not a section."""
        found = [(match.start(), match["inline"] or match["boxed"]) for match in HEADER.finditer(self.text)]
        ends = [start for start, _ in found[1:]] + [len(self.text)]
        return tuple(
            Section(
                name=name,
                first_line=self._line_at(start),
                last_line=self._line_at(max(start, end - 1)),
                characters=end - start,
            )
            for (start, name), end in zip(found, ends, strict=True)
        )

    @property
    def line_count(self) -> int:
        return len(self._starts)

    def lines(self, first: int, last: int) -> str:
        """The text of a range of lines, ends included, cut to what there is."""
        first, last = max(first, 1), min(last, self.line_count)
        if first > last:
            return ""
        end = self._starts[last] if last < self.line_count else len(self.text)
        return self.text[self._starts[first - 1] : end]

    def section(self, name: str, occurrence: int = -1) -> str:
        """The text of a section by name: its last occurrence, or the one with this number (0 is the first)."""
        found = [one for one in self.sections if one.name == name]
        if not found or not -len(found) <= occurrence < len(found):
            raise KeyError(f"no section {name!r} number {occurrence}; there are {len(found)}")
        return self.lines(found[occurrence].first_line, found[occurrence].last_line)

    def clipped(self, most: int) -> str:
        """The text if it fits, else its head and tail with a line between that says what is left out."""
        if len(self.text) <= most:
            return self.text
        note = f"\n[... {len(self.text) - most:,} characters left out ...]\n"
        head = max((most - len(note)) // 2, 0)
        tail = max(most - len(note) - head, 0)
        return f"{self.text[:head]}{note}{self.text[len(self.text) - tail :]}"

    @functools.cached_property
    def _starts(self) -> list[int]:
        starts = [0, *(match.end() for match in re.finditer("\n", self.text))]
        return starts[:-1] if len(starts) > 1 and starts[-1] == len(self.text) else starts

    def _line_at(self, position: int) -> int:
        return bisect_right(self._starts, position)
