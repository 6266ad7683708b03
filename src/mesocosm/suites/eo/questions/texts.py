"""All texts of a question type, from the TOML beside its module."""

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
    """Situations for this form, if those of the type do not fit it."""


class Sentences(Record):
    """A short answer as a sentence; `{answer}` is the submitted answer."""

    answer: str = "{answer}"
    """Sentence for any answer that no other sentence fits; `{article}` is its article."""
    one: str = "There is 1 {noun}."
    count: str = "There are {answer} {noun}."
    """Sentence for a count; `{noun}` is the counted thing."""
    change: str = ""
    """Sentence for a bare figure whose sign gives the direction."""
    measure: str = ""
    """Sentence for an answer with a figure, if it differs from that for a word."""
    words: dict[str, str] = Field(default_factory=dict)
    """Sentences for single words that need their own."""


class Texts(Record):
    """All texts of a question type."""

    prior_answer: str
    """The commonest answer, counted by `benchmarks/eo_prior_answers.py`."""
    situations: tuple[str, ...]
    forms: dict[str, Form]
    sentences: Sentences = Sentences()
    conclusions: dict[str, str] = Field(default_factory=dict)
    """Texts that the module fills in when it concludes."""
    telling: tuple[str, ...] = ()
    """Words that reveal something about a place: a thought uses them only once they have been read."""


@functools.cache
def read_texts(name: str) -> Texts:
    """Read the texts of a type by its name, from `types/NAME.toml`."""
    path = files(type_folder.TYPES) / f"{name}.toml"
    try:
        return Texts.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (FileNotFoundError, tomllib.TOMLDecodeError) as error:
        raise InvalidRecord(f"question type {name}: {path}: {error}") from error
    except ValidationError as error:
        raise InvalidRecord(f"question type {name}: {path}: {explain(error)}") from error
