"""Answers of services kept with their requests, so that a run can be repeated without the service and without keys.

A record is a file named by the hash of its request: a line of JSON that tells request, licence, time and hash, then the
bytes of the answer. Where the same request is answered again, as a job that is asked whether it is done, the last
answer counts. What a server says in headers is left out but for the type of its answer.
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
"""Answer from records alone; ask and record; ask and keep nothing."""
SHORT = 300
"""Characters of a request that a message repeats."""


class NotRecorded(UserError):
    """A replay was asked for something that its record does not hold."""


class Asked(Record):
    """A request, without its keys."""

    method: Literal["GET", "POST"]
    url: str
    body: str = ""
    """What was sent, as text."""
    span: str = ""
    """Bytes asked for, as the header Range spells them; '' for all."""

    def describe(self) -> str:
        """In a line, for messages."""
        line = " ".join(filter(None, (self.method, self.url, self.span, self.body)))
        return line if len(line) <= SHORT else f"{line[:SHORT]}…"


class Head(Record):
    """What is known of a kept answer."""

    asked: Asked
    kind: str
    """Content-Type of the answer."""
    licence: str = Field(min_length=1)
    retrieved: UtcTime
    integrity: Literal["hashed, not signed"] = "hashed, not signed"
    """The hash finds damage. Whoever changes an answer can write its hash anew: nobody vouches for who sent it."""
    sha256: str = Field(pattern=SHA256)
    bytes: int = Field(ge=0)


class Records:
    """A folder of requests and answers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, asked: Asked) -> Page:
        """The answer kept for a request; none, or a damaged one, is refused."""
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
        """Remember an answer, in the place of an older one."""
        head = Head(
            asked=asked, kind=page.kind or "", licence=licence, retrieved=datetime.now(UTC),
            sha256=hashlib.sha256(page.body).hexdigest(), bytes=len(page.body),
        )  # fmt: skip
        write_whole(self._path(asked), head.model_dump_json().encode() + b"\n" + page.body)

    def heads(self) -> list[Head]:
        """All that is kept, by request."""
        lines = (path.read_bytes().partition(b"\n")[0] for path in sorted(self.folder.glob("*/*.record")))
        return sorted((Head.model_validate_json(line) for line in lines), key=lambda head: head.asked.describe())

    def _path(self, asked: Asked) -> Path:
        name = asked.fingerprint()
        return self.folder / name[:2] / f"{name}.record"


def reason_in(said: bytes) -> str:
    """Why a service refuses, from the words that services put into JSON; '' where there are none."""
    try:
        document = json.loads(said)
    except ValueError:
        return ""
    if not isinstance(document, dict):
        return ""
    words = [document.get(name) for name in ("title", "reason", "detail", "description", "message", "error")]
    kept = [" ".join(word.split()) for word in words if isinstance(word, str)]
    return "; ".join(dict.fromkeys(kept))[:SHORT]
