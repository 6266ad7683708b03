"""The time limit of engines that run in process.

Our own formulas need no sandbox: a process of their own would cost more than most of their runs. Their memory is
bounded by the size of their inputs (`in_process_memory`), and their time by a clock beside them, which interrupts the
thread of a run that is overdue. It cannot interrupt a single library call, such as the sorting of an array: that call
ends first.
"""

from __future__ import annotations

import ctypes
import functools
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from pydantic import JsonValue

from mesocosm.errors import ToolError
from mesocosm.simulators.simulator.contract import Result, RunLimits

Run = TypeVar("Run", bound=Callable[..., Result])


class Overdue(BaseException):
    """Interrupts a run; no `except Exception` of a library catches it, and it never leaves this module."""


def in_time(run: Run) -> Run:
    """Make an engine's `run` raise `ToolError` if it takes longer than its limit."""

    @functools.wraps(run)
    def timed(self: Any, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        clock = _Clock(limits.seconds)
        try:
            try:
                clock.start()
                result = run(self, inputs, seed=seed, limits=limits)
            finally:
                late = clock.stop()
        except Overdue:
            late = True
        if late:
            raise ToolError(f"{self.engine.name} was stopped: it ran longer than {limits.seconds:g} s")
        return result

    return cast(Run, timed)


class _Clock:
    """A timer that strikes once in the thread that made it, unless it is stopped before."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._thread = threading.get_ident()
        self._lock = threading.Lock()
        self._struck = self._over = False
        self._timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), self._strike)
        self._timer.daemon = True

    def start(self) -> None:
        self._started = time.monotonic()
        self._timer.start()

    def stop(self) -> bool:
        """Stop the timer and return whether the time was up; a strike that has not arrived is awaited here."""
        with self._lock:
            self._over = True
            if self._struck:
                self._await_strike()
        self._timer.cancel()
        self._timer.join()
        return self._struck or time.monotonic() - self._started > self._seconds

    def _await_strike(self) -> None:
        """Strike once more, in place of a strike that has not arrived, and catch it.

        To withdraw it would leave Python 3.11 with a note of an error that never comes: every thread goes on looking
        for it, and the first function called under a profiler or a debugger hangs.
        """
        try:
            _break_into(self._thread)
            while True:
                pass
        except Overdue:
            return

    def _strike(self) -> None:
        with self._lock:
            if not self._over:
                self._struck = True
                _break_into(self._thread)


def _break_into(thread: int) -> None:
    """Raise `Overdue` in a thread at its next step."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Overdue))
