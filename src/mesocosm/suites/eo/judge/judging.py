"""Judgement of an answer in words by stated rules: right, wrong, or undecided."""

from __future__ import annotations

import json

from pydantic import JsonValue

from mesocosm.suites.eo.judge.choices import read_choice
from mesocosm.suites.eo.judge.counts import read_count
from mesocosm.suites.eo.judge.dates import judge_date
from mesocosm.suites.eo.judge.labels import read_label
from mesocosm.suites.eo.judge.lists import joined_set, read_list
from mesocosm.suites.eo.judge.measures import read_measure
from mesocosm.suites.eo.judge.verdict import Reading, Verdict
from mesocosm.suites.eo.judge.wording import LONGEST, plain
from mesocosm.suites.eo.judge.yes_no import read_yes_no
from mesocosm.suites.eo.records import (
    AnswerSpec,
    ChoiceAnswer,
    CountAnswer,
    DateAnswer,
    LabelAnswer,
    ListAnswer,
    NumberAnswer,
    YesNoAnswer,
)

SLACK = 1e-9
"""Rounding error that arithmetic may add to a tolerance whose bound is included, relative to the truth."""


def verdict(answer: JsonValue, spec: AnswerSpec, question: str = "") -> Verdict:
    """Judge whether an answer states the truth, by rules alone.

    Args:
        answer: The submitted answer, in words or as a value.
        spec: The truth and its kind.
        question: The question; some words only have a meaning through it, such as `upper right` for north-east.
    """
    text = as_text(answer)
    if not text.strip():
        return Verdict(value=False, why="no_answer")
    if len(text) > LONGEST:
        return Verdict(value=None, why="too_long")
    said = plain(text)
    if isinstance(spec, DateAnswer):
        return judge_date(said, spec.value)
    return _judge_reading(_read(said, spec, question), spec)


def as_text(answer: JsonValue) -> str:
    """Return an answer as text: words unchanged, values as they are written, true and false as yes and no."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, dict) and len(answer) == 1:
        return as_text(next(iter(answer.values())))
    if isinstance(answer, list):
        return ", ".join(as_text(member) for member in answer)
    if answer is None:
        return ""
    return answer if isinstance(answer, str) else json.dumps(answer)


def _read(said: str, spec: AnswerSpec, question: str) -> Reading:
    match spec:
        case CountAnswer():
            return read_count(said, spec.noun)
        case NumberAnswer():
            return read_measure(said, spec.unit)
        case YesNoAnswer():
            return read_yes_no(said)
        case ChoiceAnswer():
            return read_choice(said, spec.among, question)
        case ListAnswer():
            return read_list(said, spec.among)
        case LabelAnswer():
            return read_label(said, spec.value)
    raise TypeError(f"no rule reads an answer of kind {spec.kind}")


def _judge_reading(reading: Reading, spec: AnswerSpec) -> Verdict:
    """Compare a reading with the truth."""
    if not reading.decided:
        return Verdict(value=None, why=reading.why)
    if isinstance(spec, NumberAnswer):
        return _number(reading, spec)
    wanted = _wanted(spec)
    right = reading.said == wanted and (bool(reading.said) or reading.why == "none_of_them")
    missed = reading.why if not reading.said else "another_answer"
    return Verdict(value=right, why="read" if right else missed, reading=reading.said)


def _wanted(spec: AnswerSpec) -> str:
    match spec:
        case CountAnswer():
            return str(spec.value)
        case YesNoAnswer():
            return "yes" if spec.value else "no"
        case ListAnswer():
            return joined_set(spec.value)
        case ChoiceAnswer() | LabelAnswer():
            return spec.value
    raise TypeError(f"no rule spells an answer of kind {spec.kind}")


def _number(reading: Reading, spec: NumberAnswer) -> Verdict:
    if reading.number is None:
        return Verdict(value=False, why=reading.why)
    slack = SLACK * abs(spec.value)
    right = abs(reading.number - spec.value) <= spec.tolerance + slack
    if (
        not right
        and reading.why == "perhaps_a_share"
        and abs(100 * reading.number - spec.value) <= spec.tolerance + slack
    ):
        return Verdict(value=None, why="perhaps_a_share", reading=reading.said)
    opposite = (
        not right and spec.value > 0 and reading.number < 0 and abs(-reading.number - spec.value) <= spec.tolerance
    )
    return Verdict(
        value=None if opposite else right,
        why="read" if right else "sign" if opposite else "another_answer",
        reading=reading.said,
    )
