"""Web search services with one contract: a query in, pages with title, address and snippet out.

Keys come from the environment and are sent in headers, never in addresses, which errors and recordings show.
"""

from __future__ import annotations

import json
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import urlencode

from mesocosm.errors import UserError
from mesocosm.sources.live import service_address
from mesocosm.sources.web import Web, WebError
from mesocosm.types import Record

TAG = re.compile(r"<[^>]+>")


class PageHit(Record):
    """A page in a search result."""

    title: str
    url: str
    snippet: str = ""
    date: str = ""
    """Date as the service writes it; empty if it gives none."""


class Searched(Record):
    """The reply of a service."""

    hits: tuple[PageHit, ...]
    answer: bytes
    """The JSON of the reply, byte for byte."""


class SearchProvider(ABC):
    """A web search service."""

    name: ClassVar[str]
    key_variable: ClassVar[str]
    """Environment variable that has the key."""
    address_variable: ClassVar[str]
    """Environment variable for another address, such as a recording's."""
    home: ClassVar[str]
    keys_from: ClassVar[str]
    """Address where people get a key."""

    def __init__(self, key: str, web: Web | None = None, address: str | None = None) -> None:
        self._key = key
        self._web = web or Web()
        self.address = address or service_address(self.address_variable, self.home)

    def search(self, query: str, most: int) -> Searched:
        """Return pages for a query, the best first."""
        answer = self._request(query, most)
        try:
            return Searched(hits=tuple(self._hits(json.loads(answer)))[:most], answer=answer)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise WebError(f"{self.address}: the answer of {self.name} has another form than expected") from error

    @abstractmethod
    def _request(self, query: str, most: int) -> bytes:
        """Request a search and return the service's reply."""

    @abstractmethod
    def _hits(self, reply: Any) -> list[PageHit]:
        """Return the pages in a reply."""


class Serper(SearchProvider):
    """serper.dev, which searches Google."""

    name = "Serper"
    key_variable = "SERPER_API_KEY"
    address_variable = "MESOCOSM_SERPER"
    home = "https://google.serper.dev"
    keys_from = "https://serper.dev"

    def _request(self, query: str, most: int) -> bytes:
        headers = {"X-API-KEY": self._key, "Content-Type": "application/json"}
        content = json.dumps({"q": query, "num": most}).encode()
        return self._web.ask("POST", f"{self.address}/search", headers=headers, content=content).body

    def _hits(self, reply: Any) -> list[PageHit]:
        return [
            PageHit(title=row["title"], url=row["link"], snippet=row.get("snippet", ""), date=row.get("date", ""))
            for row in reply["organic"]
        ]


class Brave(SearchProvider):
    """Brave Search, which has its own index."""

    name = "Brave"
    key_variable = "BRAVE_API_KEY"
    address_variable = "MESOCOSM_BRAVE"
    home = "https://api.search.brave.com"
    keys_from = "https://brave.com/search/api"

    def _request(self, query: str, most: int) -> bytes:
        words = urlencode({"q": query, "count": min(most, 20)})
        headers = {"X-Subscription-Token": self._key, "Accept": "application/json"}
        return self._web.ask("GET", f"{self.address}/res/v1/web/search?{words}", headers=headers).body

    def _hits(self, reply: Any) -> list[PageHit]:
        return [
            PageHit(
                title=TAG.sub("", row["title"]),
                url=row["url"],
                snippet=TAG.sub("", row.get("description", "")),
                date=row.get("page_age", "") or row.get("age", ""),
            )
            for row in reply.get("web", {}).get("results", ())
        ]


PROVIDERS: tuple[type[SearchProvider], ...] = (Serper, Brave)


def search_provider(web: Web | None = None, environment: Mapping[str, str] = os.environ) -> SearchProvider:
    """Return the first service whose key the environment has."""
    for kind in PROVIDERS:
        if key := environment.get(kind.key_variable):
            return kind(key, web)
    ways = " or ".join(f"{kind.key_variable} (a key from {kind.keys_from})" for kind in PROVIDERS)
    raise UserError(f"searching the web needs a key: set {ways}")
