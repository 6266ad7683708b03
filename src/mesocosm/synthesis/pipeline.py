"""Candidates through acting, review and repair, one after the other."""

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
"""The rule of those whose evidence holds together, and whose answer the scorer takes for wrong: they are dropped, and
nobody is told to try again, since that alone would tell something of the answer."""
Pictures = Mapping[str, bytes]
"""SHA-256 to PNG."""


class Workshop(Protocol):
    """What a suite brings: `workshop(split, seed, actor)` of its `synthesis` package."""

    @property
    def rules(self) -> Sequence[Rule]:
        """Structural and logical reviewers, in order."""

    @property
    def tools(self) -> Mapping[str, JsonValue]:
        """Every tool a trajectory may name, with its schema as OpenAI-style programs take it."""

    def act(self, number: int, findings: Sequence[Finding], attempt: int) -> tuple[Trajectory, Pictures]:
        """A way through the task of a candidate, after what a review found wrong with the one before."""

    def word(self, trajectory: Trajectory) -> Trajectory:
        """The trajectory with its thoughts put into words from what had been seen by then."""

    def audit(self, trajectory: Trajectory) -> Sequence[Finding]:
        """What is wrong with the whole: the answer beside the evidence, words that tell what was not yet seen."""


class Worked(Record):
    """What became of a candidate."""

    number: int
    outcome: Literal["kept", "dropped"]
    trajectory: Trajectory
    rejected: tuple[Trajectory, ...] = ()
    """Ways that a review sent back, the first first."""
    findings: tuple[tuple[Finding, ...], ...] = ()
    """What was found in each of those, and in the last one where it was dropped."""


def work(workshop: Workshop, number: int) -> tuple[Worked, Pictures]:
    """Act, review, and act again with the feedback, at most three times; word and audit every way.

    Ways that are sent back are put into words too, so that the two of a pair differ in what was done and not in style.
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
