"""A sealed toy suite, and its scorer on a socket."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from mesocosm.sealed.limits import Limits
from mesocosm.sealed.scorer import Scorer
from mesocosm.sealed.seal import SealedFolder, seal_suite
from mesocosm.sealed.server import Server
from mesocosm.suite import Suite

pytest.importorskip("cryptography", reason="pip install 'mesocosm[sealed]'")

ITEMS = 3


@pytest.fixture
def epochs() -> int:
    return 1


@pytest.fixture
def folder(toy: Suite, tmp_path: Path, epochs: int) -> SealedFolder:
    seal_suite(toy, ITEMS, tmp_path / "sealed", options={}, epochs=epochs)
    return SealedFolder(tmp_path / "sealed")


@pytest.fixture
def limits() -> Limits:
    return Limits()


@pytest.fixture
def scorer(folder: SealedFolder, limits: Limits) -> Iterator[Scorer]:
    with Scorer(folder.root, limits) as scorer:
        yield scorer


@pytest.fixture
def socket(scorer: Scorer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)  # the whole path of a socket has a hundred characters at most
    path = Path("s")
    with Server(scorer, path, os.getuid()) as server:
        server.daemon_threads = False  # closing waits for visits to end
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield path
        server.shutdown()
        serving.join()
