"""Record and replay of services: replies stored with their requests, to repeat a run without service and keys.

A record is a file named by the hash of its request: a line of JSON with request, licence, time and hash, then the bytes
of the reply. If the same request is answered again, as when polling a job, the last reply counts. Of the headers of a
reply only its content type is stored.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from mesocosm.errors import InvalidRecord, UserError
from mesocosm.files import write_whole
from mesocosm.sources.page_cache import Page
from mesocosm.sources.source import SHA256
from mesocosm.types import Record, UtcTime

Mode = Literal["replay", "record", "live"]
"""`replay` answers from records alone; `record` asks and stores; `live` asks and stores nothing."""
SHORT = 300
"""Characters of a request that a message shows."""


class NotRecorded(UserError):
    """A replay needs a reply that its recording lacks."""


class Asked(Record):
    """A request, without its keys."""

    method: Literal["GET", "POST"]
    url: str
    body: str = ""
    """Body of the request, as text."""
    span: str = ""
    """Requested bytes in the form of the header Range; '' for all."""

    def describe(self) -> str:
        """Describe the request in one line, for messages."""
        line = " ".join(filter(None, (self.method, self.url, self.span, self.body)))
        return line if len(line) <= SHORT else f"{line[:SHORT]}…"


class Head(Record):
    """Metadata of a stored reply."""

    asked: Asked
    kind: str
    """Content-Type of the reply."""
    licence: str = Field(min_length=1)
    retrieved: UtcTime
    integrity: Literal["hashed, not signed"] = "hashed, not signed"
    """The hash detects damage, not forgery: whoever changes a reply can also change its hash; no sender is proved."""
    sha256: str = Field(pattern=SHA256)
    bytes: int = Field(ge=0)


class Records:
    """A folder of requests and replies."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, asked: Asked) -> Page:
        """Return the reply stored for a request; refuse a missing or damaged one."""
        try:
            line, _, body = self._path(asked).read_bytes().partition(b"\n")
            head = Head.model_validate_json(line)
        except FileNotFoundError:
            raise NotRecorded(f"nothing is recorded for this request: {asked.describe()}") from None
        except (OSError, ValidationError) as error:
            raise InvalidRecord(f"the record of this request cannot be read: {asked.describe()}") from error
        if hashlib.sha256(body).hexdigest() != head.sha256 or head.asked != asked:
            raise InvalidRecord(f"the record of this request is damaged: {asked.describe()}")
        return Page(body, kind=head.kind)

    def keep(self, asked: Asked, page: Page, licence: str) -> None:
        """Store a reply in place of an older one."""
        head = Head(
            asked=asked, kind=page.kind or "", licence=licence, retrieved=datetime.now(UTC),
            sha256=hashlib.sha256(page.body).hexdigest(), bytes=len(page.body),
        )  # fmt: skip
        write_whole(self._path(asked), head.model_dump_json().encode() + b"\n" + page.body)

    def heads(self) -> list[Head]:
        """Return the metadata of all replies, by request."""
        lines = (path.read_bytes().partition(b"\n")[0] for path in sorted(self.folder.glob("*/*.record")))
        return sorted((Head.model_validate_json(line) for line in lines), key=lambda head: head.asked.describe())

    def _path(self, asked: Asked) -> Path:
        name = asked.fingerprint()
        return self.folder / name[:2] / f"{name}.record"


def reason_in(said: bytes) -> str:
    """Return a service's reason for a refusal, from the fields of JSON that services use; '' if there is none."""
    try:
        document = json.loads(said)
    except ValueError:
        return ""
    if not isinstance(document, dict):
        return ""
    words = [document.get(name) for name in ("title", "reason", "detail", "description", "message", "error")]
    kept = [" ".join(word.split()) for word in words if isinstance(word, str)]
    return "; ".join(dict.fromkeys(kept))[:SHORT]
