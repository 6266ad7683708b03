"""The documents of a planet as a library; an agent can read none that is later than the day of its world."""

from __future__ import annotations

from datetime import date

from mesocosm.earth.documents.library import Entry, Library
from mesocosm.earth.planet.documents.index import DocumentIndex, Hit
from mesocosm.errors import UserError


class PlanetLibrary(Library):
    """An index of documents, up to a day."""

    def __init__(self, index: DocumentIndex, before: date | None = None) -> None:
        """Hide documents of the day `before` and later, if it is given."""
        self._index = index
        self._before = before

    def search(
        self, words: str, most: int, kind: str | None = None, since: date | None = None, until: date | None = None
    ) -> list[Entry]:
        ends = [day for day in (until, self._before) if day is not None]
        hits = self._index.search(words, most, kind=kind, since=since, until=min(ends, default=None))
        return [_entry(hit) for hit in hits]

    def read(self, document: str) -> tuple[Entry, str]:
        entry = _entry(self._index.about(document))
        if self._before is not None and entry.date >= self._before:
            raise UserError(f"no document of the index is called {document!r}")
        return entry, self._index.text(document)


def _entry(hit: Hit) -> Entry:
    return Entry(id=hit.document, title=hit.title, kind=hit.kind, date=hit.date, snippet=hit.snippet)
