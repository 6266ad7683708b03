"""The rows of a results table, read from Inspect logs."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from mesocosm import registry
from mesocosm.errors import InvalidRecord
from mesocosm.report.logs import readable_logs
from mesocosm.stats.headline import headline
from mesocosm.stats.proportion import wilson
from mesocosm.types import Record

MOST_BROKEN = 0.02
"""The share of broken episodes up to which a run can be ranked."""
UNSCORED = ("broken", "waiting")


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
    """valid, repaired, rejected or missing; `broken` where we failed, `waiting` where a server had not replied."""
    end: str
    error: str = ""
    weight: float = 1.0
    """How much the item counts in the headline; NaN where that is not known."""


class ResultRow(Record):
    """One agent on one suite. `broken` episodes failed on our side: `score` leaves them out, `lower` counts them 0.

    So it is with `waiting` ones, whose model's server had not replied; the same command asks it again.
    """

    suite: str
    version: str
    profile: str
    agent: str
    episodes: int
    scored: int
    broken: int
    waiting: int = 0
    unanswered: int
    score: float
    """The suite's headline: its items weighted as its card says."""
    score_low: float = math.nan
    score_high: float = math.nan
    """The 95 % confidence interval of `score`, items drawn again; NaN where drawing cannot tell."""
    lower: float = math.nan
    """`score` with every broken episode counted as 0: what tables are ordered by."""
    stderr: float
    success: float
    success_low: float
    success_high: float
    steps: float
    refused: float
    tokens: int
    log: str
    samples: tuple[SampleRow, ...] = ()

    @property
    def rankable(self) -> bool:
        """Whether so few episodes broke or wait that the run can be compared with others."""
        return self.broken + self.waiting <= MOST_BROKEN * self.episodes


def read_results(log_dir: Path) -> list[ResultRow]:
    """A row per finished log in a folder, the newest of each agent, best first with broken episodes counted as 0."""
    log = registry.require("inspect_ai.log")
    newest: dict[tuple[str, str, str], ResultRow] = {}
    logs = log.list_eval_logs(str(log_dir), recursive=True, descending=False)
    if not logs:
        raise InvalidRecord(f"no Inspect log lies in {log_dir}; run something with --log-dir {log_dir} first")
    for path, read in readable_logs(Path(str(info.name).removeprefix("file://")) for info in logs):
        if read.status == "success" and {"suite", "profile"} <= (read.eval.metadata or {}).keys():
            row = _row(read, path)
            newest[(row.suite, row.profile, row.agent)] = row
    return sorted(newest.values(), key=lambda row: (row.suite, -_known(row.lower), row.agent))


def agent_name(model: str) -> str:
    """A model's name in tables: reference agents go without their provider."""
    return model.removeprefix("mesocosm/")


def make_row(
    samples: Iterable[SampleRow], *, suite: str, version: str, profile: str, agent: str, log: str = ""
) -> ResultRow:
    """The row of one run. An item counts once, with the mean of its epochs: repeats do not narrow the interval."""
    every = tuple(samples)
    scored = [row for row in every if row.answer not in UNSCORED]
    waiting = sum(row.answer == "waiting" for row in every)
    successes = list(_item_means(scored, "success").values())
    share = wilson(math.fsum(successes), len(successes))
    weights = _weights(every)
    scores = _item_means(scored, "score")
    best = headline(scores, weights)
    return ResultRow(
        suite=suite,
        version=version,
        profile=profile,
        agent=agent,
        episodes=len(every),
        scored=len(scored),
        broken=len(every) - len(scored) - waiting,
        waiting=waiting,
        unanswered=sum(row.answer == "missing" for row in scored),
        score=best.value,
        score_low=best.low,
        score_high=best.high,
        lower=headline(_item_means(every, "score", broken=0.0), weights).value,
        stderr=_standard_error(list(scores.values())),
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
    weight = log.eval.metadata.get("weight", _card_weight(log.eval.metadata["suite"]))
    return make_row(
        (_sample(sample, weight) for sample in log.samples or ()),
        suite=log.eval.metadata["suite"],
        version=str(log.eval.task_version),
        profile=log.eval.metadata["profile"],
        agent=agent_name(log.eval.model),
        log=str(path),
    )


def _card_weight(suite: str) -> str:
    """The metric by which an installed suite weights its items; logs of today say it themselves."""
    return str(registry.load("suites", suite).card.weight) if suite in registry.names("suites") else ""


def _sample(sample: Any, weight: str = "") -> SampleRow:
    scores = sample.scores or {}
    details = scores.get("details")
    broken = sample.error is not None or details is None
    values = {} if details is None else details.value
    ending = {"answer_status": "broken", "end": "broken"} if broken or details is None else details.metadata
    return SampleRow(
        item=str(sample.id),
        epoch=sample.epoch,
        score=math.nan if broken else float(scores["score"].value),
        success=math.nan if broken else float(scores["success"].value),
        steps=float(values.get("steps", math.nan)),
        refused=float(values.get("refused", math.nan)),
        tokens=sum(usage.total_tokens for usage in (sample.model_usage or {}).values()),
        answer=ending["answer_status"],
        end=ending["end"],
        error=sample.error.message if sample.error is not None else "",
        weight=float(values.get(weight, math.nan)) if weight else 1.0,
    )


def _item_means(
    rows: Iterable[SampleRow], field: Literal["score", "success"], *, broken: float = math.nan
) -> dict[str, float]:
    """Item to the mean of its epochs; `broken` stands for what is not known, which NaN leaves out."""
    values: dict[str, list[float]] = {}
    for row in rows:
        value = broken if row.answer in UNSCORED else getattr(row, field)
        if not math.isnan(value):
            values.setdefault(row.item, []).append(value)
    return {item: _mean(own) for item, own in values.items()}


def _weights(rows: Sequence[SampleRow]) -> dict[str, float]:
    """Item to its weight; one that is not known is as heavy as the heaviest, so that breaking an item gains nothing."""
    known = {row.item: row.weight for row in rows if not math.isnan(row.weight)}
    heaviest = max(known.values(), default=1.0)
    return {row.item: known.get(row.item, heaviest) for row in rows}


def _standard_error(values: Sequence[float]) -> float:
    """The standard error of a mean; 0 for a single value, as in Inspect."""
    return statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0 if values else math.nan


def _mean(values: Iterable[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return math.fsum(known) / len(known) if known else math.nan


def _known(value: float) -> float:
    return -math.inf if math.isnan(value) else value
