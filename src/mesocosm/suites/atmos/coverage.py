"""How many sub-answers of open questions each stage of the graders decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from mesocosm.stats.proportion import Proportion, wilson
from mesocosm.types import Record

Stage = Literal["quantity", "expression", "text", "judge", "none"]
STAGES: tuple[Stage, ...] = get_args(Stage)


class Sub(Record):
    """One graded sub-answer."""

    sub: str
    """Its letter within the question."""
    verdict: bool | None
    """Right, wrong, or undecided."""
    by: Stage
    """The stage that gave the verdict; `none` if there was nothing to grade or nothing could be read."""
    reason: str = ""


Subs = Mapping[str, Sequence[Sub]]
"""The id of a question to its sub-answers."""


class StageRow(Record):
    """The sub-answers that ended at one stage."""

    stage: Stage
    right: int
    wrong: int
    undecided: int
    decided: Proportion
    """The right and wrong ones as a share of all sub-answers, including those of other stages."""


class Coverage(Record):
    questions: int
    subs: int
    stages: tuple[StageRow, ...]
    decided: Proportion
    """Those decided by any stage."""
    reasons: dict[str, int]
    """Why sub-answers are undecided, the most frequent first."""


def coverage(subs: Subs) -> Coverage:
    """How many sub-answers each stage decides (compare AtmosSci-Bench, Table 7).

    The shares are of all sub-answers. Published shares are of the sub-answers that reached a stage, and use the number
    of one model's answers for all models, so they cannot be compared between stages or models.
    """
    every = [grade for own in subs.values() for grade in own]
    reasons = Counter(grade.reason for grade in every if grade.verdict is None)
    return Coverage(
        questions=len(subs),
        subs=len(every),
        stages=tuple(_row(stage, [grade for grade in every if grade.by == stage], len(every)) for stage in STAGES),
        decided=wilson(sum(grade.verdict is not None for grade in every), len(every)),
        reasons=dict(sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))),
    )


def _row(stage: Stage, own: Sequence[Sub], total: int) -> StageRow:
    counts = Counter(grade.verdict for grade in own)
    return StageRow(
        stage=stage,
        right=counts[True],
        wrong=counts[False],
        undecided=counts[None],
        decided=wilson(counts[True] + counts[False], total),
    )
