"""The rows of a results table, read from Inspect logs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mesocosm import registry
from mesocosm.errors import InvalidRecord
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


def _row(log: Any, path: Path) -> ResultRow:
    samples = tuple(_sample(sample) for sample in log.samples or ())
    scored = [row for row in samples if row.answer != "broken"]
    metrics = {one.name: one.metrics for one in log.results.scores} if log.results else {}
    success = metrics.get("success", {})
    return ResultRow(
        suite=log.eval.metadata["suite"],
        version=str(log.eval.task_version),
        profile=log.eval.metadata["profile"],
        agent=agent_name(log.eval.model),
        episodes=len(samples),
        scored=len(scored),
        broken=len(samples) - len(scored),
        unanswered=sum(row.answer == "missing" for row in scored),
        score=_mean(row.score for row in scored),
        stderr=_metric(metrics.get("score", {}), "stderr"),
        success=_mean(row.success for row in scored),
        success_low=_metric(success, "lower"),
        success_high=_metric(success, "upper"),
        steps=_mean(row.steps for row in scored),
        refused=_mean(row.refused for row in scored),
        # The log's own total loses what was spent before a crash: the samples know it all.
        tokens=sum(row.tokens for row in samples),
        log=str(path),
        samples=samples,
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


def _metric(metrics: dict[str, Any], name: str) -> float:
    found = next((one for key, one in metrics.items() if key.rpartition("/")[2] == name), None)
    return float(found.value) if found is not None else math.nan


def _mean(values: Iterable[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return math.fsum(known) / len(known) if known else math.nan


def _known(value: float) -> float:
    return -math.inf if math.isnan(value) else value
