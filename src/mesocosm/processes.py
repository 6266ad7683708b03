"""Run a function in several processes, in parallel."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


def run_parallel(work: Callable[[A], B], each: Sequence[A], jobs: int) -> Iterator[B]:
    """Yield results as they are ready, in any order; one job runs in this process and in order.

    Args:
        work: A function of a module, or a `functools.partial` of one: it is sent to fresh interpreters.
        each: The arguments of its calls.
        jobs: How many processes.
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
        except BaseException:  # after Ctrl-C no further call may begin
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _start_worker() -> None:
    """Ignore Ctrl-C in a worker: the process that started it handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
