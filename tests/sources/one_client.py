"""The loopback server and one client for many tests: to make a client takes a tenth of a second."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.sources.server import Server, serving
from tests.waiting import PATIENCE_S

from mesocosm.sources.web import Patience, Web


@pytest.fixture(scope="session")
def shared_web() -> Iterator[tuple[Web, list[float]]]:
    """Return a client and the pauses that it requested, in seconds; it does not pause."""
    waits: list[float] = []
    patience = Patience(attempts=4, connect_s=PATIENCE_S, read_s=PATIENCE_S)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_PROXY", "127.0.0.1")  # a proxy of the machine does not know our loopback
        client = Web(patience=patience, pause=waits.append)
    with client:
        yield client, waits


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as data:
        yield data


@pytest.fixture
def waits(shared_web) -> list[float]:
    shared_web[1].clear()
    return shared_web[1]


@pytest.fixture
def web(shared_web, waits) -> Web:
    return shared_web[0]
