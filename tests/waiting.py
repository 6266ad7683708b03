"""Waiting for actions of other threads or processes, however long a busy machine takes."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

PATIENCE_S = 600.0
"""Upper limit after which a hanging test fails; nothing is expected to take anywhere near this long."""

INTERRUPTIBLE = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""First lines of a child program that receives Ctrl-C; in the background it would ignore the signal, as its parent
does.
"""

PROGRAM = "from mesocosm.cli.main import main; main()"


@contextmanager
def running(command: Sequence[str | Path], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Run a child that does not outlive the test, however the test ends."""
    with subprocess.Popen(command, **options) as child:
        try:
            yield child
        finally:
            child.kill()


def wait_until(happened: Callable[[], object], what: str, child: subprocess.Popen[Any] | None = None) -> None:
    """Return when the condition holds; fail when it cannot hold any more, because the responsible child has ended."""
    deadline = time.monotonic() + PATIENCE_S
    while not happened():
        if child is not None and child.poll() is not None and not happened():
            pytest.fail(f"the program ended, with code {child.returncode}, before {what}")
        if time.monotonic() > deadline:
            pytest.fail(f"waited {PATIENCE_S:.0f} s, but not {what}")
        time.sleep(0.05)


def wait_for_a_sample(folder: Path, child: subprocess.Popen[Any]) -> None:
    """Return when a log in the folder, written by the child, holds a finished sample."""
    wait_until(lambda: any(map(_holds_a_sample, folder.glob("*.eval"))), "a sample was in a log", child)


def _holds_a_sample(path: Path) -> bool:
    from inspect_ai.log import read_eval_log

    try:
        return bool(read_eval_log(str(path)).samples)
    except Exception:  # it is being written
        return False
