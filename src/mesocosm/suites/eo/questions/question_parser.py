"""Reading a question: which form it has and what stands in its gaps, by the wordings themselves."""

from __future__ import annotations

import functools
import re

from pydantic import JsonValue

from mesocosm.suites.eo.questions import covering
from mesocosm.suites.eo.questions.disaster import STATES
from mesocosm.suites.eo.questions.nouns import BY_WORD
from mesocosm.suites.eo.questions.passes import INDICES, THEMES
from mesocosm.suites.eo.questions.pointing import POINTERS
from mesocosm.suites.eo.questions.wording import wording
from mesocosm.suites.eo.records import QuestionType

GAP = re.compile(r"\\\{(\w+)\\\}")
PLURALS = {noun.plural: noun.word for noun in BY_WORD.values()}


@functools.cache
def _patterns(name: QuestionType) -> list[tuple[str, re.Pattern[str]]]:
    """Requests of a type as patterns, the longest first."""
    asks = [(form, ask) for form, told in wording(name).forms.items() for ask in told.asks]
    asks.sort(key=lambda pair: -len(pair[1]))
    return [(form, _pattern(ask)) for form, ask in asks]


def _pattern(ask: str) -> re.Pattern[str]:
    seen: set[str] = set()

    def gap(match: re.Match[str]) -> str:
        name = match[1]
        if name in seen:
            return f"(?P={name})"
        seen.add(name)
        return f"(?P<{name}>.+?)"

    # The first letter of a filled-in request is a capital, whatever it was.
    return re.compile(GAP.sub(gap, re.escape(ask)), re.IGNORECASE)


def read_question(name: QuestionType, text: str) -> tuple[str, dict[str, JsonValue]] | None:
    """Form and parameters of a question in words; None where it is of no known wording."""
    for form, pattern in _patterns(name):
        match = pattern.search(text)
        if match is not None:
            return form, _parameters(form, match.groupdict())
    return None


def _parameters(form: str, words: dict[str, str]) -> dict[str, JsonValue]:
    """What a solver needs, from the words in the gaps."""
    asked: dict[str, JsonValue] = {}
    for gap, word in words.items():
        asked |= _read_gap(gap, word)
    if form == "ratio":
        asked["first"] = asked.pop("part", "")
    if "_" in form and set(form.split("_", 1)) <= set(covering.BY_NAME):
        asked["below"], asked["above"] = form.split("_", 1)
    if form.startswith("car_parks_"):
        asked["below"], asked["above"] = "car_parks", form.removeprefix("car_parks_")
    return asked


def _read_gap(gap: str, word: str) -> dict[str, JsonValue]:
    match gap:
        case "things" | "thing":
            return {"target": PLURALS.get(word, word)}
        case "one" | "many":
            return {"state": next((name for name, told in STATES.items() if word in told[:2]), "destroyed")}
        case "target":
            return _point(word)
        case "covers" | "covers_and":
            listed = re.split(r", | or | and ", word)
            return {"covers": [cover.name for cover in covering.COVERS if cover.words in listed]}
        case "some" | "all" | "each":
            return {SHARE_GAPS[gap]: PLURALS.get(word, word)}
        case "theme":
            return {"theme": next(theme.name for theme in THEMES if theme.words == word)}
        case "index":
            return {"index": next(name for name, said in INDICES.items() if said == word)}
        case "area":
            return {"hectares": float(word)}
        case "x" | "y":
            return {gap: float(word)}
        case "way" | "then":
            return {gap: word}
    return {gap: word}


SHARE_GAPS = {"some": "part", "all": "whole", "each": "other"}


def _point(words: str) -> dict[str, JsonValue]:
    """Pointer and kind, from words such as `the northernmost car`."""
    for pointer in POINTERS:
        # A request that begins with what it points at catches all that was said before it as well.
        match = re.search(re.escape(pointer.words).replace(r"\{thing\}", "(.+?)") + "$", words, re.IGNORECASE)
        if match is not None:
            return {"pointer": pointer.name, "target": match[1]}
    return {"target": words}
