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
from mesocosm.storage.folder import Folder, folder_at
from mesocosm.suite import split_of_id
from mesocosm.synthesis.folder import (
    Plan,
    claim_lot,
    keep_picture,
    lot_name,
    missing_lots,
    open_folder,
    read_lot,
    remove_claims,
    write_lot,
    write_tools,
)
from mesocosm.synthesis.pipeline import Worked, Workshop, work

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

Watch = Callable[[int, int], None]
"""Callback with the number of candidates done, and their total."""


class Stopped(UserError):
    """The work was interrupted; complete lots are kept."""


def synthesise(plan: Plan, folder: Path | str, *, jobs: int = 1, watch: Watch | None = None) -> Counter[str]:
    """Work all candidates of a plan whose lots are missing in the folder; return the numbers kept and dropped.

    Args:
        plan: Suite, split, seed, actor and number of candidates.
        folder: A folder that is new, empty, or begun with the same plan; a path, or an address such as
            `s3://BUCKET/FOLDER`. Other processes may work at it at the same time.
        jobs: Number of parallel processes.
        watch: Called at once, and after every lot.
    """
    if jobs < 1:
        raise UserError(f"jobs must be at least 1, got {jobs}")
    workshop = load_workshop(plan)
    open_folder(folder, plan)
    opened = folder_at(folder)
    write_tools(opened, dict(workshop.tools))
    missing = missing_lots(opened, plan)
    done = plan.candidates - sum(len(plan.numbers(lot)) for lot in missing)
    with contextlib.ExitStack() as stack:
        for worked in chain((0,), _lots_worked(workshop, plan, opened, missing, jobs, stack)):
            done += worked
            if watch is not None:
                watch(done, plan.candidates)
    outcomes = sum((_outcomes(workshop, plan, opened, lot) for lot in plan.lots), Counter())
    remove_claims(opened)
    return outcomes


def _outcomes(workshop: Workshop, plan: Plan, folder: Folder, lot: int) -> Counter[str]:
    """Count the outcomes of a lot; first work it again if a process that wants fewer candidates has cut it short."""
    count = len(plan.numbers(lot))
    outcomes = [candidate.outcome for candidate in read_lot(folder, lot)]
    if len(outcomes) < count:
        _work_lot(workshop, plan, folder, lot)
        outcomes = [candidate.outcome for candidate in read_lot(folder, lot)]
    return Counter(outcomes[:count])


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
    workshop: Workshop, plan: Plan, folder: Folder, lots: list[int], jobs: int, stack: contextlib.ExitStack
) -> Iterator[int]:
    """Yield the number of candidates of each lot when it is done; lots that another process has begun come last."""
    run = _run_here if jobs == 1 or len(lots) < 2 else _run_apart(plan, folder, min(jobs, len(lots)), stack)
    for only_free in (True, False):
        left = []
        for lot, worked in run(workshop, plan, folder, lots, only_free):
            if worked is None:
                left.append(lot)
            else:
                yield worked
        lots = sorted(left)


Outcomes = Iterator[tuple[int, int | None]]
"""Lots, each with the number of its candidates; None if it was left to another process."""


def _run_here(workshop: Workshop, plan: Plan, folder: Folder, lots: list[int], only_free: bool) -> Outcomes:
    return ((lot, _work_missing(workshop, plan, folder, lot, only_free)) for lot in lots)


def _run_apart(plan: Plan, folder: Folder, jobs: int, stack: contextlib.ExitStack) -> Callable[..., Outcomes]:
    """Return a function like `_run_here` that works in processes of its own."""
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(jobs, context, _start_worker, (plan, folder, stop))
    stack.callback(pool.shutdown, wait=True, cancel_futures=True)
    stack.callback(stop.set)  # runs first, so that workers end after their current candidate

    def run(workshop: Workshop, plan: Plan, folder: Folder, lots: list[int], only_free: bool) -> Outcomes:
        futures = {pool.submit(_work_here, lot, only_free): lot for lot in lots}
        return ((futures[future], future.result()) for future in as_completed(futures))

    return run


def _work_missing(
    workshop: Workshop, plan: Plan, folder: Folder, lot: int, only_free: bool, stop: Event | None = None
) -> int | None:
    """Work a lot unless another process has worked it meanwhile, or, if `only_free`, has begun it."""
    if folder.exists(lot_name(lot)):
        return len(plan.numbers(lot))
    if not claim_lot(folder, lot) and only_free:
        return None
    return _work_lot(workshop, plan, folder, lot, stop)


def _work_lot(workshop: Workshop, plan: Plan, folder: Folder, lot: int, stop: Event | None = None) -> int:
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


_worker: list[tuple[Workshop, Plan, Folder, Event]] = []


def _start_worker(plan: Plan, folder: Folder, stop: Event) -> None:
    """Prepare a worker process, which ignores Ctrl-C and leaves it to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker[:] = [(load_workshop(plan), plan, folder, stop)]


def _work_here(lot: int, only_free: bool) -> int | None:
    workshop, plan, folder, stop = _worker[0]
    return _work_missing(workshop, plan, folder, lot, only_free, stop)
