"""Pairs of a kept and a rejected attempt at a task, for preference training such as DPO.

A pair whose answers agree shows no preference that a reader of answers could see; a pair whose kept attempt has a slip
teaches slips; and a rejected attempt without any call is recognised by its length alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from mesocosm.synthesis.pipeline import Worked
from mesocosm.synthesis.trajectory import Trajectory

Reason = Literal["same_answer", "slip_in_chosen", "no_call"]
REASONS: dict[Reason, str] = {
    "same_answer": "both ways come to the same answer",
    "slip_in_chosen": "the kept way holds a call that was refused or mended",
    "no_call": "the way sent back made no call, and one in four pairs may be so at most",
}
OTHERS = 3
"""Pairs whose rejected attempt made calls, for each pair whose rejected attempt made none."""


class Pair(NamedTuple):
    """Two attempts at one task, and the rules that the worse one broke."""

    chosen: Trajectory
    rejected: Trajectory
    rules: tuple[str, ...]


class Tally(NamedTuple):
    """The number of pairs from a folder."""

    given: int
    left_out: dict[Reason, int]
    without_call: int
    """Pairs among the given ones whose rejected attempt made no call."""


def tally(kept: Iterable[Worked]) -> Tally:
    """Count the pairs of these candidates, and the reasons of those left out."""
    found = Counter(_reason(pair) or ("no_call" if not pair.rejected.steps else "good") for pair in _pairs(kept))
    without_call = min(found["no_call"], found["good"] // OTHERS)
    left_out: dict[Reason, int] = {reason: found[reason] for reason in REASONS}
    left_out["no_call"] -= without_call
    return Tally(found["good"] + without_call, left_out, without_call)


def sift_pairs(kept: Iterable[Worked], counted: Tally) -> Iterator[Pair]:
    """Yield the given pairs in the order of the candidates; of those without a call only the first ones."""
    room = counted.without_call
    for pair in _pairs(kept):
        if _reason(pair):
            continue
        if not pair.rejected.steps:
            if not room:
                continue
            room -= 1
        yield pair


def _pairs(kept: Iterable[Worked]) -> Iterator[Pair]:
    for candidate in kept:
        for rejected, findings in zip(candidate.rejected, candidate.findings, strict=True):
            yield Pair(candidate.trajectory, rejected, tuple(finding.rule for finding in findings))


def _reason(pair: Pair) -> Reason | None:
    """Return why a pair is left out regardless of other pairs; None if it is good."""
    if _say(pair.chosen) == _say(pair.rejected) or _is_right(pair.rejected):
        return "same_answer"
    return "slip_in_chosen" if any(not step.weight for step in pair.chosen.steps) else None


def _say(trajectory: Trajectory) -> str:
    """Return an answer in a form for comparison, without case, extra spaces and a final full stop."""
    return " ".join(trajectory.answer.casefold().split()).rstrip(".")


def _is_right(trajectory: Trajectory) -> bool:
    """Return whether the scorer counts the answer as right, which holds for every kept attempt."""
    return trajectory.score is not None and trajectory.score >= 1.0
