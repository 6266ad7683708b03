"""A run that can be killed at any moment: Inspect's eval-set over one log directory, guarded by a plan on disk."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field

from mesocosm import registry
from mesocosm.adapters.inspect.log_folder import (
    OPTION,
    Identity,
    age_unfinished,
    claim,
    hold_folder,
    kept_episodes,
    set_aside_damaged,
)
from mesocosm.adapters.inspect.model_settings import ModelSettings
from mesocosm.adapters.inspect.models import check_model_name, check_models
from mesocosm.adapters.inspect.undone_episodes import mark_undone
from mesocosm.errors import InvalidRecord
from mesocosm.isolation.protected_folders import protect
from mesocosm.report.results import ResultRow, read_results
from mesocosm.suite import Split, Suite, split_seed
from mesocosm.trace.schema import TRACE_VERSION
from mesocosm.types import Record
from mesocosm.workspace.stale_folders import collect

if TYPE_CHECKING:
    from mesocosm.adapters.inspect.progress import Progress


class RunPlan(Record):
    """What is run. Models and settings may be added later; all else belongs to the log directory."""

    suite: str
    models: tuple[str, ...]
    items: int | None = None
    epochs: int = 1
    seed: int = 0
    split: Split = "test"
    profile: str = "default"
    options: dict[str, str] = Field(default_factory=dict)
    max_samples: int = 8
    max_retries: int = 6
    settings: ModelSettings = ModelSettings()
    """Of the models; reference agents play as the suite's card says."""

    @property
    def item_seed(self) -> int:
        """The number from which the suite makes the items of this split and seed."""
        return split_seed(self.split, self.seed)

    @property
    def task_args(self) -> dict[str, Any]:
        """Arguments of the Inspect task. The test split goes unnamed: Inspect finds a task's old logs by them."""
        split = {} if self.split == "test" else {"split": self.split}
        return {"seed": self.seed, "limit": self.items, "profile": self.profile, "options": self.options, **split}

    @property
    def asked(self) -> tuple[str, ...]:
        """The models that are not agents of ours."""
        return tuple(model for model in self.models if not model.startswith("mesocosm/"))


def execute(plan: RunPlan, log_dir: Path) -> tuple[list[ResultRow], dict[str, str]]:
    """Run a plan, or resume it: the results of the whole directory, and each unfinished model with the reason."""
    suite: Suite = registry.load("suites", plan.suite)
    check(plan)
    collect()
    _rehearse(suite, plan)
    with claim_folder(suite, plan, log_dir):
        set_aside_damaged(log_dir)
        mark_undone(log_dir)
        age_unfinished(log_dir)
        return _go_on(plan, log_dir)


@contextmanager
def claim_folder(suite: Suite, plan: RunPlan, log_dir: Path, argument: str = OPTION) -> Iterator[None]:
    """Hold a folder that is this plan's, for this process alone; one of another plan is refused.

    Errors call the folder what `argument` says, which is what the caller gave it by.
    """
    registry.require("inspect_ai")
    with hold_folder(log_dir, argument):
        claim(log_dir, _identity(suite, plan), argument)
        protect(log_dir)
        yield


def _go_on(plan: RunPlan, log_dir: Path) -> tuple[list[ResultRow], dict[str, str]]:
    from mesocosm.adapters.inspect.progress import count_episodes

    own = tuple(model for model in plan.models if model not in plan.asked)
    settings = {**plan.settings.for_requests(), **plan.settings.for_episodes(plan.asked)}
    with count_episodes(None if sys.stdout.isatty() else _progress(plan, log_dir)), _results_alone_on_stdout():
        # Nobody watches a program's turns while they last.
        logs = [*_eval(plan, own, log_dir, {"log_realtime": False}), *_eval(plan, plan.asked, log_dir, settings)]
    # Inspect calls a set complete that was cancelled with Ctrl-C: only a finished log counts.
    finished = {log.eval.model for log in logs if log.status == "success"}
    reasons = {log.eval.model: log.error.message if log.error is not None else log.status for log in logs}
    return read_results(log_dir), {model: reasons.get(model, "") for model in plan.models if model not in finished}


@contextmanager
def _results_alone_on_stdout() -> Iterator[None]:
    """What Inspect and agents print goes to standard error, unless a person looks on: a program reads our JSON."""
    if sys.stdout.isatty():
        yield
        return
    with redirect_stdout(sys.stderr):
        yield


def _progress(plan: RunPlan, log_dir: Path) -> Progress:
    from mesocosm.adapters.inspect.progress import Progress

    items = plan.items if plan.items is not None else registry.load("suites", plan.suite).card.items
    return Progress(plan.suite, items * plan.epochs * len(plan.models), finished=kept_episodes(log_dir, plan.models))


def _eval(plan: RunPlan, models: tuple[str, ...], log_dir: Path, settings: dict[str, Any]) -> list[Any]:
    """The logs of some of the models, under settings that are theirs alone."""
    from inspect_ai import eval_set

    if not models:
        return []
    _, logs = eval_set(
        f"mesocosm/{plan.suite}",
        log_dir=str(log_dir),
        model=list(models),
        task_args=plan.task_args,
        epochs=plan.epochs,
        max_samples=plan.max_samples,
        max_tasks=len(models),
        retry_attempts=1,
        fail_on_error=False,  # a sample that breaks is recorded as broken; the others go on
        log_buffer=1,  # every finished sample is on disk before the next begins
        log_dir_allow_dirty=True,
        display="rich" if sys.stdout.isatty() else "none",
        max_retries=plan.max_retries,
        **settings,
    )
    return list(logs)


def check(plan: RunPlan) -> None:
    """Refuse a plan that cannot be run, before anything is asked or written."""
    suite: Suite = registry.load("suites", plan.suite)
    if plan.profile not in suite.card.profiles:
        raise InvalidRecord(f"profile must be one of {', '.join(suite.card.profiles)}, got {plan.profile!r}")
    split_seed(plan.split, plan.seed)
    plan.settings.check(plan.asked)
    for model in plan.models:
        provider, _, name = model.partition("/")
        check_model_name(model)
        if provider == "mesocosm":
            suite.check_agent(name)
    check_models(plan.models)


def _rehearse(suite: Suite, plan: RunPlan) -> None:
    """Open the first item's world and close it, so that what is missing is told before anything runs.

    What is prepared once for a machine, such as a sandbox, is not charged to an episode then.
    """
    with suite.world(*suite.case(plan.item_seed, 0), options=plan.options):
        pass


def _identity(suite: Suite, plan: RunPlan) -> Identity:
    return Identity(
        suite=suite.name,
        suite_version=suite.card.version,
        trace_version=TRACE_VERSION,
        items=plan.items if plan.items is not None else suite.card.items,
        epochs=plan.epochs,
        seed=plan.seed,
        split=plan.split,
        profile=plan.profile,
        options=suite.settle(plan.options),
        first_item=suite.case(plan.item_seed, 0)[0].fingerprint()[:12],
    )
