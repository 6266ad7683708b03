"""A small HTTP client: it retries after temporary errors with exponential backoff, and explains permanent ones.

`Patience` holds its timeouts. A service with a rate limit (429, Retry-After) is asked again after the pause that it
names, if that is at most five minutes.

Why `Web.patiently` is a loop of ten lines and not a library's (measured in November 2026). Attempts are counted anew
whenever bytes have come, so that a file of gigabytes over a poor line arrives in the end; no retry library looked at
does this. With tenacity 9.2.1 all tests passed, but the count had to be kept beside it and passed in by callbacks: 36
lines in place of 10, about 90 ms of import, 77 instead of 1.3 microseconds for a call without error. stamina 26.1, by
its signature, takes neither the count nor the pause nor the draw of the jitter from its caller: waits could not be
seeded by address, and a waiting thread would not react to Ctrl-C.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self, TypeVar
from urllib.parse import urljoin

from mesocosm.errors import MissingExtra, UserError
from mesocosm.seeding import generator
from mesocosm.sources.page_cache import Page, find_page, store_page
from mesocosm.sources.public_hosts import direct_request, origin_of, public_addresses

if TYPE_CHECKING:
    import httpx

T = TypeVar("T")
Method = Literal["GET", "POST"]

REFUSALS = frozenset({400, 401, 403, 409, 422})
ASKED = REFUSALS | {201}
"""Statuses that are accepted from a service besides those of a page."""
MOST_SAID = 4000
"""Bytes of a refusal that are read."""
MOST_REDIRECTS = 10
REDIRECTS = frozenset({301, 302, 303, 307, 308})
PASSING_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})
MOST_PAGE_BYTES = 64_000_000
"""Most bytes of a page, which is held in memory; indexes and listings are below 1 MB."""
PAUSES_TOO_LONG_S = 300.0
"""Pause from which the client does not wait but raises an error, if a server asks for it."""


class WebError(UserError):
    """A web request failed; the message names address, status and what to do."""


class NotThere(WebError):
    """The server answers that nothing is at this address."""


class Refused(WebError):
    """The server refuses this request; `said` is the beginning of its reply."""

    def __init__(self, message: str, said: bytes) -> None:
        super().__init__(message)
        self.said = said


class Stopped(Exception):
    """The client was stopped, as by Ctrl-C."""


class Passing(Exception):
    """A temporary error: a busy server, a lost connection, a truncated body."""

    def __init__(self, trouble: str, retry_after_s: float | None = None) -> None:
        super().__init__(trouble)
        self.retry_after_s = retry_after_s


class Span(NamedTuple):
    """Bytes from `start` up to, but not including, `stop`; None is the end of the file."""

    start: int
    stop: int | None

    @property
    def header(self) -> str:
        return f"bytes={self.start}-{'' if self.stop is None else self.stop - 1}"


@dataclass(frozen=True)
class Patience:
    """Waits and number of attempts; waits double from `first_wait_s`, each shortened by up to a half."""

    attempts: int = 5
    connect_s: float = 10.0
    read_s: float = 60.0
    first_wait_s: float = 1.0
    longest_wait_s: float = 60.0


class Web:
    """An HTTP client for several threads. Pages are cached if `cache` is set."""

    def __init__(
        self,
        *,
        patience: Patience | None = None,
        cache: bool = False,
        pause: Callable[[float], Any] | None = None,
    ) -> None:
        self.patience = patience or Patience()
        self._client = _client(self.patience)
        self._cache = cache
        self._stopped = threading.Event()
        self._pause = pause or self._stopped.wait

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def stop(self) -> None:
        """End every transfer in other threads at its next piece."""
        self._stopped.set()

    def read(self, url: str) -> bytes:
        """Return a whole page, from the cache if the server says that it is still valid."""
        known = find_page(url) if self._cache else None
        return self.patiently(url, lambda: self._read_once(url, known))

    def ask(
        self,
        method: Method,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        content: bytes | None = None,
        near: str = "",
    ) -> Page:
        """Return the reply of a service; raise `Refused` with its text if it refuses.

        With headers, which may contain a key, the reply is not cached, and redirects are not followed.
        For `near` see `opened`.
        """
        known = find_page(url) if self._cache and method == "GET" and not headers else None
        sent = dict(headers or (known.conditions if known else {}))

        def once() -> Page:
            with self.opened(url, sent, method, content, ASKED, follow=not headers, near=near) as response:
                if response.status_code == 304 and known:
                    return known
                if response.status_code in REFUSALS:
                    raise Refused(f"{url}: {_say(response)}", response.read()[:MOST_SAID])
                body = self._body(url, response)
            response_headers = response.headers
            return Page(
                body,
                response_headers.get("ETag"),
                response_headers.get("Last-Modified"),
                response_headers.get("Content-Type"),
            )

        page = self.patiently(url, once)
        if self._cache and method == "GET" and not headers:
            store_page(url, page)
        return page

    def pause(self, seconds: float) -> None:
        """Wait; raise `Stopped` if the client is stopped."""
        if self._stopped.is_set():
            raise Stopped
        self._pause(seconds)

    def read_span(self, url: str, span: Span, near: str = "") -> bytes:
        """Return some bytes of a file; fewer if it is shorter."""

        def once() -> bytes:
            with self.opened(url, {"Range": span.header}, near=near) as response:
                data = b"" if response.status_code == 416 else self._body(url, response)
            return data if response.status_code == 206 else data[span.start : span.stop]

        return self.patiently(url, once)

    def length(self, url: str, near: str = "") -> int:
        """Return the length of a file in bytes, without its body."""

        def once() -> int:
            with self.opened(url, {"Range": Span(0, 1).header}, near=near) as response:
                total = response.headers.get("Content-Range", "").rpartition("/")[2]
                whole = response.headers.get("Content-Length", "") if response.status_code == 200 else total
            if not whole.isdigit():
                raise WebError(f"{url}: the server does not say how long the file is")
            return int(whole)

        return self.patiently(url, once)

    def status(self, url: str) -> int:
        """Return the status of one request; raise `WebError` if there is no reply."""
        import httpx

        try:
            with self._client.stream("GET", url) as response:
                return response.status_code
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise WebError(f"{type(error).__name__} ({error or 'no answer'})") from error

    def patiently(self, url: str, action: Callable[[], T], moved: Callable[[], int] = lambda: 0) -> T:
        """Return the result of `action`, retried after temporary errors; attempts count anew when `moved()` grows."""
        attempt, reached = 0, moved()
        while True:
            try:
                return action()
            except Passing as trouble:
                attempt, reached = (1, moved()) if moved() > reached else (attempt + 1, reached)
                if attempt >= self.patience.attempts:
                    message = f"{url}: {trouble}, tried {attempt} times; try again later, what was fetched is kept"
                    raise WebError(message) from trouble
                self._pause(self._wait_s(url, attempt, trouble))

    @contextmanager
    def opened(
        self,
        url: str,
        headers: dict[str, str] | None = None,
        method: Method = "GET",
        content: bytes | None = None,
        fine: frozenset[int] = frozenset(),
        follow: bool = True,
        address: str | None = None,
        near: str = "",
    ) -> Iterator[httpx.Response]:
        """Send one request: yield a response of accepted status (200, 206, 304, 416 and `fine`), its body not yet read.

        With `address`, that of one machine, the host's name is not resolved: the request goes there. Every other server
        that the request leads to must be public, except that of `near`, host and port of a service, and without `near`
        that of `url` itself, which a person has chosen. With `address`, redirects are not followed.
        """
        if follow and address is None:
            with self._led(url, headers, method, content, fine, near or origin_of(url)) as response:
                yield response
            return
        address = _guard(url, near) if near else address
        with self._once(url, headers, method, content, fine, address) as response:
            yield response

    @contextmanager
    def _led(
        self,
        url: str,
        headers: dict[str, str] | None,
        method: Method,
        content: bytes | None,
        fine: frozenset[int],
        near: str,
    ) -> Iterator[httpx.Response]:
        """Yield the response at the end of redirects, each of which was checked by the guard before its request."""
        asked = url
        for _ in range(MOST_REDIRECTS):
            try:
                address = _guard(url, near)
            except UserError as error:
                if url == asked:
                    raise
                raise WebError(f"{asked} redirects elsewhere: {error}") from error
            with self._once(url, headers, method, content, fine | REDIRECTS, address) as response:
                if response.status_code not in REDIRECTS:
                    yield response
                    return
                url = urljoin(url, str(response.headers.get("Location", "")))
        raise WebError(f"{url[:100]} has more than {MOST_REDIRECTS} redirects")

    @contextmanager
    def _once(
        self,
        url: str,
        headers: dict[str, str] | None,
        method: Method,
        content: bytes | None,
        fine: frozenset[int],
        address: str | None,
    ) -> Iterator[httpx.Response]:
        import httpx

        try:
            sent = direct_request(url, headers or {}, address) if address else {"url": url, "headers": headers}
            with self._client.stream(method, **sent, content=content) as response:
                if response.status_code not in fine:
                    _check_status(url, response)
                yield response
        except (httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
            raise WebError(f"{url} cannot be fetched: {error}; check the address in the settings") from error
        except httpx.TransportError as error:
            raise Passing(f"{type(error).__name__} ({error or 'no answer'})") from error

    def pieces(self, response: httpx.Response) -> Iterator[bytes]:
        """Yield the body in pieces; raise `Stopped` when the client is stopped."""
        for piece in response.iter_bytes():
            if self._stopped.is_set():
                raise Stopped
            yield piece

    def _read_once(self, url: str, known: Page | None) -> bytes:
        with self.opened(url, known.conditions if known else None) as response:
            if response.status_code == 304 and known:
                return known.body
            body = self._body(url, response)
        if self._cache:
            store_page(url, Page(body, response.headers.get("ETag"), response.headers.get("Last-Modified")))
        return body

    def _body(self, url: str, response: httpx.Response) -> bytes:
        body = bytearray()
        for piece in self.pieces(response):
            body += piece
            if len(body) > MOST_PAGE_BYTES:
                raise WebError(f"{url} is larger than {MOST_PAGE_BYTES:,} bytes, which no page here should be")
        return bytes(body)

    def _wait_s(self, url: str, attempt: int, trouble: Passing) -> float:
        """Return the wait that the server asks for, else a doubling one with jitter seeded by the address."""
        if self._stopped.is_set():
            raise Stopped
        if trouble.retry_after_s is not None:
            if trouble.retry_after_s > PAUSES_TOO_LONG_S:
                raise WebError(f"{url}: {trouble}, and asks to wait {trouble.retry_after_s:.0f} s; try again then")
            return trouble.retry_after_s
        longest = min(self.patience.first_wait_s * 2.0 ** (attempt - 1), self.patience.longest_wait_s)
        return longest * (1 - generator("web", url, attempt).random() / 2)


def _guard(url: str, near: str) -> str | None:
    """Return the address for a request: a public one, or None for the service itself, resolved normally."""
    return None if origin_of(url) == near else public_addresses(url)[0]


def _client(patience: Patience) -> httpx.Client:
    try:
        import httpx
    except ImportError as error:
        raise MissingExtra("httpx", "weather") from error
    import mesocosm

    headers = {"User-Agent": f"mesocosm/{mesocosm.__version__}", "Accept-Encoding": "identity"}
    timeout = httpx.Timeout(patience.read_s, connect=patience.connect_s)
    return httpx.Client(headers=headers, timeout=timeout, follow_redirects=False)


def _check_status(url: str, response: httpx.Response) -> None:
    status, said = response.status_code, _say(response)
    if status in (200, 206, 304, 416):
        return
    if status in PASSING_STATUSES:
        raise Passing(f"the server answers {said}", retry_after_s(response.headers.get("Retry-After")))
    if status in (404, 410):
        raise NotThere(f"{url}: {said}; nothing is there, or not yet: check the date, or try again later")
    if status in (401, 403):
        raise WebError(f"{url}: {said}; the server refuses: it may not hold this date, or blocks this network")
    raise WebError(f"{url}: {said}; check the address in the settings")


def _say(response: httpx.Response) -> str:
    return f"{response.status_code} {response.reason_phrase}".strip()


def retry_after_s(header: str | None) -> float | None:
    """Return seconds from a Retry-After header, a number or a date; None if it has neither."""
    from email.utils import parsedate_to_datetime

    if not header:
        return None
    if header.strip().isdigit():
        return float(header)
    try:
        until = parsedate_to_datetime(header)
    except ValueError:
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (until - datetime.now(UTC)).total_seconds())
