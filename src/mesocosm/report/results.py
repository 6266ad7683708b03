"""The rows of a results table, read from Inspect logs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field, field_serializer

from mesocosm import registry
from mesocosm.errors import InvalidRecord
from mesocosm.report.identity import about_run, agent_of, settings_of
from mesocosm.report.logs import Log, Sample, log_files, readable_logs
from mesocosm.screen.untrusted_text import tell
from mesocosm.stats.headline import headline
from mesocosm.stats.proportion import wilson
from mesocosm.stats.runs import run_names
from mesocosm.storage.places import original_of
from mesocosm.trace.schema import Trace
from mesocosm.types import Record, Score

MOST_BROKEN = 0.02
"""Largest share of broken episodes with which a run can be ranked."""
TELLTALE_MODELS = frozenset({"mesocosm/oracle", "mesocosm/careless", "mesocosm/scripted"})
"""Our agents that know the truth, recognised also in logs that do not say so."""
UNSCORED = ("broken", "waiting")
SPENT = frozenset({"steps", "rejected_calls", "refused"})
"""Details of an episode that are not the suite's own metrics; older logs call rejected calls `refused`."""


class SampleRow(Record):
    """Results of one episode."""

    item: str
    epoch: int
    score: float
    success: float
    steps: float
    rejected_calls: float
    """Calls that were answered with an error."""
    tokens: int
    answer: str
    """valid, repaired, rejected or missing; `broken` if we failed, `waiting` if a server had not replied."""
    end: str
    error: str = ""
    weight: float = 1.0
    """Weight of the item in the headline; NaN if it is not known."""
    metrics: dict[str, float] = Field(default_factory=dict)
    """Other metrics of the suite."""
    cache_changed: bool = Field(default=False, exclude_if=lambda changed: not changed)
    """Whether it was noticed during the episode that somebody had changed the cache; left out if not."""


class ResultRow(Record):
    """One agent on one model under its settings. `broken` episodes failed on our side: `score` leaves them out.

    `lower` counts them as 0. The same holds for `waiting` episodes, whose model's server had not replied: the same
    command asks it again.
    """

    elsewhere: ClassVar[dict[str, str]] = {
        "mean": "the mean is `score`",
        "ci": "the interval is from `score_low` to `score_high`",
    }

    suite: str
    version: str
    profile: str
    agent: str
    """The model, or the agent and the model if the agent has a loop of its own."""
    model: str = ""
    """The model as Inspect names it; empty if none was used."""
    options: dict[str, str] = Field(default_factory=dict)
    """Variant of the suite's world."""
    settings: dict[str, str] = Field(default_factory=dict)
    """Settings of the model and of the limits, such as `{"temperature": "0.7"}`."""
    about: dict[str, str] = Field(default_factory=dict)
    """Other differences between runs: split (if it is not test), seed, number of items, epochs and prompts."""
    knows_reference: bool = False
    """Whether the agent was handed the reference, as `oracle` is; such agents are not ranked."""
    cache_changed: bool = Field(default=False, exclude_if=lambda changed: not changed)
    """Whether the run noticed that somebody had changed its cache: it is not ranked. Left out if it did not."""
    episodes: int
    scored: int
    broken: int
    waiting: int = 0
    unanswered: int
    score: float
    """Headline of the suite: its items weighted as its card says."""
    score_low: float = math.nan
    score_high: float = math.nan
    """Limits (`score_low`, `score_high`) of the 95 % confidence interval of `score`, from resampled items; NaN if there
    is none.
    """
    lower: float = math.nan
    """`score` with every broken episode counted as 0; tables are ordered by it."""
    success: float
    success_low: float
    success_high: float
    steps: float
    rejected_calls: float
    """Calls per episode that were answered with an error."""
    tokens: int
    metrics: dict[str, float] = Field(default_factory=dict)
    """Means of the suite's other metrics over items, each item with the mean of its epochs."""
    log: str
    publisher: str = ""
    """Publisher of a row of a bundle, by the key that signed it; empty for your own logs."""
    samples: tuple[SampleRow, ...] = ()

    @field_serializer("log", when_used="json")
    def _original_log(self, log: str) -> str:
        """Return what people call the log, which may have been read from a copy."""
        return original_of(Path(log)) if log else ""

    @property
    def rankable(self) -> bool:
        """Whether the agent had to find the truth, and its numbers can be compared."""
        return not self.knows_reference and self.comparable

    @property
    def comparable(self) -> bool:
        """Whether few enough episodes broke or wait, and no change of the cache was noticed."""
        return not self.too_broken and not self.cache_changed

    @property
    def split(self) -> str:
        """Split whose items were played."""
        return self.about.get("split", "test")

    @property
    def too_broken(self) -> bool:
        """Whether more episodes broke, or wait for a server, than a comparison allows."""
        return self.broken + self.waiting > MOST_BROKEN * self.episodes

    @property
    def title(self) -> str:
        """Name of the agent in a table of this row alone; see `row_titles` for rows beside each other."""
        return title_of(self.agent, self.knows_reference)


def read_results(*places: Path) -> list[ResultRow]:
    """Return a row for each finished log, or log in a folder; of runs with the same identity, the newest.

    An older run that is skipped is named on standard error. Agents that know the truth come first in their suite; then
    the others, best first with broken episodes counted as 0.
    """
    newest: dict[str, ResultRow] = {}
    for place in places:
        if not log_files(place):
            raise InvalidRecord(
                f"there is no Inspect log in {place}; `mesocosm run SUITE --log-dir {place}` writes one"
            )
    for path, read in readable_logs(log_files(*(place.absolute() for place in places))):
        if read.status == "success" and {"suite", "profile"} <= read.about.keys():
            row = _row(read, path)
            key = row.model_dump_json(include=IDENTITY)
            if key in newest:
                tell(f"skipped: {newest[key].log} is of the same run as {path}, which is newer", err=True)
            newest[key] = row
    return rank_rows(newest.values())


def rank_rows(rows: Iterable[ResultRow]) -> list[ResultRow]:
    """Sort rows as tables show them: by suite, agents that know the truth first, then the best with broken counted as
    0.

    Runs whose cache was changed come after the others.
    """
    return sorted(
        rows, key=lambda row: (row.suite, not row.knows_reference, row.cache_changed, -_known(row.lower), row.agent)
    )


IDENTITY = {"suite", "version", "profile", "agent", "model", "options", "settings", "about"}
"""Fields of a row that distinguish two runs."""


def row_titles(rows: Sequence[ResultRow]) -> list[str]:
    """Return the agent of each row for tables, with the options and settings in which rows of its suite differ.

    An agent that was handed the reference is marked as such.
    """
    titles = [""] * len(rows)
    for suite in {(row.suite, row.profile) for row in rows}:
        places = [place for place, row in enumerate(rows) if (row.suite, row.profile) == suite]
        own = [rows[place] for place in places]
        names = run_names([(row.agent, {**row.about, **row.options}, _settings_and_publisher(row)) for row in own])
        for place, row, name in zip(places, own, names, strict=True):
            titles[place] = title_of(name, row.knows_reference)
    return titles


def _settings_and_publisher(row: ResultRow) -> dict[str, str]:
    """Return the settings, and the publisher of the row, in case two have published runs of one agent."""
    return {**row.settings, **({"publisher": row.publisher} if row.publisher else {})}


def title_of(agent: str, knows_reference: bool) -> str:
    """Return an agent's name, marked if it knows the truth."""
    return f"{agent} (knows the truth)" if knows_reference else agent


def knows_reference(log: Log) -> bool:
    """Return whether the agent of an Inspect log was handed the reference, by what its samples say.

    Older logs, whose samples do not say so, are recognised by the names of our own agents.
    """
    flags = [sample.about.get("knows_reference") for sample in log.samples or ()]
    known = [value for value in flags if value is not None]
    return any(known) if known else log.eval.model in TELLTALE_MODELS


def make_row(
    samples: Iterable[SampleRow], *, suite: str, version: str, profile: str, agent: str, knows_reference: bool = False,
    log: str = "", model: str = "", options: Mapping[str, str] | None = None, settings: Mapping[str, str] | None = None,
    about: Mapping[str, str] | None = None,
) -> ResultRow:  # fmt: skip
    """Compute the row of one run. An item counts once, with the mean of its epochs: repeats narrow no interval."""
    every = tuple(samples)
    scored = [row for row in every if row.answer not in UNSCORED]
    waiting = sum(row.answer == "waiting" for row in every)
    successes = list(item_means(scored, "success").values())
    share = wilson(math.fsum(successes), len(successes))
    weights = item_weights(every)
    scores = item_means(scored, "score")
    best = headline(scores, weights)
    return ResultRow(
        suite=suite,
        version=version,
        profile=profile,
        agent=agent,
        model=model,
        options=dict(options or {}),
        settings=dict(settings or {}),
        about=dict(about or {}),
        knows_reference=knows_reference,
        cache_changed=any(row.cache_changed for row in every),
        episodes=len(every),
        scored=len(scored),
        broken=len(every) - len(scored) - waiting,
        waiting=waiting,
        unanswered=sum(row.answer == "missing" for row in scored),
        score=best.value,
        score_low=best.low,
        score_high=best.high,
        lower=headline(item_means(every, "score", broken=0.0), weights).value,
        success=_mean(row.success for row in scored),
        success_low=share.low,
        success_high=share.high,
        steps=_mean(row.steps for row in scored),
        rejected_calls=_mean(row.rejected_calls for row in scored),
        metrics=_metric_means(scored),
        # An Inspect log's own total lacks what was spent before a crash: the samples have everything.
        tokens=sum(row.tokens for row in every),
        log=log,
        samples=every,
    )


def _waits(trace: Trace) -> bool:
    return trace.end is not None and trace.end.reason == "waiting"


def sample_of(item: str, epoch: int, trace: Trace, score: Score, weight: str) -> SampleRow:
    """Return an episode's row from its trace and score; `weight` is the metric that weights items, empty for none."""
    calls = list(trace.calls())
    broken = bool(trace.faults) or trace.end is None
    return SampleRow(
        item=item,
        epoch=epoch,
        score=score.value,
        success=score.metrics.get("success", math.nan if math.isnan(score.value) else float(score.value >= 1.0)),
        steps=trace.end.spent.get("steps", len(calls)) if trace.end is not None else len(calls),
        rejected_calls=sum(seen is not None and seen.error is not None for _, seen in calls),
        tokens=int(trace.end.spent.get("tokens", 0)) if trace.end is not None else 0,
        answer="waiting" if _waits(trace) else "broken" if broken else trace.answer.status,
        end=trace.end.reason if trace.end is not None else "broken",
        error=trace.faults[0].message if trace.faults else trace.crash,
        weight=score.metrics.get(weight, math.nan) if weight else 1.0,
        metrics={} if broken else _own_metrics(score.metrics),
        cache_changed=trace.end is not None and trace.end.cache_changed,
    )


def _row(log: Log, path: Path) -> ResultRow:
    weight = weight_of(log)
    return make_row(
        (sample_row(sample, weight) for sample in log.samples or ()),
        suite=log.about["suite"],
        version=str(log.eval.task_version),
        profile=log.about["profile"],
        agent=agent_of(log),
        model=log.eval.model,
        options=log.about.get("options") or {},
        settings=settings_of(log),
        about=about_run(
            split=str(log.about.get("split", "test")),
            seed=log.about.get("seed"),
            items=log.eval.dataset.samples,
            epochs=log.eval.config.epochs or 1,
            prompts=log.about.get("prompts") or {},
        ),
        knows_reference=knows_reference(log),
        log=str(path),
    )


def weight_of(log: Log) -> str:
    """Return the metric by which a log's suite weights its items; if the log does not say it, the one on the card."""
    return str(log.about["weight"] if "weight" in log.about else _card_weight(str(log.about.get("suite"))))


def _card_weight(suite: str) -> str:
    return str(registry.load("suites", suite).card.weight) if suite in registry.names("suites") else ""


def sample_row(sample: Sample, weight: str = "") -> SampleRow:
    """Return the row of a log's episode; `weight` is the metric that weights items, empty for none."""
    scores = sample.scores or {}
    details = scores.get("details")
    broken = sample.error is not None or details is None or sample.about.get("end") == "broken"
    values = {} if details is None else details.numbers
    about = {"answer_status": "broken", "end": "broken"} if broken else sample.about
    return SampleRow(
        item=str(sample.id),
        epoch=sample.epoch,
        score=math.nan if broken else scores["score"].number,
        success=math.nan if broken else scores["success"].number,
        steps=values.get("steps", math.nan),
        rejected_calls=values.get("rejected_calls", values.get("refused", math.nan)),
        tokens=sample.tokens,
        answer=about.get("answer_status", "missing"),
        end=about.get("end", "unknown"),
        error=sample.error.message if sample.error is not None else sample.about.get("crash", ""),
        weight=values.get(weight, math.nan) if weight else 1.0,
        metrics={} if broken else _own_metrics(values),
        cache_changed=bool(sample.about.get("cache_changed")),
    )


def _own_metrics(values: Mapping[str, float]) -> dict[str, float]:
    """Return the suite's other metrics; whether an item was solved has a column of its own."""
    return {name: value for name, value in values.items() if name not in SPENT | {"success"}}


def _metric_means(rows: Sequence[SampleRow]) -> dict[str, float]:
    """Return each metric's mean over items, where an item counts once with the mean of its epochs."""
    names = dict.fromkeys(name for row in rows for name in row.metrics)
    by_item: dict[str, list[SampleRow]] = {}
    for row in rows:
        by_item.setdefault(row.item, []).append(row)
    return {
        name: _mean(_mean(row.metrics.get(name, math.nan) for row in own) for own in by_item.values()) for name in names
    }


def item_means(
    rows: Iterable[SampleRow], field: Literal["score", "success"], *, broken: float = math.nan
) -> dict[str, float]:
    """Return for each item the mean of its epochs; `broken` replaces unknown values, which NaN leaves out."""
    values: dict[str, list[float]] = {}
    for row in rows:
        value = broken if row.answer in UNSCORED else getattr(row, field)
        if not math.isnan(value):
            values.setdefault(row.item, []).append(value)
    return {item: _mean(own) for item, own in values.items()}


def item_weights(rows: Sequence[SampleRow]) -> dict[str, float]:
    """Return each item's weight; an unknown weight equals the largest, so that breaking an item gains nothing."""
    known = {row.item: row.weight for row in rows if not math.isnan(row.weight)}
    heaviest = max(known.values(), default=1.0)
    return {row.item: known.get(row.item, heaviest) for row in rows}


def _mean(values: Iterable[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return math.fsum(known) / len(known) if known else math.nan


def _known(value: float) -> float:
    return -math.inf if math.isnan(value) else value
