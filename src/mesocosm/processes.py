"""Work spread over processes."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


def run_parallel(work: Callable[[A], B], each: Sequence[A], jobs: int) -> Iterator[B]:
    """Results as they are done, in any order; with one job in this process and in order.

    Args:
        work: A function of a module, or a `functools.partial` of one: it goes to fresh interpreters.
        each: What it is called with.
        jobs: Processes.
    """
    if jobs == 1 or len(each) < 2:
        yield from map(work, each)
        return
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    with ProcessPoolExecutor(min(jobs, len(each)), get_context("spawn"), _start_worker) as pool:
        futures = [pool.submit(work, one) for one in each]
        try:
            yield from (future.result() for future in as_completed(futures))
        except BaseException:  # Ctrl-C too: what has not begun must not begin
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _start_worker() -> None:
    """A worker leaves Ctrl-C to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
