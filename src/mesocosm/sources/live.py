"""Live services as sources: entries by address, fetched by one client, checked on arrival."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from mesocosm.errors import UserError
from mesocosm.sources.download import WHOLE, Check, save
from mesocosm.sources.keys import Key
from mesocosm.sources.source import Entry, Receipt
from mesocosm.sources.web import Span, Web

Moved = Callable[[str, int, int | None], None]
"""Called with an entry's name, the bytes received so far, and the total if known."""


@dataclass(frozen=True)
class Remote:
    """One file of a service: its address, and a check against error pages that a server sends in its place."""

    name: str
    url: str
    check: Check
    licence: str
    choice: str = ""
    """Part of the file at the address, '' for all of it."""
    spans: Callable[[Web], Sequence[Span]] = lambda web: WHOLE

    @property
    def entry(self) -> Entry:
        """What is known before anything is fetched."""
        return Entry(name=self.name, licence=self.licence, recipe=self.url, choice=self.choice)


class LiveSource(ABC):
    """A service run by others. Subclasses say which files there are (`entries`) and what is where (`remote`)."""

    example: str
    """Name of an entry that exists, so that any service can be tested without knowing it."""
    variable: str
    """Environment variable for another address: a mirror, or a test's own server."""
    home: str
    """The service's own address, without a slash at the end."""
    keys: tuple[Key, ...] = ()
    """Keys that the service requires."""

    def __init__(
        self, web: Web | None = None, address: str | None = None, moved: Moved = lambda name, done, total: None
    ) -> None:
        """The defaults are a new client and the address from the environment."""
        self._web = web
        self._address = address
        self._moved = moved

    @cached_property
    def web(self) -> Web:
        return self._web or Web()

    @cached_property
    def address(self) -> str:
        return self._address or service_address(self.variable, self.home)

    @abstractmethod
    def entries(self, prefix: str = "") -> list[Entry]:
        """Return the entries whose names begin with `prefix`, sorted by name."""

    @abstractmethod
    def remote(self, name: str) -> Remote:
        """Return the file of a name without a request to the service; raise `UnknownName` for an unknown name."""

    def fetch(self, name: str, into: Path) -> Receipt:
        """Fetch a file and check it before it gets its name; continue an interrupted transfer."""
        remote = self.remote(name)
        return save(
            self.web,
            remote.url,
            into,
            spans=remote.spans(self.web),
            check=remote.check,
            progress=lambda done, total: self._moved(name, done, total),
        )

    def fault(self, name: str, path: Path) -> str:
        """Return what shows that a file is not the entry of this name, '' for nothing."""
        return self.remote(name).check(path)


def sorted_entries(remotes: Iterable[Remote], prefix: str = "") -> list[Entry]:
    """Return the entries of files whose names begin with `prefix`, sorted by name."""
    return sorted((remote.entry for remote in remotes if remote.name.startswith(prefix)), key=lambda entry: entry.name)


def service_address(variable: str, home: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return a service's address, or the one in the environment, without a slash at the end."""
    url = environment.get(variable) or home
    if not url.startswith(("https://", "http://")):
        raise UserError(f"{variable} must start with https:// or http://, got {url!r}")
    return url.rstrip("/")


def opens_with(word: bytes, what: str) -> Check:
    """Return a check that a word is in the first 2048 bytes; `what` names such a file in the error, after "a"."""

    def check(path: Path) -> str:
        with path.open("rb") as file:
            beginning = file.read(2048)
        return "" if word in beginning else f"is not a {what}: it begins with {beginning[:20]!r}"

    return check
