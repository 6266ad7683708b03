"""Compare short answers in words: the key's words must be present, with the same negation and no opposite."""

from __future__ import annotations

import re

WORDS = re.compile(r"[a-z]+(?:'t)?")
STEM = 6
"""How many first letters of a word are compared: enough to distinguish words, and few enough to match forms of one
word such as contamination and contaminated."""

MOST_KEY_WORDS = 6
MOST_ANSWER_WORDS = 60
CLAUSE = 14
"""Words up to which one negation governs the whole answer."""

_NEGATIONS = "no not non never without cannot none neither nor nothing isn't doesn't don't can't aren't won't"
NEGATIONS = frozenset(_NEGATIONS.split())
_EMPTY = """
the a an is are was were be been of in on at to for and or with this that it its there as by from than then so
we i has have had will would can may does do did which what where when both all each very about approximately therefore
thus hence answer final value result case evidence sign signs suggest suggests suggested indicate indicates indicated
show shows shown find found occur occurs occurring observed exist exists present given using any"""
EMPTY = frozenset(_EMPTY.split())
OPPOSITES = (
    "stable unstable", "subcritical supercritical", "laminar turbulent", "increase decrease", "increases decreases",
    "upward downward", "up down", "north south", "northward southward", "east west", "eastward westward",
    "poleward equatorward", "cyclonic anticyclonic", "clockwise counterclockwise", "clockwise anticlockwise",
    "warm cold",
    "warmer colder", "convergent divergent", "convergence divergence", "confined unconfined", "valid invalid",
    "possible impossible", "normal lognormal", "true false", "yes no", "high low", "higher lower", "larger smaller",
    "greater less", "mild steep", "rising sinking", "saturated unsaturated", "sufficient insufficient",
    "heating cooling",
    "acceptable unacceptable", "adequate inadequate", "positive negative", "safe unsafe", "upstream downstream",
    "left right", "faster slower", "rotational irrotational", "compressible incompressible", "barotropic baroclinic",
)  # fmt: skip

Outcome = tuple[bool | None, str]


def stem(word: str) -> str:
    """Return the letters of a word that are compared."""
    return word.removesuffix("s")[:STEM] if len(word) > 3 else word


def _opposites() -> dict[str, set[str]]:
    table: dict[str, set[str]] = {}
    for pair in OPPOSITES:
        one, other = pair.split()
        table.setdefault(stem(one), set()).add(stem(other))
        table.setdefault(stem(other), set()).add(stem(one))
    return table


OPPOSITE = _opposites()


def same_words(key: str, answer: str) -> Outcome:
    """Compare an answer with a short key in words."""
    key_words, answer_words = WORDS.findall(key.lower()), WORDS.findall(answer.lower())
    if len(answer_words) > MOST_ANSWER_WORDS:
        return None, "long_text"
    wanted, given = _content(key_words), _content(answer_words)
    if not wanted:
        return _yes_or_no(key_words, answer_words)
    against = {opposite for word in wanted for opposite in OPPOSITE.get(word, ())} - wanted
    if not wanted <= given:
        return (False, "opposite") if against & given and not wanted & given else (None, "other_words")
    if against & given:
        return None, "both_opposites"
    if _negate(key_words) != _negate(answer_words):
        return (False, "negation") if len(answer_words) <= CLAUSE else (None, "negation_unclear")
    return (True, "words") if len(wanted) <= MOST_KEY_WORDS else (None, "long_text_key")


def _content(words: list[str]) -> set[str]:
    return {stem(word) for word in words if word not in EMPTY and word not in NEGATIONS and len(word) > 1}


def _negate(words: list[str]) -> bool:
    return any(word in NEGATIONS for word in words)


def _yes_or_no(key_words: list[str], answer_words: list[str]) -> Outcome:
    if key_words[:1] not in (["yes"], ["no"]) or answer_words[:1] not in (["yes"], ["no"]):
        return None, "other_words"
    return (True, "words") if key_words[0] == answer_words[0] else (False, "opposite")
