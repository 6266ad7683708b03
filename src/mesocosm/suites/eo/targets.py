"""The meaning of a target in an agent's words: labels of the taxonomy, and attributes such as colour and damage."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mesocosm.errors import ToolError
from mesocosm.suites.eo.lake.colours import COLOURS
from mesocosm.suites.eo.lake.frame import Thing
from mesocosm.suites.eo.taxonomy import known_words, meant_by

DAMAGE: dict[str, frozenset[str]] = {
    "undamaged": frozenset({"none"}),
    "intact": frozenset({"none"}),
    "no damage": frozenset({"none"}),
    "minor damage": frozenset({"minor"}),
    "slightly damaged": frozenset({"minor"}),
    "major damage": frozenset({"major"}),
    "heavily damaged": frozenset({"major"}),
    "severely damaged": frozenset({"major"}),
    "destroyed": frozenset({"destroyed"}),
    "collapsed": frozenset({"destroyed"}),
    "damaged": frozenset({"minor", "major", "destroyed"}),
}
"""Words for damage, longer ones before those they contain, each with levels of the Joint Damage Scale."""
SPELLINGS = {"gray": "grey", "silver": "silver"}
LONGEST = 120
ELSEWHERE = re.compile(r"\b(?:under|beneath|below|above|beside|behind|between|outside|before|after|next|previous)\b")
"""Words of place or time, which no search uses."""


@dataclass(frozen=True)
class Target:
    """Leaf labels, and the wanted values of some attributes."""

    text: str
    labels: frozenset[str]
    damage: frozenset[str] = frozenset()
    colours: frozenset[str] = frozenset()

    def means(self, thing: Thing) -> bool:
        """Return whether a thing is meant."""
        if thing.label not in self.labels:
            return False
        if self.damage and thing.attributes.get("damage") not in self.damage:
            return False
        return not self.colours or thing.attributes.get("colour") in self.colours


def read_target(text: str) -> Target:
    """Return the target that an agent's words mean, or refuse with the known words."""
    words = re.sub(r"[\s_\-]+", " ", text.strip().lower())[:LONGEST]
    if where := ELSEWHERE.search(words):
        raise ToolError(
            f"target must name a kind of object alone, got {text[:60]!r}: {where[0]!r} tells where or when; crop that "
            "part, or fetch that picture, and search it"
        )
    for spelling, standard in SPELLINGS.items():
        words = re.sub(rf"\b{spelling}\b", standard, words)
    damage = _phrases_in(words, DAMAGE)
    for phrase in damage:
        words = re.sub(rf"\b{phrase}\b", " ", words)
    colours = [colour for colour in sorted((*COLOURS, "silver"), key=len, reverse=True) if _has(words, colour)]
    for colour in colours:
        words = re.sub(rf"\b{colour}\b(?: colou?red)?", " ", words)
    labels = meant_by(re.sub(r"\b(?:with|of|all|every|each|the|a|an)\b", " ", words))
    if not labels:
        raise ToolError(
            f"no kind of object is called {text[:60]!r}; kinds that can be asked for: {', '.join(known_words())}"
        )
    levels = frozenset().union(*(DAMAGE[phrase] for phrase in damage)) if damage else frozenset[str]()
    return Target(text.strip(), labels, levels, frozenset(colours))


def _has(words: str, phrase: str) -> bool:
    return re.search(rf"\b{phrase}\b", words) is not None


def _phrases_in(words: str, phrases: dict[str, frozenset[str]]) -> list[str]:
    """Return the phrases in a text; no phrase inside another one counts."""
    taken: list[str] = []
    for phrase in phrases:
        if _has(words, phrase):
            taken.append(phrase)
            words = re.sub(rf"\b{phrase}\b", " ", words)
    return taken
