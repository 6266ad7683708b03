"""Generation of a folder of trajectories: all missing lots, in one process or several."""

from __future__ import annotations

import contextlib
import importlib
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, cast

from mesocosm.errors import UserError
from mesocosm.suite import split_of_id
from mesocosm.synthesis.folder import Plan, keep_picture, missing_lots, open_folder, read_worked, write_lot, write_tools
from mesocosm.synthesis.pipeline import Worked, Workshop, work

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

Watch = Callable[[int, int], None]
"""Callback with the number of candidates done, and their total."""


class Stopped(UserError):
    """The work was interrupted; complete lots are kept."""


def synthesise(plan: Plan, folder: Path, *, jobs: int = 1, watch: Watch | None = None) -> Counter[str]:
    """Work all candidates of a plan whose lots are missing in the folder; return the numbers kept and dropped.

    Args:
        plan: Suite, split, seed, actor and number of candidates.
        folder: New, empty, or begun with the same plan.
        jobs: Number of parallel processes.
        watch: Called at once, and after every lot.
    """
    if jobs < 1:
        raise UserError(f"jobs must be at least 1, got {jobs}")
    workshop = load_workshop(plan)
    open_folder(folder, plan)
    write_tools(folder, dict(workshop.tools))
    missing = missing_lots(folder, plan)
    done = plan.candidates - sum(len(plan.numbers(lot)) for lot in missing)
    with contextlib.ExitStack() as stack:
        for worked in chain((0,), _lots_worked(workshop, plan, folder, missing, jobs, stack)):
            done += worked
            if watch is not None:
                watch(done, plan.candidates)
    return Counter(candidate.outcome for candidate in read_worked(folder))


def load_workshop(plan: Plan) -> Workshop:
    """Load the workshop of a plan's suite."""
    from mesocosm import registry

    name = f"{registry.load('suites', plan.suite).package}.synthesis"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:  # the module exists, but a library is missing
            raise
        raise UserError(f"suite {plan.suite} does not generate trajectories") from error
    return cast("Workshop", module.workshop(plan.split, plan.seed, plan.actor))


def _lots_worked(
    workshop: Workshop, plan: Plan, folder: Path, lots: list[int], jobs: int, stack: contextlib.ExitStack
) -> Iterator[int]:
    """Yield the number of candidates of each lot when it is done."""
    if jobs == 1 or len(lots) < 2:
        for lot in lots:
            yield _work_lot(workshop, plan, folder, lot)
        return
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(min(jobs, len(lots)), context, _start_worker, (plan, str(folder), stop))
    stack.callback(pool.shutdown, wait=True, cancel_futures=True)
    stack.callback(stop.set)  # runs first, so that workers end after their current candidate
    for future in as_completed([pool.submit(_work_here, lot) for lot in lots]):
        yield future.result()


def _work_lot(workshop: Workshop, plan: Plan, folder: Path, lot: int, stop: Event | None = None) -> int:
    """Work a lot; its pictures are written first, so that an existing lot is complete."""
    lines: list[Worked] = []
    for number in plan.numbers(lot):
        if stop is not None and stop.is_set():
            raise Stopped("the work was interrupted; run the command again to continue")
        worked, pictures = work(workshop, number)
        _check_split(plan, worked.trajectory.item)
        for sha256, png in pictures.items():
            keep_picture(folder, sha256, png, plan.pictures)
        lines.append(worked)
    write_lot(folder, lot, lines)
    return len(lines)


def _check_split(plan: Plan, item: str) -> None:
    """Refuse a workshop that draws items of another split, because training data must not contain test items."""
    if (split := split_of_id(item, plan.suite)) != plan.split:
        raise UserError(
            f"the workshop of {plan.suite} drew {item} of the split {split} for the split {plan.split}; it must make "
            "items from split_seed(split, seed)"
        )


_worker: list[tuple[Workshop, Plan, Path, Event]] = []


def _start_worker(plan: Plan, folder: str, stop: Event) -> None:
    """Prepare a worker process, which ignores Ctrl-C and leaves it to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker[:] = [(load_workshop(plan), plan, Path(folder), stop)]


def _work_here(lot: int) -> int:
    workshop, plan, folder, stop = _worker[0]
    return _work_lot(workshop, plan, folder, lot, stop)
