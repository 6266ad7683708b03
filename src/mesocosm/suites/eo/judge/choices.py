"""One word of a closed set in a model's answer.

The rules, stated: the longest name wins (`no damage` is not `damage`), a denied mention does not count, and one choice
must be left. Alternatives (`minor or major`) are wrong; several mentions otherwise leave the answer undecided, unless
the others are only compared with (`more water than vegetation`). A bound (`at least minor`) and words that say that
nobody can tell leave it undecided. Denying all but one of a few choices names the last.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from mesocosm.suites.eo.judge.naming import OTHER, POINTS, Names, fold_name, letters, pattern, spellings
from mesocosm.suites.eo.judge.verdict import Reading, no_answer, unsure
from mesocosm.suites.eo.judge.wording import DECLINES, TAKEN_BACK, TURNS, asked_back, given_up, is_denied, parts

COMPARED = re.compile(
    r"(?:>|\bthan|\bcompared (?:to|with)|\bversus|\bvs\.?|\bfollowed by|\bover|\bexceed(?:s|ed|ing)?|\boutnumber(?:s"
    r"|ed|ing)?|\boutweighs?"
    r"|\bahead of|\bexceeding|\bagainst)\s+(?:(?:the|that of|those of|of|all|any|in|by"
    r"|only)\s+)*(?:[\w%.,-]+\s+){0,2}$",
    re.IGNORECASE,
)
MORE = re.compile(
    r"\b(?:more|larger|greater|bigger|higher|most|largest|greatest|biggest|highest|dominat\w*|exceed\w*"
    r"|outnumber\w*|outweigh\w*|majority"
    r"|prevail\w*|main\w*|cover\w* more|ahead)\b|>",
    re.IGNORECASE,
)
LESS = re.compile(r"\b(?:less|smaller|fewer|lower|least|smallest|fewest|lowest|minority)\b", re.IGNORECASE)
EITHER = re.compile(
    r"^\W*(?:or|and/or|/|or maybe|or perhaps|or possibly|, or|or else|or even)\W*(?:an?|the|to|in|at|perhaps"
    r"|maybe|just|only)?\W*$",
    re.IGNORECASE,
)
APART = re.compile(r"(?<![\w.])([NS])(?:[ -]|\. ?)([EW])(?![\w'-])")
"""The letters of one point of the compass, written apart: `N E`, `N.E.`"""
ASIDE = re.compile(
    r"\b(?:more|less|fewer) (?:pictures?|images?|photographs?|photos?|information|data|time|evidence|calls?|steps?"
    r"|detail\w*|context|resolution|sure|certain|likely|or less)\b"
    r"|\b(?:more|less|fewer) than (?:\d+|one|two|three|four|five|ten|a dozen)\b"
    r"|\b(?:nothing|anything|as many or) more\b|\bat the same time\b"
    r"|\bsame (?:pictures?|images?|photographs?|views?|place|area|ground|satellite|sensor|scene)\b",
    re.IGNORECASE,
)
"""Words that contain a name and choose nothing."""
BOUND_BEFORE = re.compile(
    r"\b(?:at least|at most|worse than|better than|up to|far from|away from|other than|opposite(?: of| to)?"
    r"|(?:any|every|all)\w*(?: \w+)? (?:but|except|save|besides)|except|excluding)(?: for)?(?: in| to| at)?"
    r"\s+(?:the |an? )?$",
    re.IGNORECASE,
)
BOUND_AFTER = re.compile(
    r"\s*(?:damage )?(?:or (?:worse|better|more|less|higher|lower|above|below)|at (?:best|worst|most|least))\b",
    re.IGNORECASE,
)
THAN = re.compile(r"\b(?:more|less|fewer|greater|smaller) than\s+(?:the |an? )?$", re.IGNORECASE)
LEAST = re.compile(r"\b(?:least|smallest|fewest|lowest|minority)\b", re.IGNORECASE)
FEW = 4
"""With at most so many choices, denying all but one names the last."""
NONE_OF = re.compile(r"\s+(?:is|are|was|were|of|has|have|appears?)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Named:
    """A choice that a text names, with its position."""

    choice: str
    start: int
    end: int
    denied: bool


Above = Mapping[str, frozenset[str]]
"""A choice mapped to the broader choices that include it."""


def read_choice(text: str, among: Names, question: str = "", *, above: Above = MappingProxyType({})) -> Reading:
    """Read the choice that a plain text commits to."""
    if TAKEN_BACK.search(text):
        return unsure("taken_back")
    names = spellings(among, question)
    if OTHER in names:
        text = APART.sub(r"\1\2", text)
    text = ASIDE.sub(lambda match: " " * len(match[0]), text)
    for part in parts(text):
        mentions = mentions_in(part, names)
        if mentions:
            return _one(part, _narrowest(mentions, above), question, frozenset(among))
    return no_answer("declined") if DECLINES.search(text) else unsure("other_words")


def mentions_in(text: str, names: Names) -> list[Named]:
    """Return every name of the set in order; a longer name hides the shorter ones inside it."""
    owners = {name: choice for choice, every in names.items() for name in every}
    spans = [
        (match.start(), match.end(), _owner(match[0], owners))
        for match in pattern(tuple(sorted(owners))).finditer(text)
    ]
    if any(_is_point(choice) for choice in names):
        spans += [
            (match.start(), match.end(), _letter(match[1] or match[0], owners)) for match in letters().finditer(text)
        ]
    kept = [(start, end, choice) for start, end, choice in sorted(spans) if choice and not _pronoun(text, start, end)]
    bare = _blanked(text, [(start, end) for start, end, _ in kept])
    return [Named(choice, start, end, is_denied(bare, start, end)) for start, end, choice in kept]


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Blank names so that a word inside one does not deny anything: the `no` of `no damage` is part of a name."""
    for start, end in spans:
        text = text[:start] + "x" * (end - start) + text[end:]
    return text


def _pronoun(text: str, start: int, end: int) -> bool:
    """Return whether the word `none` denies what follows: `none is destroyed`, `none of them`."""
    return text[start:end].lower() == "none" and NONE_OF.match(text[end:]) is not None


def _owner(written: str, owners: dict[str, str]) -> str:
    """Return the choice that a written name stands for; the name may be in the plural."""
    name = fold_name(written)
    singular = [name, name.removesuffix("s"), name.removesuffix("es"), re.sub(r"ies$", "y", name), name + "s"]
    return next((owners[way] for way in singular if way in owners), "")


def _is_point(choice: str) -> bool:
    return (
        fold_name(choice) in POINTS.values()
        or choice == OTHER
        or fold_name(choice).replace("northe", "north e") in POINTS.values()
    )


def _letter(letter: str, owners: dict[str, str]) -> str:
    point = POINTS[letter.lower()]
    return owners.get(point, owners.get(point.replace(" ", ""), OTHER))


def _narrowest(mentions: list[Named], above: Above) -> list[Named]:
    """Drop broader words for things that a narrower word names too."""
    broader = frozenset[str]().union(*(above.get(own.choice, frozenset()) for own in mentions if not own.denied))
    return [mention for mention in mentions if mention.choice not in broader]


def _one(part: str, mentions: list[Named], question: str, among: frozenset[str]) -> Reading:
    stated = [mention for mention in mentions if not mention.denied]
    if asked_back(part):
        return unsure("a_question")
    if not stated:
        left = among - {mention.choice for mention in mentions}
        return Reading(said=min(left)) if len(left) == 1 and 2 < len(among) <= FEW else unsure("denied_only")
    if any(_bound(part, mention) for mention in stated):
        return unsure("bound")
    if LEAST.search(part) and MORE.search(question) and not MORE.search(part):
        return unsure("the_least")
    stated = _without_compared(part, stated, question)
    if alternatives(part, stated):
        return no_answer("alternatives")
    if given_up(part):
        return unsure("declined")
    chosen = {mention.choice for mention in stated}
    if all(THAN.search(part[: mention.start]) for mention in stated):
        return unsure("bound")
    if len(chosen) != 1:
        return unsure("several_choices")
    [choice] = chosen
    denied_too = [mention for mention in mentions if mention.denied and mention.choice == choice]
    return unsure("stated_and_denied") if denied_too else Reading(said=choice)


def _bound(part: str, mention: Named) -> bool:
    return bool(BOUND_BEFORE.search(part[: mention.start]) or BOUND_AFTER.match(part[mention.end :]))


def alternatives(part: str, stated: list[Named]) -> bool:
    pairs = itertools.pairwise(stated)
    return any(
        first.choice != second.choice and EITHER.match(part[first.end : second.start]) for first, second in pairs
    )


def _without_compared(part: str, stated: list[Named], question: str) -> list[Named]:
    """Drop what the answer is only compared with, if the question asks for the greater one."""
    asks_less = LESS.search(question) is not None and MORE.search(question) is None
    if asks_less or LESS.search(part) or not MORE.search(part) or TURNS.search(part):
        return stated
    first = stated[0].choice
    rest = [mention for mention in stated if mention.choice == first or not COMPARED.search(part[: mention.start])]
    return rest
