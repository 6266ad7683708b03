"""Scores from the trace in a sample's store, by the same pure function during a run and by `inspect score`."""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Callable
from typing import Any

from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, Value, ci_wilson, metric, scorer
from inspect_ai.solver import TaskState
from pydantic import JsonValue

from mesocosm import registry
from mesocosm import types as ours
from mesocosm.errors import InvalidRecord
from mesocosm.report.log_metadata import keep
from mesocosm.stats.bootstrap import Interval
from mesocosm.stats.headline import headline
from mesocosm.suite import Suite
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import load
from mesocosm.trace.schema import Trace


@metric
def mean() -> Metric:
    """The mean of the known scores, weighted as the suite's card says; NaN if there is none, never zero."""

    def compute(scores: list[SampleScore]) -> Value:
        return _headline(scores).value

    return compute


@metric
def interval() -> Metric:
    """The 95 % confidence interval of `mean` by resampling items; NaN if it cannot be computed."""

    def compute(scores: list[SampleScore]) -> Value:
        estimate = _headline(scores)
        return {"lower": estimate.low, "upper": estimate.high}

    return compute


def _headline(scores: list[SampleScore]) -> Interval:
    known = {str(sample.sample_id): sample.score for sample in scores if not math.isnan(sample.score.as_float())}
    values = {item: score.as_float() for item, score in known.items()}
    return headline(values, {item: float((score.metadata or {}).get("weight", 1.0)) for item, score in known.items()})


@metric
def means() -> Metric:
    """The mean of every detail, in one metric: Inspect copies every score once per metric that is named by key."""

    def compute(scores: list[SampleScore]) -> Value:
        known: dict[str, list[float]] = {}
        for sample in scores:
            for name, value in sample.score.as_dict().items():
                known.setdefault(name, [])
                if isinstance(value, int | float) and not math.isnan(value):
                    known[name].append(float(value))
        return {name: math.fsum(values) / len(values) if values else math.nan for name, values in known.items()}

    return compute


@scorer(metrics=[mean(), interval()])
def score(profile: str = "default") -> Scorer:
    """Return the suite's score under a profile."""

    async def compute(state: TaskState, target: Target) -> Score:
        judged, trace = _judge(state, profile)
        return Score(
            value=judged.value,
            answer=json.dumps(trace.answer.value),
            explanation=judged.explanation,
            metadata={"weight": _weight(state, judged)},
        )

    return compute


@scorer(metrics=[mean(), ci_wilson()])
def success(profile: str = "default") -> Scorer:
    """Return whether the item is solved, apart from graded scores, so that pass@k counts samples."""

    async def compute(state: TaskState, target: Target) -> Score:
        judged, _ = _judge(state, profile)
        known = math.nan if math.isnan(judged.value) else float(judged.value >= 1.0)
        return Score(value=judged.metrics.get("success", known))

    return compute


@scorer(metrics=[means()])
def details(profile: str = "default") -> Scorer:
    """Return all other metrics of the suite, and what the episode spent."""

    async def compute(state: TaskState, target: Target) -> Score:
        judged, trace = _judge(state, profile)
        reason = "broken" if trace.faults or trace.end is None else trace.end.reason
        about = {
            "end": reason,
            "answer_status": "broken" if reason == "broken" else trace.answer.status,
            "profile": profile,
            "knows_reference": trace.start is not None and trace.start.knows_reference,
            **({"crash": trace.crash} if trace.crash else {}),
            **({"cache_changed": True} if trace.end is not None and trace.end.cache_changed else {}),
            **_item_facts(state, trace, profile),
        }
        if reason == "waiting":  # in no mean
            return Score(
                value={"steps": math.nan, "rejected_calls": math.nan}, metadata={**about, "answer_status": "waiting"}
            )
        spent = trace.end.spent if trace.end is not None else {}
        rejected = sum(seen is not None and seen.error is not None for _, seen in trace.calls())
        rest = {name: value for name, value in judged.metrics.items() if name != "success"}
        values: dict[str, str | int | float | bool | None] = {
            **rest,
            "steps": spent.get("steps", 0),
            "rejected_calls": rejected,
        }
        return Score(value=values, metadata=about)

    return compute


def _item_facts(state: TaskState, trace: Trace, profile: str) -> dict[str, JsonValue]:
    """Return how the episode was answered and the facts of its item, which are in no mean."""
    suite: Suite = registry.load("suites", state.metadata["suite"])
    options = trace.start.options if trace.start is not None else state.metadata.get("options") or {}
    return keep(suite, *suite.find(str(state.sample_id)), trace, profile, options)


def register_short_names(*scorers: Callable[..., Scorer]) -> None:
    """Let `inspect score LOG` find the scorers that a log names.

    A log names a scorer without its package, and Inspect has no public way to register such a name.
    """
    from inspect_ai._util.registry import RegistryInfo, registry_add, registry_info

    for made in scorers:
        metadata = registry_info(made).metadata
        registry_add(_copy(made), RegistryInfo(type="scorer", name=made.__name__, metadata=metadata))


def _copy(made: Callable[..., Scorer]) -> Callable[..., Scorer]:
    """Return the same function as another object, since Inspect writes a name onto the object."""

    @functools.wraps(made)
    def copy(*args: Any, **options: Any) -> Scorer:
        return made(*args, **options)

    return copy


def _weight(state: TaskState, judged: ours.Score) -> float:
    """Return the weight of the item in the suite's headline score."""
    suite: Suite = registry.load("suites", state.metadata["suite"])
    return judged.metrics.get(suite.card.weight, 1.0) if suite.card.weight else 1.0


def _judge(state: TaskState, profile: str) -> tuple[ours.Score, Trace]:
    text = state.store.get(STORE_KEY)
    if text is None:
        raise InvalidRecord(f"sample {state.sample_id} holds no mesocosm trace; was it run by a mesocosm task?")
    return _judge_text(state.metadata["suite"], str(state.sample_id), text, profile)


@functools.lru_cache(maxsize=64)
def _judge_text(suite_name: str, item_id: str, text: str, profile: str) -> tuple[ours.Score, Trace]:
    """Score a trace; the result is cached, since three scorers need the same one."""
    suite: Suite = registry.load("suites", suite_name)
    trace = load(text)
    return suite.score(*suite.find(item_id), trace, profile), trace
