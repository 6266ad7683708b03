"""Generation of a folder of trajectories: all missing lots, by one worker or several."""

from __future__ import annotations

import functools
import importlib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import cast

from mesocosm.errors import UserError
from mesocosm.execution.executor import HERE, Executor
from mesocosm.execution.spread import spread
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

Watch = Callable[[int, int], None]
"""Callback with the number of candidates done, and their total."""


def synthesise(plan: Plan, folder: Path | str, *, on: Executor = HERE, watch: Watch | None = None) -> Counter[str]:
    """Work all candidates of a plan whose lots are missing in the folder; return the numbers kept and dropped.

    Args:
        plan: Suite, split, seed, actor and number of candidates.
        folder: A folder that is new, empty, or begun with the same plan; a path, or an address such as
            `s3://BUCKET/FOLDER`. Other processes may work at it at the same time.
        on: Where the lots are worked.
        watch: Called at once, and after every lot.
    """
    workshop = load_workshop(plan)
    open_folder(folder, plan)
    opened = folder_at(folder)
    write_tools(opened, dict(workshop.tools))
    missing = missing_lots(opened, plan)
    done = plan.candidates - sum(len(plan.numbers(lot)) for lot in missing)
    for lot in chain((None,), _lots_worked(plan, opened, missing, on)):
        if lot is not None:
            done += len(plan.numbers(lot))
        if watch is not None:
            watch(done, plan.candidates)
    outcomes = sum((_outcomes(plan, opened, lot) for lot in plan.lots), Counter())
    remove_claims(opened)
    return outcomes


def _outcomes(plan: Plan, folder: Folder, lot: int) -> Counter[str]:
    """Count the outcomes of a lot; first work it again if a process that wants fewer candidates has cut it short."""
    count = len(plan.numbers(lot))
    outcomes = [candidate.outcome for candidate in read_lot(folder, lot)]
    if len(outcomes) < count:
        _work_lot(plan, folder, lot)
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


def _lots_worked(plan: Plan, folder: Folder, lots: list[int], on: Executor) -> Iterator[int]:
    """Yield each lot when it is worked; lots that another command has begun come last."""
    for only_free in (True, False):
        left = []
        work_one = functools.partial(_work_missing, plan, folder, only_free)
        for lot, is_worked in spread(work_one, lots, key=functools.partial(_key, plan), on=on):
            if not is_worked:
                left.append(lot)
            elif not folder.exists(lot_name(lot)):
                raise UserError(f"{folder} must be shared by all workers: lot {lot} was written elsewhere")
            else:
                yield lot
        lots = sorted(left)


def _key(plan: Plan, lot: int) -> str:
    return f"trajectories {plan.suite} {plan.split} {plan.seed} {plan.actor} lot {lot}"


@functools.lru_cache(maxsize=1)
def _workshop(plan: Plan) -> Workshop:
    """Return the workshop of this process."""
    return load_workshop(plan)


def _work_missing(plan: Plan, folder: Folder, only_free: bool, lot: int) -> tuple[int, bool]:
    """Work a lot unless another command has worked it meanwhile, or, if `only_free`, has begun it.

    Return its number, and whether it is worked.
    """
    if not folder.exists(lot_name(lot)):
        if not claim_lot(folder, lot) and only_free:
            return lot, False
        _work_lot(plan, folder, lot)
    return lot, True


def _work_lot(plan: Plan, folder: Folder, lot: int) -> None:
    """Work a lot; its pictures are written first, so that an existing lot is complete."""
    lines: list[Worked] = []
    for number in plan.numbers(lot):
        worked, pictures = work(_workshop(plan), number)
        _check_split(plan, worked.trajectory.item)
        for sha256, png in pictures.items():
            keep_picture(folder, sha256, png, plan.pictures)
        lines.append(worked)
    write_lot(folder, lot, lines)


def _check_split(plan: Plan, item: str) -> None:
    """Refuse a workshop that draws items of another split, because training data must not contain test items."""
    if (split := split_of_id(item, plan.suite)) != plan.split:
        raise UserError(
            f"the workshop of {plan.suite} drew {item} of the split {split} for the split {plan.split}; it must make "
            "items from split_seed(split, seed)"
        )
