"""Downloads: whole files or byte ranges, resumed after an interruption, and named only when complete."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mesocosm.files import write_whole
from mesocosm.sources.source import Receipt, receipt_of
from mesocosm.sources.web import Passing, Span, Web, WebError

if TYPE_CHECKING:
    import httpx

WHOLE = (Span(0, None),)
Progress = Callable[[int, int | None], None]
"""Called with the bytes received so far, and the total if known."""
Check = Callable[[Path], str]
"""Returns what is wrong with a fetched file, '' for nothing: a failing server may send a page in place of data."""

CONTENT_RANGE = re.compile(r"bytes (?:(\d+)-(\d+)|\*)/(\d+|\*)")


def save(
    web: Web,
    url: str,
    target: Path,
    *,
    spans: Sequence[Span] = WHOLE,
    check: Check = lambda path: "",
    progress: Progress = lambda done, total: None,
) -> Receipt:
    """Download to `target`. An interrupted transfer leaves `.NAME.part`, from which the next call continues."""
    transfer = _Transfer(web, url, _Part(target, url, tuple(spans)), tuple(spans), progress)
    web.patiently(url, transfer.go_on, moved=lambda: transfer.part.size)
    wrong = check(transfer.part.path)
    if wrong:
        transfer.part.discard()
        raise WebError(f"{url} {wrong}; it was not saved, try again later")
    receipt = receipt_of(transfer.part.path, url, transfer.part.etag)
    transfer.part.become(target)
    return receipt


class _Part:
    """The bytes received so far, and the version of the file that they belong to."""

    def __init__(self, target: Path, url: str, spans: tuple[Span, ...]) -> None:
        self.path = target.with_name(f".{target.name}.part")
        self.note = target.with_name(f".{target.name}.part.json")
        self.asked = {"url": url, "spans": [list(span) for span in spans]}
        self.etag: str | None = None
        target.parent.mkdir(parents=True, exist_ok=True)
        self._remember()

    @property
    def size(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0

    def _remember(self) -> None:
        """Read the note of an earlier transfer; without a strong ETag, the rest may be of another file."""
        try:
            note = json.loads(self.note.read_bytes())
        except (OSError, ValueError):
            note = {}
        self.etag = note.pop("etag", None)
        if note != self.asked or not self.etag:
            self.discard()

    def begin(self, etag: str | None) -> None:
        """Note the version before its first byte is written."""
        self.etag = etag if etag and not etag.startswith("W/") else None
        write_whole(self.note, json.dumps({**self.asked, "etag": self.etag}))

    def discard(self) -> None:
        self.etag = None
        self.path.unlink(missing_ok=True)
        self.note.unlink(missing_ok=True)

    def become(self, target: Path) -> None:
        os.replace(self.path, target)
        self.note.unlink(missing_ok=True)


@dataclass
class _Transfer:
    web: Web
    url: str
    part: _Part
    spans: tuple[Span, ...]
    progress: Progress

    def go_on(self) -> None:
        """Continue from what is there to the end, one request per span."""
        if self.part.size and not self.part.etag:
            self.part.discard()
        while (span := self._next()) is not None:
            self._fetch(span)
            if span.stop is None:
                return

    def _next(self) -> Span | None:
        """Return the missing rest of the first span that is incomplete."""
        held = self.part.size
        for start, stop in self.spans:
            if stop is None or held < stop - start:
                return Span(start + held, stop)
            held -= stop - start
        return None

    def _fetch(self, span: Span) -> None:
        whole = span == Span(0, None)
        headers = {} if whole else {"Range": span.header}
        if self.part.size and self.part.etag:
            headers["If-Range"] = self.part.etag
        with self.web.opened(self.url, headers) as response:
            if response.status_code == 416:
                self._beyond_the_end(span, response)
            elif response.status_code == 200 and not whole:
                self._start_again()
            else:
                self._keep(span, response)

    def _keep(self, span: Span, response: httpx.Response) -> None:
        etag = response.headers.get("ETag")
        if not self.part.size:
            self.part.begin(etag)
        elif self.part.etag and etag and etag != self.part.etag:
            self._start_again()
        length = self._length(span, response)
        before = self.part.size
        with self.part.path.open("ab") as file:
            for piece in self.web.pieces(response):
                file.write(piece)
                self.progress(file.tell(), self._in_all(before, length))
        got = self.part.size - before
        if length is not None and got != length:
            with self.part.path.open("ab") as file:
                file.truncate(before)
            raise Passing(f"{got:,} bytes arrived where {length:,} were expected")

    def _length(self, span: Span, response: httpx.Response) -> int | None:
        """Return the bytes that the body must have; refuse a partial reply with other bytes than requested."""
        if response.status_code == 206:
            match = CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
            if not match or not match[1] or int(match[1]) != span.start:
                raise Passing(f"the server sent other bytes than {span.header}")
            return span.stop - span.start if span.stop is not None else int(match[2]) + 1 - span.start
        announced = response.headers.get("Content-Length")
        return int(announced) if announced else None

    def _in_all(self, before: int, length: int | None) -> int | None:
        if self.spans[-1].stop is not None:
            return sum((span.stop or 0) - span.start for span in self.spans)
        return None if length is None else before + length

    def _beyond_the_end(self, span: Span, response: httpx.Response) -> None:
        """Accept an open span of which nothing is left; in all other cases the file has changed."""
        match = CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
        complete = span.stop is None and match is not None and match[3] == str(span.start)
        if not complete:
            self._start_again()

    def _start_again(self) -> None:
        """Discard the part, since the whole file came: it has changed, or the server has no byte ranges."""
        if not self.part.size:
            raise WebError(f"{self.url}: the server does not support byte ranges; fetch the whole file instead")
        self.part.discard()
        raise Passing("the file has changed since the transfer began")
