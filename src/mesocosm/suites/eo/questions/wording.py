"""A question in words: a situation, a request and the rule it is answered by, as a person of the field writes them."""

from __future__ import annotations

import functools
import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING

from pydantic import Field

from mesocosm.suites.eo.records import QuestionType
from mesocosm.types import Record

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.questions.question import Question


class Form(Record):
    """One way of asking: its requests, and the rules that say how to answer."""

    asks: tuple[str, ...] = Field(min_length=4)
    rules: tuple[str, ...] = ("",)
    situations: tuple[str, ...] = ()
    """Where the type's own do not fit this form."""


class Wording(Record):
    """All words of a question type."""

    situations: tuple[str, ...]
    forms: dict[str, Form]


@functools.cache
def wording(name: QuestionType) -> Wording:
    """From `wording/NAME.toml`."""
    text = (files(__package__) / "wording" / f"{name}.toml").read_text(encoding="utf-8")
    return Wording.model_validate(tomllib.loads(text))


def word_question(name: QuestionType, question: Question, draw: Generator) -> str:
    """The question in words; which ones is drawn."""
    told = wording(name)
    form = told.forms[question.form]
    situation = _pick(form.situations or told.situations, draw)
    pieces = (situation, _pick(form.asks, draw), _pick(form.rules, draw))
    return " ".join(_fill(piece, question) for piece in pieces if piece)


def _fill(text: str, question: Question) -> str:
    filled = text.format_map(dict(question.words)).strip()
    return filled[:1].upper() + filled[1:]


def _pick(texts: tuple[str, ...], draw: Generator) -> str:
    return texts[int(draw.integers(len(texts)))]
