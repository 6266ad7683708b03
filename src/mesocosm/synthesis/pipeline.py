"""The pipeline of a candidate: acting, review and repair in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from pydantic import JsonValue

from mesocosm.synthesis.review import Finding, Rule, review
from mesocosm.synthesis.trajectory import Trajectory
from mesocosm.types import Record

MOST_REPAIRS = 3
"""As published (EO-Gym, appendix B.3.2): at most three cycles of feedback."""
WRONG = "wrong_answer"
"""Rule broken by attempts whose evidence is consistent, but whose answer the scorer counts as wrong: they are dropped
without another try, since asking for one would reveal something about the answer.
"""
Pictures = Mapping[str, bytes]
"""PNG bytes by SHA-256."""


class Workshop(Protocol):
    """The part of a suite: `workshop(split, seed, actor)` of its `synthesis` package."""

    @property
    def rules(self) -> Sequence[Rule]:
        """Structural and logical reviewers, in order."""

    @property
    def tools(self) -> Mapping[str, JsonValue]:
        """Schemas of all tools that a trajectory may name, as OpenAI-style programs take them."""

    def act(self, number: int, findings: Sequence[Finding], attempt: int) -> tuple[Trajectory, Pictures]:
        """Attempt the task of a candidate, given the findings about the attempt before."""

    def word(self, trajectory: Trajectory) -> Trajectory:
        """Return the trajectory with its thoughts in words that use only what had been seen by then."""

    def audit(self, trajectory: Trajectory) -> Sequence[Finding]:
        """Return findings about the whole: the answer against the evidence, words about things not yet seen."""


class Worked(Record):
    """The result of a candidate."""

    number: int
    outcome: Literal["kept", "dropped"]
    trajectory: Trajectory
    rejected: tuple[Trajectory, ...] = ()
    """Attempts that a review sent back, in order."""
    findings: tuple[tuple[Finding, ...], ...] = ()
    """Findings about each rejected attempt, and about the last attempt if it was dropped."""


def work(workshop: Workshop, number: int) -> tuple[Worked, Pictures]:
    """Act, review, and act again with the feedback, at most three times; word and audit every attempt.

    Rejected attempts are put into words too, so that the two of a pair differ in their actions and not in style.
    """
    rejected: list[Trajectory] = []
    findings: list[tuple[Finding, ...]] = []
    pictures: dict[str, bytes] = {}
    for attempt in range(MOST_REPAIRS + 1):
        drafted, shown = workshop.act(number, findings[-1] if findings else (), attempt)
        pictures.update(shown)
        trajectory = workshop.word(drafted).model_copy(update={"repairs": attempt})
        problems = review(drafted, workshop.rules) or tuple(workshop.audit(trajectory))
        if not problems and trajectory.score is not None and trajectory.score < 1.0:
            wrong = Finding(rule=WRONG, feedback="")
            return _work_out("dropped", number, trajectory, rejected, [*findings, (wrong,)]), pictures
        if not problems:
            return _work_out("kept", number, trajectory, rejected, findings), pictures
        findings.append(problems)
        rejected.append(trajectory)
    return _work_out("dropped", number, rejected[-1], rejected[:-1], findings), pictures


def _work_out(
    outcome: Literal["kept", "dropped"],
    number: int,
    trajectory: Trajectory,
    rejected: Sequence[Trajectory],
    findings: Sequence[tuple[Finding, ...]],
) -> Worked:
    return Worked(
        number=number, outcome=outcome, trajectory=trajectory, rejected=tuple(rejected), findings=tuple(findings)
    )
