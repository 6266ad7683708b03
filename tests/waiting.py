"""Waiting for what another thread or process does, however long a busy machine takes over it."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

PATIENCE_S = 600.0
"""A far backstop: a test that would hang fails instead. Nothing is expected to take anywhere near this long."""

INTERRUPTIBLE = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""Opens the program of a child that is sent Ctrl-C: in the background a child would ignore it, as its parent does."""

PROGRAM = "from mesocosm.cli.main import main; main()"


@contextmanager
def running(command: Sequence[str | Path], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """A child that does not outlive the test, however that ends."""
    with subprocess.Popen(command, **options) as child:
        try:
            yield child
        finally:
            child.kill()


def wait_until(happened: Callable[[], object], what: str, child: subprocess.Popen[Any] | None = None) -> None:
    """Return once it happened; fail once it cannot any more, because the child that does it has ended."""
    deadline = time.monotonic() + PATIENCE_S
    while not happened():
        if child is not None and child.poll() is not None and not happened():
            pytest.fail(f"the program ended, with code {child.returncode}, before {what}")
        if time.monotonic() > deadline:
            pytest.fail(f"waited {PATIENCE_S:.0f} s, but not {what}")
        time.sleep(0.05)


def wait_for_a_sample(folder: Path, child: subprocess.Popen[Any]) -> None:
    """Return once a log in the folder, which the child writes, holds a finished sample."""
    wait_until(lambda: any(map(_holds_a_sample, folder.glob("*.eval"))), "a sample was in a log", child)


def _holds_a_sample(path: Path) -> bool:
    from inspect_ai.log import read_eval_log

    try:
        return bool(read_eval_log(str(path)).samples)
    except Exception:  # it is being written
        return False
