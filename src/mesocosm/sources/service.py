"""Services that answer queries, with one interface for all: three modes, hidden API keys, record and replay."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from pydantic import JsonValue

from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.sources.keys import HIDDEN, Secret
from mesocosm.sources.live import LiveSource, Remote
from mesocosm.sources.page_cache import Page
from mesocosm.sources.public_hosts import host_of, origin_of
from mesocosm.sources.recording import Asked, Mode, Records, reason_in
from mesocosm.sources.source import Entry
from mesocosm.sources.web import Method, Refused, Span, Web, WebError
from mesocosm.types import canonical_json

HTML = (b"<!doctype html", b"<html")


class QueryService(LiveSource):
    """A service that answers queries; as a source it lists one small reply, by which it can be tested."""

    name: str
    about: str
    licence: str
    token_hosts: tuple[str, ...] = ()
    """Suffixes of host names that tokens are sent to, besides the service itself."""
    key_header: str = ""
    """Header of the key, if one is needed."""

    def entries(self, prefix: str = "") -> list[Entry]:
        entry = self.remote(self.example).entry
        return [entry] if entry.name.startswith(prefix) else []

    def remote(self, name: str) -> Remote:
        if name != self.example:
            raise UnknownName(f"answer listed for {self.name}", name, [self.example])
        return Remote(name, f"{self.address}/{name}", json_fault, self.licence)


def json_fault(path: Path) -> str:
    """Return why a file is not a JSON object or list; '' if it is."""
    try:
        document = json.loads(path.read_bytes())
    except ValueError:
        return "is not JSON"
    return "" if isinstance(document, dict | list) else "is neither a JSON object nor a list"


@dataclass(frozen=True)
class Connection:
    """A service in one of the modes; `live` and `record` send requests, `replay` never does."""

    service: QueryService
    mode: Mode
    records: Records | None = None
    secret: Secret | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.mode != "live" and self.records is None:
            raise InvalidRecord(f"mode {self.mode} needs a folder of records")

    @property
    def web(self) -> Web:
        return self.service.web

    def get(self, path: str, **parameters: str) -> bytes:
        """Send a GET request to an address relative to the service's, or to a whole one that the service gave."""
        query = f"?{urlencode(parameters)}" if parameters else ""
        return self._answer("GET", self._url(path) + query).body

    def post(self, path: str, body: JsonValue) -> bytes:
        """Send a POST request with JSON and return the reply."""
        return self._answer("POST", self._url(path), canonical_json(body), "application/json").body

    def post_form(self, path: str, **fields: str) -> bytes:
        """Send a POST request with the fields of a form and return the reply."""
        return self._answer("POST", self._url(path), urlencode(fields).encode(), FORM).body

    def span(self, url: str, span: Span, token: str = "") -> bytes:
        """Return some bytes of a file; `token` is added to the address and never recorded."""
        asked = Asked(method="GET", url=self._canonical(url), span=span.header)
        if self.mode == "replay":
            return self._records.find(asked).body
        try:
            body = self.web.read_span(self._permitted(url, token), span, self._near)
        except WebError as error:
            raise WebError(_without(token, str(error))) from None
        return self._record(asked, Page(body, kind="application/octet-stream"))

    def length(self, url: str, token: str = "") -> int:
        """Return the length of a file in bytes."""
        asked = Asked(method="GET", url=self._canonical(url), span="length")
        if self.mode == "replay":
            return int(self._records.find(asked).body)
        try:
            length = self.web.length(self._permitted(url, token), self._near)
        except WebError as error:
            raise WebError(_without(token, str(error))) from None
        return int(self._record(asked, Page(str(length).encode(), kind="text/plain")))

    def token(self, path: str, field: str) -> str:
        """Return a short-lived token that a service issues; '' in a replay, which needs none. It is never recorded."""
        if self.mode == "replay":
            return ""
        reply = self.json(self.web.ask("GET", self._url(path), near=self._near).body, "a permission")
        if not isinstance(reply, dict) or not isinstance(reply.get(field), str):
            raise WebError(f"{self.service.name} returned no token; try again later")
        return str(reply[field])

    def json(self, body: bytes, what: str) -> JsonValue:
        """Parse a reply as JSON; refuse anything else and show its beginning."""
        try:
            document: JsonValue = json.loads(body)
        except ValueError as error:
            page = "a page of HTML" if body[:200].lstrip().lower().startswith(HTML) else repr(body[:60])
            raise WebError(f"{self.service.name} answers {what} with {page}, not with JSON; try again later") from error
        return document

    def pause(self, seconds: float) -> None:
        """Pause between requests; a replay does not."""
        if self.mode != "replay":
            self.web.pause(seconds)

    def _answer(self, method: Method, url: str, content: bytes | None = None, kind: str = "") -> Page:
        asked = Asked(method=method, url=self._canonical(url), body=(content or b"").decode())
        if self.mode == "replay":
            return self._records.find(asked)
        try:
            page = self.web.ask(method, url, headers=self._headers(url, kind), content=content, near=self._near)
        except Refused as error:
            reason = reason_in(error.said)
            raise Refused(self._hidden(f"{error}: {reason}" if reason else str(error)), b"") from None
        except WebError as error:
            raise WebError(self._hidden(str(error))) from None
        self._record(asked, page)
        return page

    def _record(self, asked: Asked, page: Page) -> bytes:
        if self.mode == "record":
            if self.secret is not None and self.secret.stands_in(page.body):
                raise WebError(f"{self.service.name} returned the key in its reply, which is therefore not recorded")
            self._records.keep(asked, page, self.service.licence)
        return page.body

    def _headers(self, url: str, kind: str) -> Mapping[str, str]:
        """Return the headers; the key goes to the service itself and to no other address."""
        headers = {"Content-Type": kind} if kind else {}
        if self.secret is not None and url.startswith(f"{self.service.address}/"):
            headers[self.service.key_header] = self.secret.reveal()
        return headers

    def _permitted(self, url: str, token: str) -> str:
        """Add the token to an address, for hosts that are expected to require it and no others."""
        if not token:
            return url
        host, expected = host_of(url), self.service.token_hosts
        if origin_of(url) != self._near and not f".{host}".endswith(expected or ("\0",)):
            known = ", ".join(("the service itself", *(f"hosts that end in {end}" for end in expected)))
            raise WebError(
                f"{self.service.name} names a file at {host[:100]!r}; its token is sent to these only: {known}"
            )
        return f"{url}?{token}"

    @property
    def _near(self) -> str:
        """Origin of the service's own server, which a person may have chosen inside their network."""
        return origin_of(self.service.address)

    def _url(self, path: str) -> str:
        return path if path.startswith(("https://", "http://")) else f"{self.service.address}/{path}"

    def _canonical(self, url: str) -> str:
        """Return the address by which a reply is recorded: the service's own, whatever mirror was used."""
        address = self.service.address
        return self.service.home + url[len(address) :] if url.startswith(f"{address}/") else url

    def _hidden(self, text: str) -> str:
        return text if self.secret is None else self.secret.redact(text)

    @property
    def _records(self) -> Records:
        assert self.records is not None  # see __post_init__
        return self.records


def _without(token: str, text: str) -> str:
    return text.replace(f"?{token}", "").replace(token, HIDDEN) if token else text


FORM = "application/x-www-form-urlencoded"


def connect(service: QueryService, mode: Mode, folder: Path | None = None) -> Connection:
    """Connect to a service in a mode; raise an error at once if its key is needed and missing."""
    secret = service.keys[0].needed() if service.keys and mode != "replay" else None
    return Connection(service, mode, None if folder is None else Records(folder), secret)
