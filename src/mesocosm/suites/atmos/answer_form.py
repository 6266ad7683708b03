"""The form of open answers: each label has a text that can be read as the number, formula or word that it asks for.

The check uses only what the question shows: labels, units, letters and words. The grader reads the answer against a
substitute for the key, so that an error message cannot reveal the key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from mesocosm.errors import ToolError
from mesocosm.scoring.open_answers import grade_value, grade_word
from mesocosm.suites.atmos.open_questions import DIRECTIONS, SubQuestion
from mesocosm.tools.arguments import short_json
from mesocosm.workspace.answer_keys import check_keys

STAND_IN = 1.0
"""A number in place of the key: whether an answer is a number of the right dimension does not depend on the key."""


def check_labels(labels: Sequence[str], answers: JsonValue) -> dict[str, JsonValue]:
    """Return the answers if they are an object with exactly these labels."""
    if not isinstance(answers, dict):
        raise ToolError(f"answers must be an object with the labels {', '.join(labels)}, got {short_json(answers)}")
    check_keys(answers, labels)
    return answers


def check_answers(subs: Sequence[SubQuestion], answers: JsonValue) -> JsonValue:
    """Return the answers unchanged if each has the form that its question asks for."""
    by_label = check_labels([sub.label for sub in subs], answers)
    problems = [problem for sub in subs if (problem := problem_of(sub, by_label[sub.label]))]
    if problems:
        raise ToolError("; ".join(problems))
    return answers


def problem_of(sub: SubQuestion, answer: JsonValue) -> str:
    """What is wrong with the form of an answer; empty if nothing is."""
    if isinstance(answer, str) and answer.strip() and _fits(sub, answer):
        return ""
    return f"`{sub.label}` must be {_wanted(sub)}, got {short_json(answer)}"


def _fits(sub: SubQuestion, answer: str) -> bool:
    if sub.kind == "formula":
        return bool(re.search(r"\d", answer)) or any(_names(letter, answer) for letter in sub.letters)
    if sub.kind == "word":
        return grade_word(answer, next(iter(DIRECTIONS)), DIRECTIONS).reason != "other_words"
    return grade_value(answer, STAND_IN, sub.unit, tolerance=0.0).reason not in ("no_number", "dimension")


def _names(letter: str, answer: str) -> bool:
    """Whether a letter of a formula, such as `p_1` or `Ω`, occurs in an answer as a letter of its own."""
    plain = re.escape(letter).replace("_", "_?")
    return re.search(rf"(?<![A-Za-z]){plain}(?![A-Za-z])", answer.replace("{", "").replace("}", "")) is not None


def _wanted(sub: SubQuestion) -> str:
    if sub.kind == "formula":
        return f"a formula with some of the letters {', '.join(sub.letters)}"
    if sub.kind == "word":
        return f"one of {_list(DIRECTIONS)}"
    return f"a number in {sub.unit}, as text" if sub.unit else "a number without a unit, as text"


def _list(words: Mapping[str, Sequence[str]]) -> str:
    return ", ".join(sorted(words))
