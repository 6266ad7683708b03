"""Fixtures for every test: no network, the toy suite, and worlds built from a few functions."""

from __future__ import annotations

import gc
import ipaddress
import os
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from mesocosm import registry
from mesocosm.cache import tampering
from mesocosm.episode.setting import Setting
from mesocosm.episode.world import World
from mesocosm.suite import Suite
from mesocosm.tools.tool import load, make
from mesocosm.tools.view import ToolView
from mesocosm.trace.writer import TraceWriter
from mesocosm.types import Budget, Item, Reference
from mesocosm.workspace.submission import SubmissionDesk

MakeWorld = Callable[..., World]

# One tree, one verdict: the same examples in every run. `--hypothesis-profile=default` looks for new ones.
# No example has a deadline, and none is called slow to make: a busy machine is not a fault.
settings.register_profile("repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("repeatable")

# Ten thousand tests are millions of objects that live to the end. Looked through for garbage again and again, they take
# half of the time of collecting them, and a part of that of every test: it is done rarely, and never to them.
gc.set_threshold(100_000, 50, 50)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


def _is_near(address: object) -> bool:
    if not isinstance(address, tuple):
        return True  # a Unix socket
    host = str(address[0])
    try:
        return host == "localhost" or ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


@pytest.fixture(autouse=True)
def _cache_as_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the cache events of one test out of the episodes of the next."""
    monkeypatch.setattr(tampering, "_noticed", {})


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep intermediate files apart from the user's, in one cache for all workers of a run."""
    base = tmp_path_factory.getbasetemp()
    patch = pytest.MonkeyPatch()
    patch.delenv("COLUMNS", raising=False)  # set in workers by pytest-xdist: tables would be as narrow as its own lines
    patch.setenv("MESOCOSM_CACHE", str((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache"))
    yield
    patch.undo()


@pytest.fixture(scope="session", autouse=True)
def _network_off() -> Iterator[None]:
    """Refuse connections that leave the machine, so that no test depends on one."""
    patch = pytest.MonkeyPatch()
    for name in ("connect", "connect_ex"):
        patch.setattr(socket.socket, name, _guarded(getattr(socket.socket, name)))
    yield
    patch.undo()


def _guarded(original: Callable[..., Any]) -> Callable[..., Any]:
    def connect(self: socket.socket, address: Any) -> Any:
        if not _is_near(address):
            raise OSError(f"the network is off in tests: connect to {address!r} refused")
        return original(self, address)

    return connect


@pytest.fixture
def toy() -> Suite:
    """Return the suite of the example package, which is really installed."""
    suite: Suite = registry.load("suites", "toy")
    return suite


@pytest.fixture
def toy_case(toy: Suite) -> tuple[Item, Reference]:
    return toy.case(0, 0)


@pytest.fixture
def toy_world(toy: Suite, toy_case: tuple[Item, Reference]) -> Iterator[World]:
    with toy.world(*toy_case) as world:
        yield world


@pytest.fixture
def make_world() -> Iterator[MakeWorld]:
    """Return a maker of worlds from tool ids and plain functions (shown as `lab.<name>`), closed at the end."""
    built: list[World] = []

    def build(
        *tools: Any,
        budget: Budget | None = None,
        check: Any = None,
        reader: Any = None,
        trace: Any = None,
        **setting: Any,
    ) -> World:
        made = [load(one) if isinstance(one, str) else make(f"lab.{one.__name__}", one) for one in tools]
        desk = SubmissionDesk(check or (lambda value: value), reader=reader)
        world = World(
            Item(id="lab-s0-0000", suite="lab", prompt="Do something.", seed=0),
            Setting(tools=ToolView(made), desk=desk, budget=budget or Budget(), **setting),
            writer=TraceWriter(trace),
        )
        built.append(world)
        return world

    yield build
    for world in built:
        world.close()
