"""A question in words: a situation, a request and the rule for the answer, as a person of the field writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suites.eo.questions.texts import read_texts

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.questions.question import Question
    from mesocosm.suites.eo.records import QuestionType


def word_question(name: QuestionType, question: Question, draw: Generator) -> str:
    """Write the question in words, with wordings drawn at random."""
    texts = read_texts(name)
    form = texts.forms[question.form]
    situation = _pick(form.situations or texts.situations, draw)
    pieces = (situation, _pick(form.asks, draw), _pick(form.rules, draw))
    return " ".join(_fill(piece, question) for piece in pieces if piece)


def _fill(text: str, question: Question) -> str:
    filled = text.format_map(dict(question.words)).strip()
    return filled[:1].upper() + filled[1:]


def _pick(texts: tuple[str, ...], draw: Generator) -> str:
    return texts[int(draw.integers(len(texts)))]
