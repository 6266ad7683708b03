"""Generation of a folder of trajectories: all missing lots, by one worker or several."""

from __future__ import annotations

import functools
import importlib
from collections import Counter
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import cast

from mesocosm.errors import UserError
from mesocosm.execution.executor import HERE, Executor
from mesocosm.execution.spread import spread
from mesocosm.suite import split_of_id
from mesocosm.synthesis.folder import (
    Plan,
    keep_picture,
    lot_path,
    missing_lots,
    open_folder,
    read_worked,
    write_lot,
    write_tools,
)
from mesocosm.synthesis.pipeline import Worked, Workshop, work

Watch = Callable[[int, int], None]
"""Callback with the number of candidates done, and their total."""


def synthesise(plan: Plan, folder: Path, *, on: Executor = HERE, watch: Watch | None = None) -> Counter[str]:
    """Work all candidates of a plan whose lots are missing in the folder; return the numbers kept and dropped.

    Args:
        plan: Suite, split, seed, actor and number of candidates.
        folder: New, empty, or begun with the same plan.
        on: Where the lots are worked.
        watch: Called at once, and after every lot.
    """
    workshop = load_workshop(plan)
    open_folder(folder, plan)
    write_tools(folder, dict(workshop.tools))
    missing = missing_lots(folder, plan)
    done = plan.candidates - sum(len(plan.numbers(lot)) for lot in missing)
    make_lot = functools.partial(work_lot, plan, str(folder.resolve()))
    for lot in chain((None,), spread(make_lot, missing, key=functools.partial(_key, plan), on=on)):
        if lot is not None:
            _check_shared(folder, lot)
            done += len(plan.numbers(lot))
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


def _key(plan: Plan, lot: int) -> str:
    return f"trajectories {plan.suite} {plan.split} {plan.seed} {plan.actor} lot {lot}"


@functools.lru_cache(maxsize=1)
def _workshop(plan: Plan) -> Workshop:
    """Return the workshop of this process."""
    return load_workshop(plan)


def work_lot(plan: Plan, folder: str, lot: int) -> int:
    """Work a lot and return its number; its pictures are written first, so that an existing lot is complete."""
    lines: list[Worked] = []
    for number in plan.numbers(lot):
        worked, pictures = work(_workshop(plan), number)
        _check_split(plan, worked.trajectory.item)
        for sha256, png in pictures.items():
            keep_picture(Path(folder), sha256, png, plan.pictures)
        lines.append(worked)
    write_lot(Path(folder), lot, lines)
    return lot


def _check_shared(folder: Path, lot: int) -> None:
    if not lot_path(folder, lot).is_file():
        raise UserError(f"{folder} must be shared by all workers: lot {lot} was written elsewhere")


def _check_split(plan: Plan, item: str) -> None:
    """Refuse a workshop that draws items of another split, because training data must not contain test items."""
    if (split := split_of_id(item, plan.suite)) != plan.split:
        raise UserError(
            f"the workshop of {plan.suite} drew {item} of the split {split} for the split {plan.split}; it must make "
            "items from split_seed(split, seed)"
        )
