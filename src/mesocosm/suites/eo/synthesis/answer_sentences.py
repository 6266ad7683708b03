"""An answer of a word or a number as a sentence.

The sentence depends on the question and not on what was looked at, so that the wordings of two answers to one question
do not tell which of them was worked out.
"""

from __future__ import annotations

import re

from mesocosm.suites.eo.evidence.support import numbers_in
from mesocosm.suites.eo.questions.texts import Sentences, read_texts
from mesocosm.suites.eo.records import AnswerSpec, ChoiceAnswer, CountAnswer, NumberAnswer, QuestionType
from mesocosm.suites.eo.taxonomy import article, singular

SHORTEST = 4
"""An answer of at least so many words is a sentence already."""
UNITS = {"percent": " %", "1/ha": " per hectare", "m": " m"}
"""Units as people write them after a number."""
NUMBER = re.compile(r"[-+−]?\d+(?:\.\d+)?")
DATED = "The day is {answer}."


def sentence(asked: QuestionType, spec: AnswerSpec, answer: str) -> str:
    """Write an answer as a person would say it; unchanged if it is a sentence already or no sentence fits.

    Args:
        asked: Type of the question.
        spec: Kind of its answer: noun, unit or words to choose from. The right one is not used.
        answer: The submitted answer.
    """
    short = _short(spec, answer.strip().rstrip("."))
    if len(short.split()) >= SHORTEST or not short:
        return answer
    if short[:4].isdigit() and short.count("-") == 2:
        return DATED.format(answer=short)
    sentences = read_texts(asked).sentences
    if isinstance(spec, CountAnswer):
        return _count(sentences, spec.noun, short)
    if sentences.change and NUMBER.fullmatch(short):
        return sentences.change.format(answer=short if short[0] in "-+−" else f"+{short}")
    fallback = sentences.measure if sentences.measure and numbers_in(short) else sentences.answer
    return sentences.words.get(short, fallback).format(answer=short, article=article(short))


def _short(spec: AnswerSpec, answer: str) -> str:
    """Write an answer in one spelling: counts without the noun, figures with their unit, choices by their main word."""
    if isinstance(spec, CountAnswer):
        number, _, noun = answer.partition(" ")
        return number if number.isdigit() and singular(noun) in ("", singular(spec.noun)) else answer
    if isinstance(spec, NumberAnswer) and NUMBER.fullmatch(answer):
        return f"{answer}{UNITS.get(spec.unit, '')}"
    if isinstance(spec, ChoiceAnswer):
        meant = [word for word, others in spec.among.items() if answer.lower() in (word.lower(), *others)]
        return meant[0].replace("_", " ") if len(meant) == 1 else answer
    return answer


def _count(sentences: Sentences, noun: str, answer: str) -> str:
    """Write a count with the noun of the counted things; other answers are unchanged."""
    if not answer.isdigit():
        return answer
    if answer == "1":
        return sentences.one.format(answer=answer, noun=singular(noun))
    return sentences.count.format(answer=answer, noun=noun)
