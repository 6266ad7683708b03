"""The contract of a library: documents found by their words and read by their ids."""

from __future__ import annotations

from datetime import date
from typing import Protocol

from mesocosm.types import Record


class Entry(Record):
    """A document of a library, without its text."""

    id: str
    title: str
    kind: str
    """Such as weather bulletin or road notice."""
    date: date
    snippet: str = ""
    """Where a search found its words."""


class Library(Protocol):
    """Documents to search and to read."""

    def search(
        self, words: str, most: int, kind: str | None = None, since: date | None = None, until: date | None = None
    ) -> list[Entry]:
        """Documents with all of the words, the best first; without words every one, the latest first.

        A document's kind counts among its words. Written on or after `since` and before `until`.
        """

    def read(self, document: str) -> tuple[Entry, str]:
        """A document and its text: Markdown, pages apart by form feeds; `UserError` where there is none."""
