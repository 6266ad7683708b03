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
from mesocosm.trace.schema import CRASH_ROLE, Said, Trace
from mesocosm.types import Record, Score

MOST_BROKEN = 0.02
"""The share of broken episodes up to which a run can be ranked."""
TELLTALE_MODELS = frozenset({"mesocosm/oracle", "mesocosm/careless", "mesocosm/scripted"})
"""Agents of ours that know the truth, also in logs that do not say so."""
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
    knows_reference: bool = False
    """Whether the agent was handed the reference, as `oracle` is: it stands apart from those that are ranked."""
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
        """Whether the agent had to find the truth, and so few episodes broke or wait that it can be compared."""
        return not self.knows_reference and not self.too_broken

    @property
    def too_broken(self) -> bool:
        """Whether more episodes broke, or wait for a server, than a comparison can bear."""
        return self.broken + self.waiting > MOST_BROKEN * self.episodes

    @property
    def title(self) -> str:
        """The agent as tables name it: one that was handed the reference is never taken for another."""
        return title_of(self.agent, self.knows_reference)


def read_results(log_dir: Path) -> list[ResultRow]:
    """A row per finished log in a folder, the newest of each agent.

    Those that know the truth stand first in their suite; then the others, best first with broken episodes counted as 0.
    """
    log = registry.require("inspect_ai.log")
    newest: dict[tuple[str, str, str], ResultRow] = {}
    logs = log.list_eval_logs(str(log_dir), recursive=True, descending=False)
    if not logs:
        raise InvalidRecord(f"no Inspect log lies in {log_dir}; run something with --log-dir {log_dir} first")
    for path, read in readable_logs(Path(str(info.name).removeprefix("file://")) for info in logs):
        if read.status == "success" and {"suite", "profile"} <= (read.eval.metadata or {}).keys():
            row = _row(read, path)
            newest[(row.suite, row.profile, row.agent)] = row
    return sorted(newest.values(), key=lambda row: (row.suite, not row.knows_reference, -_known(row.lower), row.agent))


def agent_name(model: str) -> str:
    """A model's name in tables: reference agents go without their provider."""
    return model.removeprefix("mesocosm/")


def title_of(agent: str, knows_reference: bool) -> str:
    """An agent's name, and that it knows the truth if it does."""
    return f"{agent} (knows the truth)" if knows_reference else agent


def knows_reference(log: Any) -> bool:
    """Whether the agent of an Inspect log was handed the reference, by what its samples say.

    Logs written before samples said so are known by the names of our own agents.
    """
    told = [_details(sample).get("knows_reference") for sample in log.samples or ()]
    known = [value for value in told if value is not None]
    return any(known) if known else log.eval.model in TELLTALE_MODELS


def make_row(
    samples: Iterable[SampleRow], *, suite: str, version: str, profile: str, agent: str, knows_reference: bool = False,
    log: str = "",
) -> ResultRow:  # fmt: skip
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
        knows_reference=knows_reference,
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


def _waits(trace: Trace) -> bool:
    return trace.end is not None and trace.end.reason == "waiting"


def sample_of(item: str, epoch: int, trace: Trace, score: Score, weight: str) -> SampleRow:
    """An episode by its trace and its score; `weight` is the metric that weights items, empty for none."""
    calls = list(trace.calls())
    broken = bool(trace.faults) or trace.end is None
    crashes = [event.text for event in trace.events if isinstance(event, Said) and event.role == CRASH_ROLE]
    return SampleRow(
        item=item,
        epoch=epoch,
        score=score.value,
        success=score.metrics.get("success", float(score.value >= 1.0)),
        steps=trace.end.spent.get("steps", len(calls)) if trace.end is not None else len(calls),
        refused=sum(seen is not None and seen.error is not None for _, seen in calls),
        tokens=int(trace.end.spent.get("tokens", 0)) if trace.end is not None else 0,
        answer="waiting" if _waits(trace) else "broken" if broken else trace.answer.status,
        end=trace.end.reason if trace.end is not None else "broken",
        error=trace.faults[0].message if trace.faults else crashes[0] if crashes else "",
        weight=score.metrics.get(weight, math.nan) if weight else 1.0,
    )


def _row(log: Any, path: Path) -> ResultRow:
    weight = log.eval.metadata.get("weight", _card_weight(log.eval.metadata["suite"]))
    return make_row(
        (_sample(sample, weight) for sample in log.samples or ()),
        suite=log.eval.metadata["suite"],
        version=str(log.eval.task_version),
        profile=log.eval.metadata["profile"],
        agent=agent_name(log.eval.model),
        knows_reference=knows_reference(log),
        log=str(path),
    )


def _card_weight(suite: str) -> str:
    """The metric by which an installed suite weights its items; logs of today say it themselves."""
    return str(registry.load("suites", suite).card.weight) if suite in registry.names("suites") else ""


def _details(sample: Any) -> dict[str, Any]:
    details = (sample.scores or {}).get("details")
    return {} if details is None else dict(details.metadata or {})


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
