"""Several words of a closed set in a model's answer, no more and no fewer.

The rules, stated: order and repetition do not matter, a denied mention does not count, and a member that is no word of
the set makes the list another list. `And others` leaves it undecided, as do words that turn (`but`, `however`).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable

from mesocosm.suites.eo.judge.choices import Named, alternatives, mentions_in
from mesocosm.suites.eo.judge.naming import Names, spellings
from mesocosm.suites.eo.judge.verdict import Reading, no_answer, unsure
from mesocosm.suites.eo.judge.wording import DECLINES, TAKEN_BACK, TURNS, asked_back, is_denied, parts

SEPARATOR = re.compile(r",|;|\n|/|\+|\||&|\band\b|\bas well as\b|\bplus\b", re.IGNORECASE)
SENTENCE_END = re.compile(r"[.!?:](?=\s|$)")
BULLET = re.compile(r"^\s*(?:[-•]|\d{1,2}[.)])\s*")
QUANTITY = re.compile(
    r"^(?:\s|[\d(\[\"'])*(?:\b(?:an?|the|some|also|several|many|few|small|large|big|other|one|two|three|four|five|six)\b\s*)*"
    r"|[\W\d]+$",
    re.IGNORECASE,
)
ASIDE = re.compile(
    r"(?:in|on|at|of|near|along|by|with|within|from|for|to|as|all|both|each|that|which|where|there|here|i|we|it|they"
    r"|this|these|those|is|are|was|were|no|not|nor|neither|none|nothing|without|visible|seen|present|detected|then|so"
    r"|yes|ok|okay|sure|overall|finally|first|second|next|only|including|after|before|looking|based|namely|respectively"
    r"|answer|image|picture|scene|[a-z]+ly|moored|located|shown|parked|docked|anchored|found)\b",
    re.IGNORECASE,
)
"""Words that begin a part of the list that is no member."""
OPEN = re.compile(r"(?:etc\b.*|others?|more|so on|things|objects|(?:\w+ )?(?:other|more) \w+)", re.IGNORECASE)
AND_SO_ON = re.compile(
    r"\betc\b|\band (?:others|so on|so forth)\b|\bamong others\b|\.\.\.|…|\b(?:maybe|perhaps|possibly|at least)\b",
    re.IGNORECASE,
)
SOME_OF = re.compile(r"\b(?:one|either|some|any|most|subset) of\b[^.;]*$", re.IGNORECASE)
LONGEST_MEMBER = 3
"""Most words of a member; a longer part is a clause."""


def read_list(text: str, among: Names) -> Reading:
    """Read the set of words that a plain text names, in alphabetical order."""
    if TAKEN_BACK.search(text):
        return unsure("taken_back")
    names = spellings(among)
    for part in parts(text):
        mentions = mentions_in(part, names)
        if mentions:
            return _set(part, mentions)
    if re.search(r"\b(?:none|nothing|no \w+)\b", text, re.IGNORECASE) and not DECLINES.search(text):
        return Reading(said="", why="none_of_them")
    return no_answer("declined") if DECLINES.search(text) else unsure("other_words")


def _set(part: str, mentions: list[Named]) -> Reading:
    stated = [mention for mention in mentions if not mention.denied]
    both = {mention.choice for mention in stated} & {mention.choice for mention in mentions if mention.denied}
    if both or TURNS.search(_outside(part, mentions)):
        return unsure("stated_and_denied" if both else "turned")
    if asked_back(part):
        return unsure("a_question")
    if alternatives(part, stated) or SOME_OF.search(part[: mentions[0].start]):
        return no_answer("alternatives")
    if AND_SO_ON.search(part):
        return unsure("unknown_member")
    strangers = strangers_in(part, mentions)
    if strangers:
        return unsure("unknown_member") if all(map(OPEN.fullmatch, strangers)) else no_answer("unknown_member")
    return Reading(said=joined_set(mention.choice for mention in stated))


def joined_set(words: Iterable[str]) -> str:
    """Write a set of words in one spelling."""
    return ", ".join(sorted(set(words)))


def _outside(part: str, mentions: list[Named]) -> str:
    """Remove the names from the text: `no` may be part of a name."""
    for mention in mentions:
        part = part[: mention.start] + " " * (mention.end - mention.start) + part[mention.end :]
    return re.sub(r"\bno\b", " ", part, flags=re.IGNORECASE)


def strangers_in(part: str, mentions: list[Named]) -> list[str]:
    """Return members of the list that are no word of the set."""
    first, last = mentions[0].start, mentions[-1].end
    gaps = [(earlier.end, later.start) for earlier, later in itertools.pairwise(mentions)]
    between = [span for start, end in gaps for span in _pieces(part, start, end)[1:-1]]
    ahead = _pieces(part, _begin(part, first), first)[:-1]
    behind = _pieces(part, last, _stop(part, last))[1:]
    return [word for start, end in (*ahead, *between, *behind) if (word := _member(part, start, end))]


def _begin(part: str, first: int) -> int:
    """Return where the sentence of the first word begins; a bulleted list begins with its first bullet."""
    ends = [match.end() for match in SENTENCE_END.finditer(part[:first])]
    start = ends[-1] if ends else 0
    lines = part[start:first].split("\n")
    plain = [place for place, line in enumerate(lines[:-1]) if not BULLET.match(line)]
    return start + (sum(len(line) + 1 for line in lines[: plain[-1] + 1]) if plain else 0)


def _stop(part: str, last: int) -> int:
    stop = SENTENCE_END.search(part, last)
    return stop.start() if stop else len(part)


def _pieces(part: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the spans between separators."""
    cuts = [(match.start(), match.end()) for match in SEPARATOR.finditer(part, start, end)]
    starts, ends = [start, *(after for _, after in cuts)], [*(before for before, _ in cuts), end]
    return list(zip(starts, ends, strict=True))


def _member(part: str, start: int, end: int) -> str:
    """Return the member that a span names; empty if it names none or denies it."""
    piece = BULLET.sub("", part[start:end])
    word = QUANTITY.sub("", piece).strip()
    if not re.search(r"[^\W\d_]{3}", word) or ASIDE.match(word) or ASIDE.match(piece.strip()):
        return ""
    return "" if len(word.split()) > LONGEST_MEMBER or is_denied(part, start, end) else word
