"""The rows of a results table, read from Inspect logs."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from mesocosm import registry
from mesocosm.errors import InvalidRecord
from mesocosm.stats.proportion import wilson
from mesocosm.types import Record


class SampleRow(Record):
    """One episode."""

    item: str
    epoch: int
    score: float
    success: float
    steps: float
    refused: float
    tokens: int
    answer: str
    """valid, repaired, rejected or missing; `broken` where we failed."""
    end: str
    error: str = ""


class ResultRow(Record):
    """One agent on one suite. `broken` episodes failed on our side and are in no mean."""

    suite: str
    version: str
    profile: str
    agent: str
    episodes: int
    scored: int
    broken: int
    unanswered: int
    score: float
    stderr: float
    success: float
    success_low: float
    success_high: float
    steps: float
    refused: float
    tokens: int
    log: str
    samples: tuple[SampleRow, ...] = ()


def read_results(log_dir: Path) -> list[ResultRow]:
    """A row per finished log in a folder, the newest of each agent, best score first."""
    log = registry.require("inspect_ai.log")
    newest: dict[tuple[str, str, str], ResultRow] = {}
    found = log.list_eval_logs(str(log_dir), recursive=True, descending=False)
    if not found:
        raise InvalidRecord(f"no Inspect log lies in {log_dir}; run something with --log-dir {log_dir} first")
    for info in found:
        read = log.read_eval_log(info)
        if read.status == "success" and "suite" in (read.eval.metadata or {}):
            row = _row(read, Path(str(info.name).removeprefix("file://")))
            newest[(row.suite, row.profile, row.agent)] = row
    return sorted(newest.values(), key=lambda row: (row.suite, -_known(row.score), row.agent))


def agent_name(model: str) -> str:
    """A model's name in tables: reference agents go without their provider."""
    return model.removeprefix("mesocosm/")


def make_row(
    samples: Iterable[SampleRow], *, suite: str, version: str, profile: str, agent: str, log: str = ""
) -> ResultRow:
    """The row of one run. An item counts once: with the mean of its epochs, so that repeats narrow no interval."""
    every = tuple(samples)
    scored = [row for row in every if row.answer != "broken"]
    successes = _item_means(scored, "success")
    share = wilson(math.fsum(successes), len(successes))
    return ResultRow(
        suite=suite,
        version=version,
        profile=profile,
        agent=agent,
        episodes=len(every),
        scored=len(scored),
        broken=len(every) - len(scored),
        unanswered=sum(row.answer == "missing" for row in scored),
        score=_mean(row.score for row in scored),
        stderr=_standard_error(_item_means(scored, "score")),
        success=_mean(row.success for row in scored),
        success_low=share.low,
        success_high=share.high,
        steps=_mean(row.steps for row in scored),
        refused=_mean(row.refused for row in scored),
        # An Inspect log's own total loses what was spent before a crash: the samples know it all.
        tokens=sum(row.tokens for row in every),
        log=log,
        samples=every,
    )


def _row(log: Any, path: Path) -> ResultRow:
    return make_row(
        (_sample(sample) for sample in log.samples or ()),
        suite=log.eval.metadata["suite"],
        version=str(log.eval.task_version),
        profile=log.eval.metadata["profile"],
        agent=agent_name(log.eval.model),
        log=str(path),
    )


def _sample(sample: Any) -> SampleRow:
    scores = sample.scores or {}
    details = scores.get("details")
    broken = sample.error is not None or details is None
    values = {} if details is None else details.value
    told = {"answer_status": "broken", "end": "broken"} if broken or details is None else details.metadata
    return SampleRow(
        item=str(sample.id),
        epoch=sample.epoch,
        score=math.nan if broken else float(scores["score"].value),
        success=math.nan if broken else float(scores["success"].value),
        steps=float(values.get("steps", math.nan)),
        refused=float(values.get("refused", math.nan)),
        tokens=sum(usage.total_tokens for usage in (sample.model_usage or {}).values()),
        answer=told["answer_status"],
        end=told["end"],
        error=sample.error.message if sample.error is not None else "",
    )


def _item_means(rows: Iterable[SampleRow], field: Literal["score", "success"]) -> list[float]:
    values: dict[str, list[float]] = {}
    for row in rows:
        if not math.isnan(value := getattr(row, field)):
            values.setdefault(row.item, []).append(value)
    return [_mean(own) for own in values.values()]


def _standard_error(values: Sequence[float]) -> float:
    """Of a mean; 0 of a single value, as Inspect has it."""
    return statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0 if values else math.nan


def _mean(values: Iterable[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return math.fsum(known) / len(known) if known else math.nan


def _known(value: float) -> float:
    return -math.inf if math.isnan(value) else value
