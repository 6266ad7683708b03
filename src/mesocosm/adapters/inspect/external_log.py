"""The Inspect log of episodes that were played outside Inspect, as `mesocosm run` would write it.

Samples, scorers and metadata are those of the suite's task, and Inspect itself scores the traces. What is missing is a
conversation: the calls of each episode are in the trace, in the sample's store.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from inspect_ai import Task
from inspect_ai import score as score_log
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalConfig, EvalDataset, EvalError, EvalLog, EvalSample, EvalSpec, write_eval_log

from mesocosm.adapters.inspect.run_plan import RunPlan
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.suite import Suite
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import dump
from mesocosm.trace.schema import Trace

Episode = tuple[str, int, Trace]
"""Item, epoch and trace of an episode."""


def write_log(suite: Suite, plan: RunPlan, episodes: Iterable[Episode], folder: Path, *, stopped: str = "") -> Path:
    """Write the log of one agent's episodes; that of a run that stopped early is marked as unfinished."""
    task = make_task(
        suite, split=plan.split, seed=plan.seed, limit=plan.items, profile=plan.profile, options=plan.options
    )
    asked = {str(sample.id): sample for sample in task.dataset}
    log = EvalLog(
        status="success",
        eval=_spec(plan, task, list(asked)),
        samples=[_sample(asked[item], epoch, trace) for item, epoch, trace in episodes],
    )
    if log.samples:
        log = score_log(log, task.scorer or [], model="none/none", action="overwrite", display="none")
    if stopped:
        log.status, log.error = "error", EvalError(message=stopped, traceback="", traceback_ansi="")
    moment = datetime.fromisoformat(log.eval.created)
    path = folder / f"{moment:%Y-%m-%dT%H-%M-%S}-00-00_{plan.suite}_{log.eval.task_id}.eval"
    write_eval_log(log, str(path))
    return path


def _spec(plan: RunPlan, task: Task, items: list[str]) -> EvalSpec:
    [model] = plan.models
    return EvalSpec(
        created=datetime.now(UTC).isoformat(timespec="microseconds"),
        eval_id=uuid.uuid4().hex,
        run_id=uuid.uuid4().hex,
        task_id=uuid.uuid4().hex,
        task=f"mesocosm/{plan.suite}",
        task_version=task.version,
        task_args=plan.task_args,
        dataset=EvalDataset(name=task.dataset.name, samples=len(items), sample_ids=list(items)),
        model=model,
        config=EvalConfig(epochs=plan.epochs),
        metadata=task.metadata,
    )


def _sample(asked: Sample, epoch: int, trace: Trace) -> EvalSample:
    return EvalSample(
        id=asked.id or "",
        epoch=epoch,
        input=asked.input,
        target=asked.target,
        metadata=asked.metadata or {},
        store={STORE_KEY: dump(trace)},
    )
