"""A local full-text index of documents.

The engine is SQLite's FTS5: it comes with Python on every platform, adds no dependency, keeps the index in one file
that survives an interrupted writer, and ranks by BM25. The file's bytes may differ between releases of SQLite; the
results of a search do not.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path

from mesocosm.earth.planet.documents.document import KINDS, Document
from mesocosm.earth.planet.documents.scene import Kind
from mesocosm.errors import InvalidRecord, UserError
from mesocosm.types import Record

FILE = "documents.sqlite"
SCHEMA = """
CREATE TABLE document (id TEXT PRIMARY KEY, kind TEXT, day TEXT, title TEXT, author TEXT, text TEXT) STRICT;
CREATE VIRTUAL TABLE words USING fts5 (title, author, text, kind, id UNINDEXED, tokenize = "porter unicode61");
CREATE INDEX document_by_kind ON document (kind, day);
"""
SEARCH = """
SELECT document.id, document.title, document.kind, document.day, bm25(words, 4.0, 1.0, 1.0, 1.0) AS cost,
       snippet(words, 2, '', '', ' ... ', 24) AS part
FROM words JOIN document ON document.id = words.id
WHERE words MATCH ? AND (? IS NULL OR document.kind = ?) AND (? IS NULL OR day >= ?) AND (? IS NULL OR day < ?)
ORDER BY round(cost, 6), document.id LIMIT ?
"""
LIST = """
SELECT id, title, kind, day, 0.0, '' FROM document
WHERE (? IS NULL OR kind = ?) AND (? IS NULL OR day >= ?) AND (? IS NULL OR day < ?)
ORDER BY day DESC, id LIMIT ?
"""
ABOUT = "SELECT id, title, kind, day, 0.0, '' FROM document WHERE id = ?"


class Hit(Record):
    """A document found by a search."""

    document: str
    title: str
    kind: Kind
    date: date
    score: float
    """Relevance: higher is better; scores of different searches cannot be compared."""
    snippet: str


class DocumentIndex:
    """A folder with an index of documents, which finds them by their words."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        if not self.path.is_file():
            raise UserError(f"{folder} holds no index of documents; make one with DocumentIndex.create")
        with self._open() as store:
            store.execute("SELECT id FROM document LIMIT 1")
            store.execute("SELECT id FROM words LIMIT 1")

    @classmethod
    def create(cls, folder: Path) -> DocumentIndex:
        """Create an empty index; there must be none yet."""
        path = folder / FILE
        if path.exists():
            raise UserError(f"{folder} already holds an index of documents")
        folder.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path)) as store:
            try:
                store.executescript(SCHEMA)
            except sqlite3.OperationalError as error:
                path.unlink()
                raise UserError(f"this Python's SQLite {sqlite3.sqlite_version} cannot search text: {error}") from error
        return cls(folder)

    def add(self, documents: Iterable[Document]) -> int:
        """Add documents, all or none, and return how many; a document that is there already is replaced."""
        rows = sorted((document.id, _row(document)) for document in documents)
        with self._open() as store:
            for name, row in rows:
                store.execute("DELETE FROM words WHERE id = ?", (name,))
                store.execute("INSERT OR REPLACE INTO document VALUES (?, ?, ?, ?, ?, ?)", row)
                store.execute(
                    "INSERT INTO words (title, author, text, kind, id) VALUES (?, ?, ?, ?, ?)", (*row[3:], row[1], name)
                )
            store.commit()
        return len(rows)

    def __len__(self) -> int:
        with self._open() as store:
            return int(store.execute("SELECT count(*) FROM document").fetchone()[0])

    def search(
        self,
        words: str,
        limit: int = 10,
        *,
        kind: str | None = None,
        since: date | None = None,
        until: date | None = None,
    ) -> list[Hit]:
        """Return documents that contain all of the words, the best first; without words all, the latest first.

        The kind of a document counts among its words. Documents are written on or after `since` and before `until`.
        """
        if kind is not None and kind not in KINDS:
            raise UserError(f"kind must be one of {', '.join(KINDS)}, got {kind!r}")
        if limit < 1:
            raise UserError(f"limit must be at least 1, got {limit}")
        terms = re.findall(r"\w+", words)
        if words and not terms:
            raise UserError(f"words must hold a letter or a digit, got {words!r}")
        match = [" ".join(f'"{term}"' for term in terms)] if terms else []
        days = [day.isoformat() if day else None for day in (since, until)]
        with self._open() as store:
            asked = (*match, kind, kind, days[0], days[0], days[1], days[1], limit)
            return [_hit(row) for row in store.execute(SEARCH if terms else LIST, asked)]

    def about(self, document: str) -> Hit:
        """Return a document by its id, in the form of a search result."""
        with self._open() as store:
            row = store.execute(ABOUT, (document,)).fetchone()
        if row is None:
            raise UserError(f"no document of the index is called {document!r}")
        return _hit(row)

    def text(self, document: str) -> str:
        """Return the whole text of a document."""
        with self._open() as store:
            row = store.execute("SELECT text FROM document WHERE id = ?", (document,)).fetchone()
        if row is None:
            raise UserError(f"no document of the index is called {document!r}")
        return str(row[0])

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open the database and close it in the end; raise an error if it is damaged."""
        with closing(sqlite3.connect(self.path)) as store:
            try:
                yield store
            except sqlite3.DatabaseError as error:
                raise InvalidRecord(
                    f"the index of documents {self.path} is damaged ({error}); build it again"
                ) from error


def _row(document: Document) -> tuple[str, str, str, str, str, str]:
    day = document.date.isoformat()
    return document.id, document.kind, day, document.title, document.author, document.text


def _hit(row: tuple[str, str, Kind, str, float, str]) -> Hit:
    name, title, kind, day, cost, part = row
    snippet = re.sub(r"\s+", " ", part).strip()
    score = round(-cost, 6) + 0.0
    return Hit(document=name, title=title, kind=kind, date=date.fromisoformat(day), score=score, snippet=snippet)
