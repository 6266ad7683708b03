"""The judge of answers that the rules leave undecided: a person, a model, or nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from mesocosm.suites.eo.judge.verdict import Verdict
from mesocosm.types import Record


class OpenAnswer(Record):
    """An answer that no rule decides."""

    id: str
    question: str
    truth: str
    """The truth as a person would write it."""
    answer: str


class Judge(Protocol):
    """A judge of undecided answers."""

    def __call__(self, answers: Sequence[OpenAnswer]) -> Mapping[str, Verdict]:
        """Return a verdict by each answer's id; an answer without a readable ruling stays undecided."""


def nobody(answers: Sequence[OpenAnswer]) -> dict[str, Verdict]:
    """Leave all answers undecided."""
    return {answer.id: Verdict(value=None, why="no_judge") for answer in answers}


def model_judge(model: str, log_dir: Path) -> Judge:
    """Return a judge by a model's Inspect name; every reply is kept in a log, and no answer is judged twice."""

    def ask(answers: Sequence[OpenAnswer]) -> dict[str, Verdict]:
        from mesocosm.adapters.inspect.judge import Dispute, rule

        disputes = [Dispute(own.id, own.question, own.truth, own.answer) for own in answers]
        rulings = rule(disputes, model, log_dir)
        return {
            name: Verdict(value=ruling.value, by="model", why=ruling.explanation or ruling.reason)
            for name, ruling in rulings.items()
        }

    return ask


def complete_verdicts(judged: Mapping[str, tuple[Verdict, OpenAnswer]], judge: Judge) -> dict[str, Verdict]:
    """Return every verdict by id: that of the rules if they decide, else the judge's."""
    asked = [answer for verdict, answer in judged.values() if verdict.value is None]
    ruled = judge(asked) if asked else {}
    return {
        name: ruled.get(name, verdict) if verdict.value is None else verdict for name, (verdict, _) in judged.items()
    }
