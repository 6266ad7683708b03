"""The form of an answer: a word, a number or a sentence that can be read as the kind of thing the question asks for.

Only what the question shows is used: what is counted, the unit that is asked for, and the words that it offers. The
judge's readers look for a number, a date or a word; no refusal depends on what is true.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pydantic import JsonValue

from mesocosm.errors import ToolError
from mesocosm.suites.eo.judge.choices import read_choice
from mesocosm.suites.eo.judge.counts import read_count
from mesocosm.suites.eo.judge.dates import read_date
from mesocosm.suites.eo.judge.lists import read_list
from mesocosm.suites.eo.judge.measures import read_measure
from mesocosm.suites.eo.judge.wording import plain
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
from mesocosm.tools.arguments import short_json

LONGEST_ANSWER = 2000


def check_answer(spec: AnswerSpec, question: str, answer: JsonValue) -> JsonValue:
    """Return the answer as text if it has the form that the question asks for; refuse it otherwise."""
    text = spell_answer(answer)
    if not text:
        raise ToolError("the answer is empty; give a word, a number or a sentence")
    if len(text) > LONGEST_ANSWER:
        raise ToolError(f"the answer has {len(text):,} characters; at most {LONGEST_ANSWER:,}")
    if not (_is_of_type(spec, answer) and _is_readable(spec, question, plain(text))):
        raise ToolError(f"the answer must be {_wanted(spec, question)}, got {short_json(answer)}")
    return text


def spell_answer(answer: JsonValue) -> str:
    """Write an answer as text: numbers without needless digits, lists with commas."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, float):
        return f"{answer:.12g}"
    if isinstance(answer, list):
        return ", ".join(spell_answer(part) for part in answer)
    if answer is None or isinstance(answer, dict):
        raise ToolError("the answer must be text or a number, or a list of them")
    return str(answer).strip()


def _is_of_type(spec: AnswerSpec, answer: JsonValue) -> bool:
    """Return whether a value that is not text has a type that the question can be answered with."""
    if isinstance(answer, bool):
        return isinstance(spec, YesNoAnswer)
    if isinstance(answer, int | float):
        return isinstance(spec, CountAnswer | NumberAnswer)
    return not isinstance(answer, list) or isinstance(spec, ListAnswer)


def _is_readable(spec: AnswerSpec, question: str, text: str) -> bool:
    match spec:
        case CountAnswer():
            return read_count(text, spec.noun).why not in ("no_number", "vague")
        case NumberAnswer():
            return read_measure(text, spec.unit).why not in ("no_number", "other_dimension")
        case YesNoAnswer():
            return read_yes_no(text).why != "no_yes_or_no"
        case ChoiceAnswer():
            return (
                not offered_words(spec.among, question) or read_choice(text, spec.among, question).why != "other_words"
            )
        case ListAnswer():
            return not offered_words(spec.among, question) or read_list(text, spec.among).why != "other_words"
        case LabelAnswer():
            return re.search(r"[^\W\d_]", text) is not None
        case DateAnswer():
            reading, day = read_date(text)
            return reading.why != "no_date" and (day is None or day.month > 0)


def offered_words(words: Iterable[str], question: str) -> tuple[str, ...]:
    """Return the words of a closed set if the question names them all; an empty tuple if it leaves one out."""
    asked = question.casefold()
    every = tuple(words)
    return every if all(word.casefold() in asked for word in every) else ()


def _wanted(spec: AnswerSpec, question: str) -> str:
    """Describe what the question asks for, in a few words."""
    match spec:
        case CountAnswer():
            return f"a whole number of {spec.noun}"
        case NumberAnswer():
            return "one number" if spec.unit in ("", "1") else f"one number in {spec.unit}"
        case YesNoAnswer():
            return "yes or no"
        case ChoiceAnswer():
            words = offered_words(spec.among, question)
            return f"one of {', '.join(words)}" if words else "one word or phrase"
        case ListAnswer():
            words = offered_words(spec.among, question)
            return f"some of {', '.join(words)}" if words else "a list of words"
        case LabelAnswer():
            return "the name of a kind of thing"
        case DateAnswer():
            return "a date such as 2031-07-14"
