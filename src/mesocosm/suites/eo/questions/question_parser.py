"""Reading a question: its form and the words in its gaps, by matching the wordings themselves."""

from __future__ import annotations

import functools
import re

from pydantic import JsonValue

from mesocosm.suites.eo.questions.catalogue import kind_named
from mesocosm.suites.eo.questions.texts import read_texts
from mesocosm.suites.eo.records import QuestionType

GAP = re.compile(r"\\\{(\w+)\\\}")


@functools.cache
def _patterns(name: QuestionType) -> list[tuple[str, re.Pattern[str]]]:
    """Return the requests of a type as patterns, the longest first."""
    asks = [(form, ask) for form, texts in read_texts(name).forms.items() for ask in texts.asks]
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

    # The first letter of a filled-in request is always a capital.
    return re.compile(GAP.sub(gap, re.escape(ask)), re.IGNORECASE)


def read_question(name: QuestionType, text: str) -> tuple[str, dict[str, JsonValue]] | None:
    """Return form and parameters of a question in words; None if it matches no known wording."""
    for form, pattern in _patterns(name):
        match = pattern.search(text)
        if match is not None:
            return form, kind_named(name).read_gaps(form, match.groupdict())
    return None
