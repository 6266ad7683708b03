"""Read questions, and the responses of models, from JSON lines in the published layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from mesocosm.errors import InvalidRecord
from mesocosm.files import read_lines
from mesocosm.questions.letters import LETTERS
from mesocosm.suites.atmos.open_questions import SubQuestion, check_gradable
from mesocosm.trace.reader import explain

UNCATEGORISED = "uncategorised"


class Question(NamedTuple):
    """A question and its key."""

    problem: str
    answer: str
    letter: str | None
    """Letter of the right option; None for an open question."""
    category: str
    template: str
    instance: int
    """The number after the last underscore of the id; 1 if there is none."""
    subs: tuple[SubQuestion, ...] = ()
    """Keys of our own open questions, which are records; other questions have the text of `answer` as their key."""
    split: str = "test"
    printed: Mapping[str, str] = {}
    """The text of each option by letter, if the question has options."""


def read_questions(path: Path) -> dict[str, Question]:
    """Questions by id; one with `correct_option` or `options` is a multiple-choice question."""
    questions: dict[str, Question] = {}
    for place, name, record in _records(path):
        if name in questions:
            raise InvalidRecord(f"{place}: id {name!r} occurs twice")
        questions[name] = _question(place, name, record)
    if not questions:
        raise InvalidRecord(f"{path} has no question")
    return questions


def _question(place: str, name: str, record: Mapping[str, Any]) -> Question:
    letter = record.get("correct_option")
    if (letter is not None or "options" in record) and letter not in ("A", "B", "C", "D"):
        raise InvalidRecord(f"{place}: correct_option of {name!r} must be A, B, C or D, got {letter!r}")
    answer = record.get("answer")
    if letter is None and not (isinstance(answer, str) and answer.strip()):
        raise InvalidRecord(f"{place}: {name!r} needs an answer as text, or options and correct_option")
    template, _, instance = name.rpartition("_")
    numbered = bool(template) and instance.isascii() and instance.isdecimal() and len(instance) < 10
    return Question(
        problem=str(record.get("problem", "")),
        answer=str(answer or ""),
        letter=letter,
        category=str(record.get("type") or UNCATEGORISED),
        template=template if numbered else name,
        instance=int(instance) if numbered else 1,
        subs=_subs(place, name, record.get("subs", [])),
        split=str(record.get("split", "test")),
        printed=_print(record.get("options")),
    )


def _print(options: object) -> dict[str, str]:
    """Options by letter, from a list in the order of the letters or from an object."""
    if isinstance(options, dict):
        return {letter: str(options[letter]) for letter in LETTERS if letter in options}
    return dict(zip(LETTERS, map(str, options), strict=False)) if isinstance(options, list) else {}


def _subs(place: str, name: str, records: object) -> tuple[SubQuestion, ...]:
    if not isinstance(records, list):
        raise InvalidRecord(f"{place}: subs of {name!r} must be a list, got {type(records).__name__}")
    try:
        subs = tuple(SubQuestion.model_validate(record) for record in records)
    except ValidationError as error:
        raise InvalidRecord(f"{place}: subs of {name!r}: {explain(error)}") from error
    if len({sub.label for sub in subs}) < len(subs):
        raise InvalidRecord(f"{place}: subs of {name!r}: a label occurs twice")
    for sub in subs:
        try:
            check_gradable(sub)
        except ValueError as error:
            raise InvalidRecord(f"{place}: sub {sub.label!r} of {name!r}: {error}") from error
    return subs


def read_responses(path: Path, questions: Mapping[str, Question]) -> dict[str, str | None]:
    """Responses by id; null means that the model did not respond, which counts as wrong."""
    responses: dict[str, str | None] = {}
    for place, name, record in _records(path):
        if name not in questions:
            raise InvalidRecord(f"{place}: no question has the id {name!r}")
        if name in responses:
            raise InvalidRecord(f"{place}: {name!r} is answered twice")
        if "response" not in record:
            raise InvalidRecord(
                f"{place}: `response` of {name!r} is missing, which is the text that a model answered, or null for one "
                f"that did not respond; the record has {', '.join(f'`{key}`' for key in record)}"
            )
        response = record["response"]
        if not isinstance(response, str | None):
            raise InvalidRecord(f"{place}: response of {name!r} must be text or null, got {type(response).__name__}")
        responses[name] = response
    if not responses:
        raise InvalidRecord(f"{path} has no response")
    return responses


def _records(path: Path) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """File and line of each record, its id, and the record."""
    for place, record in read_lines(path, "an id"):
        name = record.get("id")
        if not isinstance(name, str) or not name:
            raise InvalidRecord(f"{place} needs an id as text, got {name!r}")
        yield place, name, record
