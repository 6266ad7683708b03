"""Runs that can be killed and resumed: Inspect's eval-set in one log directory, with a plan on disk.

Retries with backoff and the rate limits of a provider are left to Inspect; the plan gives the number of retries.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from mesocosm import registry
from mesocosm.adapters.inspect.evaluation import evaluate, results_alone_on_stdout
from mesocosm.adapters.inspect.log_folder import (
    OPTION,
    Identity,
    age_unfinished,
    claim,
    hold_folder,
    kept_episodes,
    set_aside_damaged,
)
from mesocosm.adapters.inspect.models import check_model_name, check_models
from mesocosm.adapters.inspect.run_parts import (
    drop_parts,
    models_with_logs,
    refuse_agents_apart,
    refuse_begun_parts,
    run_parts,
)
from mesocosm.adapters.inspect.run_plan import RunPlan
from mesocosm.adapters.inspect.shared_folder import working_folder
from mesocosm.adapters.inspect.undone_episodes import mark_undone
from mesocosm.errors import InvalidRecord
from mesocosm.execution.executor import HERE, Executor
from mesocosm.isolation.protected_folders import protect
from mesocosm.report.results import ResultRow, read_results
from mesocosm.suite import Suite, split_seed
from mesocosm.trace.schema import TRACE_VERSION
from mesocosm.workspace.stale_folders import collect

if TYPE_CHECKING:
    from mesocosm.adapters.inspect.progress import Progress


def execute(plan: RunPlan, log_dir: Path | str, on: Executor = HERE) -> tuple[list[ResultRow], dict[str, str]]:
    """Run or resume a plan; return the results of the whole directory, and why models are unfinished.

    The directory is a path, or an address such as `s3://BUCKET/FOLDER`.
    """
    suite: Suite = registry.load("suites", plan.suite)
    check(plan)
    refuse_agents_apart(plan, on)
    collect()
    _rehearse(suite, plan)
    with working_folder(log_dir) as folder, claim_folder(suite, plan, folder):
        set_aside_damaged(folder)
        mark_undone(folder)
        age_unfinished(folder)
        if on.runs_here:
            refuse_begun_parts(log_dir)
            return _go_on(plan, folder)
        return _run_parts(plan, folder, log_dir, on)


def _run_parts(plan: RunPlan, folder: Path, place: Path | str, on: Executor) -> tuple[list[ResultRow], dict[str, str]]:
    """Run the models without a log in parts; go on with those that have one in one piece."""
    begun = models_with_logs(folder)
    new = plan.model_copy(update={"models": tuple(model for model in plan.models if model not in begun)})
    unfinished = run_parts(new, folder, place, on) if new.models else {}
    old = plan.model_copy(update={"models": tuple(model for model in plan.models if model in begun)})
    if old.models:
        drop_parts(old, place)
        unfinished |= _go_on(old, folder)[1]
    return (read_results(folder) if len(unfinished) < len(plan.models) else []), unfinished


@contextmanager
def claim_folder(suite: Suite, plan: RunPlan, log_dir: Path, argument: str = OPTION) -> Iterator[None]:
    """Lock the folder of this plan for this process; refuse that of another plan.

    `argument` is the name of the folder's argument in errors.
    """
    registry.require("inspect_ai")
    with hold_folder(log_dir, argument):
        claim(log_dir, _identity(suite, plan), argument)
        protect(log_dir)
        yield


def _go_on(plan: RunPlan, log_dir: Path) -> tuple[list[ResultRow], dict[str, str]]:
    from mesocosm.adapters.inspect.progress import count_episodes

    external = plan.external_models
    own = tuple(model for model in plan.models if model not in external)
    with count_episodes(None if sys.stdout.isatty() else _progress(plan, log_dir)), results_alone_on_stdout():
        logs = [*evaluate(plan, own, log_dir), *evaluate(plan, external, log_dir)]
    # Inspect reports a set as complete that Ctrl-C cancelled: only a finished log counts.
    finished = {log.eval.model for log in logs if log.status == "success"}
    reasons = {log.eval.model: log.error.message if log.error is not None else log.status for log in logs}
    return read_results(log_dir), {model: reasons.get(model, "") for model in plan.models if model not in finished}


def _progress(plan: RunPlan, log_dir: Path) -> Progress:
    from mesocosm.adapters.inspect.progress import Progress

    return Progress(
        plan.suite, plan.item_count * plan.epochs * len(plan.models), finished=kept_episodes(log_dir, plan.models)
    )


def check(plan: RunPlan) -> None:
    """Refuse a plan that cannot be run, before any request or file."""
    suite: Suite = registry.load("suites", plan.suite)
    if plan.profile not in suite.card.profiles:
        raise InvalidRecord(f"profile must be one of {', '.join(suite.card.profiles)}, got {plan.profile!r}")
    suite.seed_under(split_seed(plan.split, plan.seed), plan.options)
    plan.settings.check(plan.external_models)
    for model in plan.models:
        provider, _, name = model.partition("/")
        check_model_name(model)
        if provider == "mesocosm":
            suite.check_agent(name)
    check_models(plan.models)


def _rehearse(suite: Suite, plan: RunPlan) -> None:
    """Open the first item's world and close it, so that an error for something missing comes before the run.

    What is prepared once per machine, such as a sandbox, is then not charged to an episode.
    """
    with suite.world(*suite.case(plan.item_seed, 0), options=plan.options):
        pass


def _identity(suite: Suite, plan: RunPlan) -> Identity:
    return Identity(
        suite=suite.name,
        suite_version=suite.card.version,
        trace_version=TRACE_VERSION,
        items=plan.item_count,
        epochs=plan.epochs,
        seed=plan.seed,
        split=plan.split,
        profile=plan.profile,
        options=suite.settle(plan.options),
        first_item=suite.case(plan.item_seed, 0)[0].fingerprint()[:12],
    )
