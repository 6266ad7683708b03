from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.sources.server import Server, serving
from tests.waiting import PATIENCE_S

from mesocosm.sources.web import Patience, Web


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch) -> None:
    """Disable the machine's proxy, which does not know our loopback server."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as one:
        yield one


@pytest.fixture
def waits() -> list[float]:
    """Return the pauses that the client requested, in seconds; it does not pause."""
    return []


@pytest.fixture
def web(waits) -> Iterator[Web]:
    with Web(patience=Patience(attempts=4, connect_s=PATIENCE_S, read_s=PATIENCE_S), pause=waits.append) as one:
        yield one
