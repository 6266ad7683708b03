"""Web pages at addresses that an agent chooses: public ones only, none of this machine or its network.

The name of a host is resolved once. All its addresses are checked, and the connection goes to one of these: a name that
resolves differently the next time cannot lead elsewhere.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection
from urllib.parse import urljoin

from mesocosm.sources.public_hosts import Resolve, addresses_of, host_of, public_addresses, resolve_host
from mesocosm.sources.web import MOST_REDIRECTS, REDIRECTS, Web, WebError
from mesocosm.types import Record

MOST_BYTES = 20_000_000


class WebPage(Record):
    """A page as received."""

    url: str
    """Final address, after redirects."""
    kind: str
    """Media type, such as text/html."""
    body: bytes


class PageSource:
    """Fetches pages through one client."""

    def __init__(self, web: Web | None = None, near: Collection[str] = (), resolve: Resolve = resolve_host) -> None:
        """`near` names hosts that are allowed although they are not public, such as a recording on loopback."""
        self._web = web or Web()
        self._near = frozenset(near)
        self._resolve = resolve

    def fetch(self, url: str) -> WebPage:
        """Return the page at an address; raise `UserError` if there is none, or none that may be read."""
        for _ in range(MOST_REDIRECTS):
            page = self._request_page(url, self._checked(url))
            if isinstance(page, WebPage):
                return page
            url = page
        raise WebError(f"{url[:100]} has more than {MOST_REDIRECTS} redirects")

    def _request_page(self, url: str, addresses: list[str]) -> WebPage | str:
        """Request the page, trying the host's addresses in turn."""
        turn = itertools.cycle(addresses)
        return self._web.patiently(url, lambda: self._once(url, next(turn)))

    def _once(self, url: str, address: str) -> WebPage | str:
        """Return the page, or the address that it has moved to, which has not been requested yet."""
        with self._web.opened(url, fine=REDIRECTS, follow=False, address=address) as response:
            if response.status_code in REDIRECTS:
                return urljoin(url, str(response.headers.get("Location", "")))
            body = bytearray()
            for piece in self._web.pieces(response):
                body += piece
                if len(body) > MOST_BYTES:
                    raise WebError(f"{url} is larger than {MOST_BYTES:,} bytes")
            kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        return WebPage(url=url, kind=kind, body=bytes(body))

    def _checked(self, url: str) -> list[str]:
        """Return the addresses of the URL's host, all of them public."""
        host = host_of(url)
        return addresses_of(host, self._resolve) if host in self._near else public_addresses(url, self._resolve)
