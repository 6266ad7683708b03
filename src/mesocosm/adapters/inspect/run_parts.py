"""A run in parts: each is an Inspect evaluation of some items with a log of its own, made by some worker.

Parts lie beside the folder of logs, in `FOLDER.parts`, and the same command continues with those that are missing. When
all parts of a model are there, they become one log in the folder, like that of a run in one piece.
"""

from __future__ import annotations

import functools
import hashlib
import re
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any

from mesocosm import registry
from mesocosm.adapters.inspect.evaluation import evaluate
from mesocosm.adapters.inspect.log_folder import age_unfinished, hold_folder, set_aside_damaged
from mesocosm.adapters.inspect.run_plan import RunPlan
from mesocosm.adapters.inspect.shared_folder import working_folder
from mesocosm.adapters.inspect.undone_episodes import mark_undone
from mesocosm.episode.reference_agents import PROVIDER, plays_apart
from mesocosm.errors import InvalidRecord, LogDirectoryBusy, UserError
from mesocosm.execution.executor import Executor
from mesocosm.execution.spread import BrokenTasks, spread
from mesocosm.execution.survey import count_workers
from mesocosm.isolation.protected_folders import protect
from mesocosm.item_packs.packed_cases import use_pack
from mesocosm.report.logs import readable_logs
from mesocosm.screen.progress import progress
from mesocosm.storage.folder import folder_at
from mesocosm.storage.lease import LEASE_S
from mesocosm.storage.places import is_remote
from mesocosm.types import Record, canonical_json

NO_MATTER: Any = {
    **dict.fromkeys(("max_samples", "max_retries", "models", "pack", "pack_sha256"), True),
    "settings": {"max_connections", "request_timeout", "price_in", "price_out"},
}
"""Fields of a plan that do not change what a model answers."""
PARTS = ".parts"
PAUSE_S = 5.0
"""Seconds between two attempts at a folder that another worker holds."""
ITEMS = 10
"""Items of a part, whatever the number of workers, so that others can continue what some have begun."""


class RunPart(Record):
    """Some items of one model's run."""

    model: str
    items: tuple[int, ...]
    folder: str
    """Path or address of the folder of its log."""
    group: str


def models_with_logs(log_dir: Path) -> set[str]:
    """Return the models that have a log in a folder, finished or not."""
    return {header.eval.model for _, header in readable_logs(sorted(log_dir.glob("*.eval")), header_only=True)}


def run_parts(plan: RunPlan, log_dir: Path, place: Path | str, on: Executor) -> dict[str, str]:
    """Run the models of a plan in parts; return those that are unfinished, and why.

    Args:
        plan: What to run.
        log_dir: The folder of logs on this machine, held by this process.
        place: Its path or address as other machines know it.
        on: Where the parts are run.
    """
    parts_place = _parts_place(place)
    parts = {model: _parts(plan, model, parts_place) for model in plan.models}
    unfinished: dict[str, str] = {}
    episodes = sum(len(part.items) for each in parts.values() for part in each) * plan.epochs
    with progress(plan.suite, episodes) as shown:
        done = 0
        for part, reason in _finished(plan, parts, on):
            done += len(part.items) * plan.epochs
            shown.update(done, what=part.model)
            if reason:
                unfinished[part.model] = reason
    for model in plan.models:
        if model not in unfinished:
            _merge(plan, parts[model], log_dir)
    return unfinished


def refuse_begun_parts(log_dir: Path | str) -> None:
    """Refuse to run in one piece what was begun in parts: their episodes would be played again."""
    place = _parts_place(log_dir)
    if folder_at(place).names():
        raise InvalidRecord(f"{log_dir} was begun in parts: finish it with --jobs or --on, or delete {place}")


def refuse_agents_apart(plan: RunPlan, on: Executor) -> None:
    """Refuse agents of other packages on a cluster: their processes can reach its network, and what listens there."""
    if on.kind == "processes":
        return
    for model in plan.models:
        if model.startswith(PROVIDER) and plays_apart(name := model.removeprefix(PROVIDER)):
            raise UserError(
                f"agent {name} comes from another package, and on a cluster its process could connect to the workers "
                "and run code there; use --jobs N without --on, or a sealed evaluation (mesocosm seal)"
            )


def drop_parts(plan: RunPlan, place: Path | str) -> None:
    """Delete the parts of models whose log is written: a kill may have left them."""
    for model in plan.models:
        for part in _parts(plan, model, _parts_place(place)):
            _delete(part.folder)


def _parts_place(place: Path | str) -> str:
    return f"{place}{PARTS}" if is_remote(place) else f"{Path(place).resolve()}{PARTS}"


def _parts(plan: RunPlan, model: str, place: str) -> list[RunPart]:
    """Divide the items of a run; those that share what is costly to make come together."""
    suite = registry.load("suites", plan.suite)
    count = plan.item_count
    group = functools.partial(suite.group, plan.item_seed)
    numbers = sorted(range(count), key=lambda index: (group(index), index))
    lots = [tuple(numbers[start : start + ITEMS]) for start in range(0, count, ITEMS)]
    return [
        RunPart(model=model, items=lot, folder=f"{place}/{part_name(plan, model, lot)}", group=group(lot[0]))
        for lot in lots
    ]


def part_name(plan: RunPlan, model: str, items: Sequence[int]) -> str:
    """Return a name that is another one for every difference that matters to the results."""
    about = {**plan.model_dump(mode="json", exclude=NO_MATTER), "model": model, "of": list(items)}
    about["version"] = registry.load("suites", plan.suite).card.version
    digits = hashlib.sha256(canonical_json(about)).hexdigest()[:16]
    return f"{re.sub(r'[^A-Za-z0-9]+', '-', model)}-{min(items):05d}-{digits}"


def _finished(plan: RunPlan, parts: dict[str, list[RunPart]], on: Executor) -> Iterator[tuple[RunPart, str]]:
    """Run the parts of reference agents, then those of models from outside, whose connections are counted."""
    workers = count_workers(on)
    own = [part for model, each in parts.items() if model not in plan.external_models for part in each]
    yield from _spread(plan, own, on, workers)
    others = [part for model, each in parts.items() if model in plan.external_models for part in each]
    yield from _spread(plan, others, on, min(workers, plan.connections))


def _spread(plan: RunPlan, parts: list[RunPart], on: Executor, workers: int) -> Iterator[tuple[RunPart, str]]:
    settings = plan.settings.model_copy(update={"max_connections": max(plan.connections // workers, 1)})
    share = max(plan.max_samples // workers, 1)
    each_plan = plan.model_copy(update={"settings": settings, "max_samples": share})
    left = {part.folder: part for part in parts}
    try:
        for part, reason in spread(
            functools.partial(run_part, each_plan),
            parts,
            key=lambda part: part.folder.rpartition("/")[2],
            group=lambda part: part.group,
            on=on.model_copy(update={"workers": workers}),
        ):
            del left[part.folder]
            yield part, reason
    except BrokenTasks as error:
        for part in left.values():
            yield part, str(error)


def run_part(plan: RunPlan, part: RunPart) -> tuple[RunPart, str]:
    """Run a part, or what is missing of it; return why it is unfinished, empty if it is finished.

    A worker that was lost may hold the folder of the part until its lease ends.
    """
    give_up = time.monotonic() + 2 * LEASE_S
    while True:
        try:
            return _run_held(plan, part)
        except LogDirectoryBusy as error:
            if time.monotonic() > give_up:
                return part, str(error)
            time.sleep(PAUSE_S)


def _run_held(plan: RunPlan, part: RunPart) -> tuple[RunPart, str]:
    own = plan.model_copy(update={"part": part.items})
    if plan.pack:
        use_pack(registry.load("suites", plan.suite), Path(plan.pack), plan.pack_sha256)
    place = part.folder if is_remote(part.folder) else Path(part.folder)
    with working_folder(place) as folder, hold_folder(folder), redirect_stdout(sys.stderr):
        _protect(part.folder)
        set_aside_damaged(folder)
        mark_undone(folder)
        age_unfinished(folder)
        [log] = evaluate(own, (part.model,), folder, display="none")
    if log.status == "success":
        return part, ""
    return part, log.error.message if log.error is not None else log.status


def _protect(place: str) -> None:
    """Keep agents from the logs of all parts, and from the finished logs of the run."""
    if not is_remote(place):  # the copy of a remote folder is protected by whoever made it
        parts = Path(place).parent
        protect(parts)
        protect(parts.with_name(parts.name.removesuffix(PARTS)))


def _merge(plan: RunPlan, parts: Sequence[RunPart], log_dir: Path) -> None:
    """Write the log of a run from those of its parts, and delete these."""
    from inspect_ai.log import recompute_metrics, write_eval_log

    logs = [_log_of(part) for part in parts]
    whole = logs[0]
    whole.samples = sorted(
        (sample for log in logs for sample in log.samples or ()),
        key=lambda sample: (int(str(sample.id).rpartition("-")[2]), sample.epoch),
    )
    spec = whole.eval
    spec.dataset.sample_ids = list(dict.fromkeys(sample.id for sample in whole.samples))
    spec.dataset.samples = len(spec.dataset.sample_ids)
    for arguments in (spec.task_args, spec.task_args_passed):
        arguments.pop("part", None)
    spec.config.max_samples = plan.max_samples
    for config in (spec.model_generate_config, whole.plan.config):
        config.max_connections = plan.settings.max_connections
    whole.stats.started_at = min(log.stats.started_at for log in logs)
    whole.stats.completed_at = max(log.stats.completed_at for log in logs)
    whole.stats.model_usage = _usage(logs)
    recompute_metrics(whole)
    write_eval_log(whole, str(log_dir / Path(whole.location).name))
    for part in parts:
        _delete(part.folder)


def _log_of(part: RunPart) -> Any:
    """Return the log of a part."""
    from inspect_ai.log import read_eval_log

    from mesocosm.report.shared_logs import local_logs

    for path in sorted(local_logs(part.folder).glob("*.eval")):
        log = read_eval_log(str(path))
        if log.status == "success":
            return log
    raise UserError(f"{part.folder} must be shared by all workers: its log was written elsewhere")


def _usage(logs: Sequence[Any]) -> dict[str, Any]:
    total: dict[str, Any] = {}
    for log in logs:
        for model, usage in log.stats.model_usage.items():
            total[model] = total[model] + usage if model in total else usage
    return total


def _delete(place: str) -> None:
    """Delete the folder of a part, and the folder of all parts with the last of them."""
    if is_remote(place):
        folder = folder_at(place)
        for name in folder.names():
            folder.delete(name)
        return
    shutil.rmtree(place, ignore_errors=True)
    with suppress(OSError):  # others are in it
        Path(place).parent.rmdir()
