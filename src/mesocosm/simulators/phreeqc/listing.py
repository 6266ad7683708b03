"""Long sectioned listings of any engine: table of contents, reading by lines or section, head and tail.

A section begins at a dash-delimited header, on one line (`-----Solution composition-----`) or boxed between two lines
of dashes, and ends before the next. Lines count from 1, as in an editor.
"""

from __future__ import annotations

import functools
import itertools
import re
from typing import NamedTuple

RULE = re.compile(r"\n(-{3,}[^\n]*)")
"""A line that begins with dashes; searching for its literal start is much faster than matching every line."""
INLINE = re.compile(r"-{3,}[ \t]*([^-\s](?:[^\n]*?[^-\s])?)[ \t]*-{3,}[ \t]*")
BOXED = re.compile(r"-{3,}[ \t]*\n([^-\s][^\n]*?)[ \t]*\n-{3,}[ \t]*(?:\n|$)")


class Section(NamedTuple):
    """One part of a listing; a tuple instead of a record, because a long listing has thousands of sections."""

    name: str
    first_line: int
    last_line: int
    characters: int


class Listing:
    """A listing with an index of its sections."""

    def __init__(self, text: str) -> None:
        self.text = text

    @functools.cached_property
    def sections(self) -> tuple[Section, ...]:
        """Table of contents, in order; text before the first header is not a section."""
        sections = []
        line, counted = 1, 0
        bounds = [*self._headers, (len(self.text), "")]
        for (start, name), (end, _) in itertools.pairwise(bounds):
            line += self.text.count("\n", counted, start)
            inside = self.text.count("\n", start, max(start, end - 1))
            sections.append(Section(name, line, line + inside, end - start))
            counted = start
        return tuple(sections)

    @functools.cached_property
    def line_count(self) -> int:
        return self.text.count("\n") + (not self.text.endswith("\n") and self.text != "")

    def lines(self, first: int, last: int) -> str:
        """Return the text of a range of lines, ends included, limited to existing lines."""
        first, last = max(first, 1), min(last, self.line_count)
        if first > last:
            return ""
        end = self._starts[last] if last < len(self._starts) else len(self.text)
        return self.text[self._starts[first - 1] : end]

    def section(self, name: str, occurrence: int = -1) -> str:
        """Return the text of a section by name: its last occurrence, or the given occurrence (0 is the first)."""
        places = [place for place, (_, header) in enumerate(self._headers) if header == name]
        if not places or not -len(places) <= occurrence < len(places):
            raise KeyError(f"no section {name!r} number {occurrence}; there are {len(places)}")
        place = places[occurrence]
        start = self._headers[place][0]
        return self.text[start : start + self.sections[place].characters]

    def clipped(self, most: int) -> str:
        """Return the text if it fits, else its head and tail with a line between that says what is left out."""
        if len(self.text) <= most:
            return self.text
        note = f"\n[... {len(self.text) - most:,} characters left out ...]\n"
        head = max((most - len(note)) // 2, 0)
        tail = max(most - len(note) - head, 0)
        return f"{self.text[:head]}{note}{self.text[len(self.text) - tail :]}"

    @functools.cached_property
    def _headers(self) -> list[tuple[int, str]]:
        """Start and name of each header."""
        headers = []
        after = 0
        candidates = [0] if self.text.startswith("---") else []
        for start in (*candidates, *(match.start(1) for match in RULE.finditer(self.text))):
            if start < after:
                continue  # the lower line of a box
            header = INLINE.match(self.text, start, self._line_end(start)) or BOXED.match(self.text, start)
            if header is not None:
                headers.append((start, header[1]))
                after = header.end()
        return headers

    def _line_end(self, start: int) -> int:
        end = self.text.find("\n", start)
        return len(self.text) if end < 0 else end

    @functools.cached_property
    def _starts(self) -> list[int]:
        starts = [0, *(match.end() for match in re.finditer("\n", self.text))]
        return starts[:-1] if len(starts) > 1 and starts[-1] == len(self.text) else starts
