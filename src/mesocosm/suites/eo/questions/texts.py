"""All words of a question type, from the TOML beside its module."""

from __future__ import annotations

import functools
import tomllib
from importlib.resources import files

from pydantic import Field, ValidationError

from mesocosm.errors import InvalidRecord
from mesocosm.suites.eo.questions import type_folder
from mesocosm.trace.reader import explain
from mesocosm.types import Record


class Form(Record):
    """One way of asking: its requests, and the rules that say how to answer."""

    asks: tuple[str, ...] = Field(min_length=4)
    rules: tuple[str, ...] = ("",)
    situations: tuple[str, ...] = ()
    """Where the type's own do not fit this form."""


class Sentences(Record):
    """A short answer as a sentence; `{answer}` is what was handed in."""

    answer: str = "{answer}"
    """Of any answer that none of the others fits; `{article}` is its article."""
    one: str = "There is 1 {noun}."
    count: str = "There are {answer} {noun}."
    """Of a count, `{noun}` is what is counted."""
    change: str = ""
    """Of a bare figure, where that is told by its sign."""
    measure: str = ""
    """Of an answer that holds a figure, where that is told in another way than a word."""
    words: dict[str, str] = Field(default_factory=dict)
    """Of single words, where they are told in another way than others."""


class Texts(Record):
    """All words of a question type."""

    prior_answer: str
    """The commonest answer, counted by `benchmarks/eo_prior_answers.py`."""
    situations: tuple[str, ...]
    forms: dict[str, Form]
    sentences: Sentences = Sentences()
    conclusions: dict[str, str] = Field(default_factory=dict)
    """What the module fills in when it concludes."""
    telling: tuple[str, ...] = ()
    """Words that tell something about a place: a thought uses them once they have been read."""


@functools.cache
def read_texts(name: str) -> Texts:
    """The words of a type by its name, from `types/NAME.toml`."""
    path = files(type_folder.TYPES) / f"{name}.toml"
    try:
        return Texts.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (FileNotFoundError, tomllib.TOMLDecodeError) as error:
        raise InvalidRecord(f"question type {name}: {path}: {error}") from error
    except ValidationError as error:
        raise InvalidRecord(f"question type {name}: {path}: {explain(error)}") from error
