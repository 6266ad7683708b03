"""The contract of a library: documents that are found by their words and read by their ids."""

from __future__ import annotations

from datetime import date
from typing import Protocol

from mesocosm.types import Record


class Entry(Record):
    """A document of a library, without its text."""

    id: str
    title: str
    kind: str
    """Kind of document, such as weather bulletin or road notice."""
    date: date
    snippet: str = ""
    """Text around the words that a search found."""


class Library(Protocol):
    """Documents to search and to read."""

    def search(
        self, words: str, most: int, kind: str | None = None, since: date | None = None, until: date | None = None
    ) -> list[Entry]:
        """Return documents that contain all words, the best match first; without words all documents, the latest first.

        The kind of a document counts as one of its words. Dates are from `since` on and before `until`.
        """

    def read(self, document: str) -> tuple[Entry, str]:
        """Return a document and its text (Markdown, form feeds between pages); raise `UserError` if there is none."""
