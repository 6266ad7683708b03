"""Process metrics of one item: how the agent arrived at its answer.

Every metric of `default` rests on which steps were done. A call does a step when it went well (or its end is unknown)
and fits it; each call does one step. So a call that fits no step can lower a score and never raise one.

    S    worth of the alignment in order: 1 for the step's own tool, 0.5 for a stand-in
    U    steps done, whatever the order
    P    calls that count: no meta tools, no retries, no duplicates, none that do an optional step
    G    steps that are not optional

    ToolAcc              2 S / (P + G)
    CategoryF1           2 U / (P + G)
    ArgAcc               sum over aligned steps of the share of arguments that agree / G
    OrderScore           (Unique + AnyOrder + SameOrder) / 3 over groups
    InstAcc              U / max(G, U + refused calls)
    ToolCallSuccessRate  steps done with success / max(G, U + calls that failed)
    ToolUseScore         weighted mean of the six

The paper's own (appendix D.1) count every call that is no meta tool, and pair any tools of one group.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from pydantic import Field

from mesocosm.suites.terra.scoring import order
from mesocosm.suites.terra.scoring.agreement import NO_FILES, Files
from mesocosm.suites.terra.scoring.alignment import (
    Fit,
    Fits,
    align_steps,
    any_order,
    credible,
    exact_only,
    fits_of,
    lines_of,
)
from mesocosm.suites.terra.scoring.calls import Call
from mesocosm.suites.terra.scoring.profiles import Profile
from mesocosm.suites.terra.scoring.reference import ReferencePath
from mesocosm.suites.terra.scoring.usage import Usage, usage
from mesocosm.types import Record

WEIGHTS = {
    "ToolAcc": 0.30,
    "InstAcc": 0.15,
    "ArgAcc": 0.20,
    "CategoryF1": 0.15,
    "OrderScore": 0.15,
    "ToolCallSuccessRate": 0.05,
}
"""TerraBench, equation 7."""
PROCESS_METRICS = (*WEIGHTS, "ToolUseScore")


class Aligned(Record):
    """One step and the call that does it."""

    step: str
    call: int
    exact: bool
    arguments: float


class ProcessScore(Record):
    """The seven metrics, their components, and calls counted apart. Missing data are NaN."""

    metrics: dict[str, float]
    parts: dict[str, float] = Field(default_factory=dict)
    """Strict and relaxed recall and precision, and the three parts of OrderScore."""
    counts: dict[str, int] = Field(default_factory=dict)
    pairs: tuple[Aligned, ...] = ()
    undone: tuple[str, ...] = ()
    """Steps that no call did in order."""


def score_process(
    calls: Sequence[Call],
    reference: ReferencePath,
    profile: Profile = "default",
    weights: Mapping[str, float] = WEIGHTS,
) -> ProcessScore:
    """Score calls against the reference, or against the best fitting of its alternatives."""
    score = _default if profile == "default" else _paper
    scored = [score(calls, way, weights) for way in (reference, *reference.others)]
    return max(scored, key=lambda way: way.metrics["ToolUseScore"])


def without_reference() -> ProcessScore:
    """Return the score of an item without a reference."""
    return ProcessScore(metrics=dict.fromkeys(PROCESS_METRICS, math.nan))


def composite(metrics: Mapping[str, float], weights: Mapping[str, float] = WEIGHTS) -> float:
    """Return the weighted mean over the known metrics; NaN if none is known."""
    known = {name: weight for name, weight in weights.items() if not math.isnan(metrics.get(name, math.nan))}
    total = math.fsum(known.values())
    return math.fsum(weight * metrics[name] for name, weight in known.items()) / total if total > 0 else math.nan


def _default(calls: Sequence[Call], reference: ReferencePath, weights: Mapping[str, float]) -> ProcessScore:
    work = _Work(calls, reference)
    metrics = {
        "ToolAcc": work.f1(math.fsum(fit.worth for fit in work.in_line.values())),
        "InstAcc": work.share_done(len(work.done), work.refused()),
        "ArgAcc": work.over_steps(math.fsum(fit.arguments.share for fit in work.in_line.values())),
        "CategoryF1": work.f1(len(work.done)),
        "OrderScore": math.fsum(work.order().values()) / 3,
        "ToolCallSuccessRate": work.success(),
    }
    metrics["ToolUseScore"] = composite(metrics, weights)
    return ProcessScore(
        metrics=metrics,
        parts=work.parts() | work.order(),
        counts=work.counts(),
        pairs=tuple(
            Aligned(step=reference.steps[step].id, call=call, exact=fit.exact, arguments=fit.arguments.share)
            for (step, call), fit in work.in_line.items()
        ),
        undone=tuple(
            reference.steps[step].id for step in work.required if step not in {pair[0] for pair in work.in_line}
        ),
    )


class _Work:
    """The calls that did each step: computed once for all metrics."""

    def __init__(self, calls: Sequence[Call], reference: ReferencePath) -> None:
        self.calls, self.reference = calls, reference
        self.usage: Usage = usage(calls, reference)
        self.required = [place for place, step in enumerate(reference.steps) if not step.optional]
        fits = _fits(calls, self.usage, reference)
        kin = {pair: fit for pair, fit in fits.items() if pair[0] in self.required}
        asked = credible(kin)
        self.done = any_order(asked, len(reference.steps)) if asked else {}
        spare = credible({pair: fit for pair, fit in fits.items() if pair not in kin})
        spare = {pair: fit for pair, fit in spare.items() if pair[1] not in self.done.values()}
        self.optional = frozenset(any_order(spare, len(reference.steps)).values()) if spare else frozenset[int]()
        self.kin = {pair: fit for pair, fit in kin.items() if pair[1] not in self.optional}
        self.fits = credible(self.kin)
        self.in_line: dict[tuple[int, int], Fit] = {
            pair: self.fits[pair] for pair in align_steps(self.fits, reference).items()
        }
        self.counted = [place for place in self.usage.counted if place not in self.optional]

    def f1(self, worth: float) -> float:
        whole = len(self.counted) + len(self.required)
        return 2 * worth / whole if whole else 1.0

    def over_steps(self, worth: float) -> float:
        return worth / len(self.required) if self.required else float(not self.counted)

    def share_done(self, good: float, bad: int) -> float:
        """Return successes over required steps, or over attempts if there are more: one call is not good work."""
        whole = max(len(self.required), len(self.done) + bad)
        return good / whole if whole else float(not self.counted)

    def success(self) -> float:
        states = [self.calls[call].status for call in self.done.values()]
        failed = self.refused() + len(self._unexcused("failed"))
        if states and not failed and set(states) == {"unknown"}:
            return math.nan
        return self.share_done(states.count("ok"), failed)

    def refused(self) -> int:
        return len(self._unexcused("invalid"))

    def _unexcused(self, status: str) -> list[int]:
        """Return calls with this status; an attempt is excused if the same call later did a step."""
        excused = {place for place, twin in self.usage.retried.items() if twin in self.done.values()}
        looked_at = {*self.usage.counted, *self.usage.retried} - excused
        return [place for place in sorted(looked_at) if self.calls[place].status == status]

    def order(self) -> dict[str, float]:
        box = self.reference.toolbox
        groups = [box.group(step.tool) for step in self.reference.steps]
        step_of = {call: step for step, call in self.done.items()}
        given = [groups[step_of[call]] if call in step_of else ("none", call) for call in self.counted]
        wanted = [groups[step] for step in self.required]
        place = {step.id: number for number, step in enumerate(self.reference.steps)}
        lines = [[place[step.id] for step in line] for line in lines_of(self.fits, self.reference)]
        along = [[groups[step] for step in line if step in self.required] for line in lines]
        return {
            "Unique": self._unique(set(wanted), {groups[step] for step in self.done}),
            "AnyOrder": order.any_order(given, wanted),
            "SameOrder": max(order.same_order(given, line) for line in along),
        }

    def _unique(self, wanted: set[str], done: set[str]) -> float:
        called = {self.reference.toolbox.group(self.calls[call].tool) for call in self.counted}
        whole = wanted | called
        return len(done) / len(whole | done) if whole else 1.0

    def parts(self) -> dict[str, float]:
        """Return recall and precision by exact tools, and by any tools of a group, each in its own best alignment."""
        figures: dict[str, float] = {}
        sides: dict[str, Fits] = {"strict": exact_only(self.kin), "relaxed": self.kin}
        for name, fits in sides.items():
            pairs = align_steps(fits, self.reference)
            figures[f"ToolAcc.{name}_recall"] = len(pairs) / len(self.required) if self.required else math.nan
            figures[f"ToolAcc.{name}_precision"] = len(pairs) / len(self.counted) if self.counted else math.nan
            figures[f"ToolAcc.{name}_f1"] = self.f1(len(pairs))
            figures[f"alignment.{name}_worth"] = math.fsum(fits[pair].worth for pair in pairs.items())
        return figures

    def counts(self) -> dict[str, int]:
        return {
            "steps": len(self.required),
            "calls": len(self.calls),
            "counted": len(self.counted),
            "done": len(self.done),
            "in_order": len(self.in_line),
            "refused": self.refused(),
            "failed": len(self._unexcused("failed")),
            "unknown_end": sum(self.calls[place].status == "unknown" for place in self.counted),
            "meta": len(self.usage.meta),
            "only_looking": len(self.usage.free),
            "optional": len(self.optional),
            "retries": len(self.usage.retried),
            "duplicates": len(self.usage.duplicates),
        }


def _fits(calls: Sequence[Call], used: Usage, reference: ReferencePath) -> dict[tuple[int, int], Fit]:
    """Return how calls fit steps; files are identified by the steps that made them, so that one mistake counts once."""
    able = [place for place in used.counted if calls[place].status in ("ok", "unknown")]
    content = {path: digest for call in calls for path, digest in call.files.items()}
    known = Files(content=content, role={}) if content else NO_FILES
    fits = fits_of(calls, able, reference, known)
    if not fits or not reference.makers:
        return fits
    role = {
        path: reference.steps[step].id
        for step, call in any_order(fits, len(reference.steps)).items()
        for path in calls[call].files
    }
    return fits_of(calls, able, reference, Files(content=content, role=role))


# ---------------------------------------------------------------- the paper's


def _paper(calls: Sequence[Call], reference: ReferencePath, weights: Mapping[str, float]) -> ProcessScore:
    """Return appendix D.1's metrics where it defines them: recall, and arguments of aligned pairs alone."""
    box = reference.toolbox
    places = [place for place, call in enumerate(calls) if not box.is_meta(call.tool)]
    fits = fits_of(calls, places, reference)
    pairs = align_steps(fits, reference)
    given = [box.group(calls[place].tool) for place in places]
    wanted = [box.group(step.tool) for step in reference.steps]
    states = [calls[place].status for place in places]
    matched = [fits[pair].arguments for pair in pairs.items()]
    empty = float(not wanted and not given)
    metrics = {
        "ToolAcc": len(pairs) / len(wanted) if wanted else empty,
        "InstAcc": (len(states) - states.count("invalid")) / len(states) if states else empty,
        "ArgAcc": _mean([(same.keys + same.share) / 2 for same in matched], empty),
        "CategoryF1": order.any_order(given, wanted),
        "OrderScore": order.order_score(given, wanted),
        "ToolCallSuccessRate": _known_success(states, empty),
    }
    metrics["ToolUseScore"] = composite(metrics, weights)
    counts = {"steps": len(wanted), "calls": len(calls), "counted": len(places), "in_order": len(pairs)}
    return ProcessScore(metrics=metrics, counts=counts)


def _known_success(states: Sequence[str], empty: float) -> float:
    if not states:
        return empty
    return math.nan if set(states) == {"unknown"} else states.count("ok") / len(states)


def _mean(numbers: Sequence[float], empty: float) -> float:
    return math.fsum(numbers) / len(numbers) if numbers else empty
