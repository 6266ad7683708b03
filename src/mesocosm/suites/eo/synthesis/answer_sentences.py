"""An answer of a word or a number as a sentence.

The sentence depends on the question and not on what was looked at, so that the wording of two answers to one question
does not tell which of them was worked for.
"""

from __future__ import annotations

import re

from mesocosm.suites.eo.evidence.support import numbers_in
from mesocosm.suites.eo.questions.places import PLACES
from mesocosm.suites.eo.records import AnswerSpec, ChoiceAnswer, CountAnswer, NumberAnswer, QuestionType
from mesocosm.suites.eo.taxonomy import article, singular

SHORTEST = 4
"""Words from which on an answer is a sentence already."""
SENTENCES: dict[QuestionType, str] = {
    "majority_damage": "The commonest grade of damage is {answer}.",
    "damage_severity": "The damage to it is graded {answer}.",
    "scene_understanding": "The picture shows this kind of place: {answer}.",
    "cross_modal_identification": "It is {article} {answer}.",
    "area_dominance": "The largest share of the view is that of {answer}.",
    "spatial_relation": "It lies {answer} of there.",
    "overlap_analysis": "About {answer} of it is covered.",
    "arithmetic_reasoning": "The figure asked for is {answer}.",
}
SUMMED: frozenset[QuestionType] = frozenset({"temporal_counting", "moving_reasoning"})
"""Of these a count may be a sum or a difference, of which `there are` would be untrue."""
UNITS = {"percent": " %", "1/ha": " per hectare", "m": " m"}
"""As people write them after a number."""
NUMBER = re.compile(r"[-+−]?\d+(?:\.\d+)?")
DATED = "The day is {answer}."


def sentence(asked: QuestionType, spec: AnswerSpec, answer: str) -> str:
    """The answer as a person would say it; as it is where it is a sentence already or no sentence fits.

    Args:
        asked: The type of the question.
        spec: Of what kind its answer is: noun, unit or words to choose from. The right one is not looked at.
        answer: What was handed in.
    """
    short = _short(spec, answer.strip().rstrip("."))
    if len(short.split()) >= SHORTEST or not short:
        return answer
    if short[:4].isdigit() and short.count("-") == 2:
        return DATED.format(answer=short)
    if isinstance(spec, CountAnswer):
        return _count(asked, spec.noun, short)
    if asked == "spatial_relation" and short == "same place":
        return "They lie in the same place."
    if asked == "spatial_relation" and numbers_in(short):
        return f"It is {short} from the one to the other."
    if asked == "multispectral_temporal_analysis" and NUMBER.fullmatch(short):
        return f"The mean changed by {short if short[0] in '-+−' else f'+{short}'}."
    if asked == "scene_understanding" and short in PLACES:
        return f"The picture shows {PLACES[short].words}."
    return SENTENCES.get(asked, "{answer}").format(answer=short, article=article(short))


def _short(spec: AnswerSpec, answer: str) -> str:
    """An answer in one spelling: counts without the noun, figures with their unit, one word of those that mean it."""
    if isinstance(spec, CountAnswer):
        number, _, noun = answer.partition(" ")
        return number if number.isdigit() and singular(noun) in ("", singular(spec.noun)) else answer
    if isinstance(spec, NumberAnswer) and NUMBER.fullmatch(answer):
        return f"{answer}{UNITS.get(spec.unit, '')}"
    if isinstance(spec, ChoiceAnswer):
        meant = [word for word, others in spec.among.items() if answer.lower() in (word.lower(), *others)]
        return meant[0].replace("_", " ") if len(meant) == 1 else answer
    return answer


def _count(asked: QuestionType, noun: str, answer: str) -> str:
    """With the name of what was counted, where the count is of what is there."""
    if not answer.isdigit():
        return answer
    if asked in SUMMED:
        return f"The number comes to {answer}."
    such = "such " if asked == "damage_count" else ""  # the grade in question is not named again
    return f"There is 1 {such}{singular(noun)}." if answer == "1" else f"There are {answer} {such}{noun}."
