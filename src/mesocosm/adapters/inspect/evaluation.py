"""One call of Inspect's eval-set: models of a plan, with the settings of a run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from pathlib import Path
from typing import Any

from mesocosm.adapters.inspect.light_start import SETTINGS, without_providers
from mesocosm.adapters.inspect.run_plan import RunPlan


def evaluate(plan: RunPlan, models: tuple[str, ...], log_dir: Path, **further: Any) -> list[Any]:
    """Run some of a plan's models, either reference agents or models from outside, and return their logs."""
    from inspect_ai import eval_set

    if not models:
        return []
    arguments = {
        "log_dir": str(log_dir),
        "model": list(models),
        "task_args": plan.task_args,
        "epochs": plan.epochs,
        "max_samples": plan.max_samples,
        "max_tasks": len(models),
        "retry_attempts": 1,
        "fail_on_error": False,  # a sample that breaks is recorded as broken; the others continue
        "log_buffer": 1,  # every finished sample is on disk before the next one begins
        "log_dir_allow_dirty": True,
        "display": "rich" if sys.stdout.isatty() else "none",
        "max_retries": plan.max_retries,
    }
    external = models[0] in plan.external_models
    settings = {**plan.settings.for_requests(), **plan.settings.for_episodes(plan.external_models)}
    with nullcontext() if external else without_providers(models):
        _, logs = eval_set(f"mesocosm/{plan.suite}", **{**arguments, **(settings if external else SETTINGS), **further})
    return list(logs)


@contextmanager
def results_alone_on_stdout() -> Iterator[None]:
    """Send what Inspect and agents print to standard error, unless standard output is a terminal."""
    if sys.stdout.isatty():
        yield
        return
    with redirect_stdout(sys.stderr):
        yield
