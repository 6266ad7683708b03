"""A count in what a model writes: one whole number, committed to.

The rules, stated: `about 12` is 12. A range, a bound (`at least 12`, `12+`) or alternatives (`12 or 13`) give no count
and are wrong, as are words such as `several`. Numbers that belong to something else (sizes, dates, places, scores,
other things that are counted) are passed over. Two different counts of the same thing leave the answer undecided.
"""

from __future__ import annotations

import itertools
import re

from mesocosm.suites.eo.judge.numbers import BOX, MOST, Mention, bounded, joined, numbers_in
from mesocosm.suites.eo.judge.things import counts_another, in_one_word
from mesocosm.suites.eo.judge.verdict import Reading, unanswered, unsure
from mesocosm.suites.eo.judge.wording import DECLINES, TAKEN_BACK, TURNS, asked_back, denied, parts, sentence_of

UNIT_AFTER = (
    r"(?:\s?(?:%|°|px\b|percent\b|pixels?\b|(?:square |sq\.? |cubic )?(?:k?m|cm|mm|kilomet|met|hectares?|ha|acres?"
    r"|feet|ft)(?:[23]\b|\b|er|re)"
    r"|seconds?\b|minutes?\b|hours?\b|days?\b|months?\b|years?\b|degrees?\b|dB\b|bits?\b|bands?\b|calls?\b"
    r"|steps?\b|tools?\b"
    r"|images?\b|pictures?\b|photographs?\b|frames?\b|views?\b|crops?\b|captures?\b))"
)
ELSEWHERE = re.compile(
    rf"{BOX}|"
    r"\(\s*-?[\d.]+(?:\s*,\s*-?[\d.]+)+\s*\)"  # boxes and places
    r"|\b\d+(?:\.\d+)?\s?[x×]\s?\d+\b"  # sizes
    r"|\b\d{4}-\d{2}(?:-\d{2})?\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{4}\b|\b\d{1,2}:\d{2}(?::\d{2})?\b"  # dates and times
    r"|\b(?:in|since|of|from|by|until|during|summer|winter|spring|autumn) (?:19|20)\d\d\b(?!-\d)"
    r"|\b(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december)\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?\d{2,4}\b"
    r"|\b(?:image|picture|frame|figure|fig\.?|step|band|call|view|crop|tile|option|question|item|version|level"
    r"|zoom|sentinel|landsat"
    r"|score|confidence|probability|threshold|id|no\.|number|index) ?-?(?:of |is |= ?"
    r"|: ?)?\d+(?:\.\d+)?(?![\d,]*\s*(?:of|in total))"
    r"|\b\d+(?:st|nd|rd|th)\b|(?m:^\s*\d{1,2}[.)]\s)",
    re.IGNORECASE,
)
MEASURED = re.compile(rf"(?<![\w.])(?<!\d,)-?\d[\d,]*(?:\.\d+)?{UNIT_AFTER}", re.IGNORECASE)
NUMBER_OF = re.compile(r"\bnumber (?=of\b|is\b|:)", re.IGNORECASE)
NONE = re.compile(
    r"\b(?:none|zero)\b|\bno\b(?! (?:doubt|one|more|fewer|less|longer|idea|matter|information|answer)\b)"
    r"|\bnot (?:a single|any|one)\b"
    r"|\bnothing\b|\b(?:are|is|was|were|do|does|did|can|could)(?: not|n't) (?:any|see any|contain any|detect any"
    r"|find any|show any)\b"
    r"|\bwithout any\b",
    re.IGNORECASE,
)
VAGUE = re.compile(
    r"\b(?:several|many|some|a few|few|numerous|multiple|various|lots?|plenty|dozens|hundreds|scores|a couple"
    r"|a number of|a handful)\b",
    re.IGNORECASE,
)
TOTAL_AFTER = re.compile(
    r"\s*(?:[\w-]+\s+){0,5}?(?:in total|altogether|in all|overall|all told|combined)\b", re.IGNORECASE
)
TOTAL_BEFORE = re.compile(
    r"(?:(?<!\bin )\btotal(?:s|ling|ing)?|\bsum|\baltogether|\bin all|\boverall|\ball told)\b(?:\s+(?:number|count))?"
    r"(?:\s+of\s+(?:[\w-]+\s+){0,5}?)?[\s,:=]*(?:(?:is|are|was|were|of|to|comes? to|there are|there is|about)\s*)*$",
    re.IGNORECASE,
)
OUT_OF = re.compile(r"\s*(?:out )?of (?:the |all |these |those |a total of )*$", re.IGNORECASE)
FUNCTION_WORDS = frozenset((
    "in", "on", "at", "of", "and", "or", "but", "the", "a", "an", "is", "are", "was", "were", "be", "as", "for",
    "from", "by", "to", "with", "that", "which", "so", "now", "then", "per", "than", "it", "i", "we", "they",
    "there", "if", "only", "total", "altogether",
))  # fmt: skip


def read_count(text: str, noun: str) -> Reading:
    """The count that a plain text settles on."""
    if TAKEN_BACK.search(text):
        return unsure("taken_back")
    for part in parts(text):
        reading = _read(_without_noun_digits(in_one_word(part, noun), noun), noun)
        if reading is not None:
            return reading
    if DECLINES.search(text):
        return unanswered("declined")
    return unanswered("vague") if VAGUE.search(text) else unsure("no_number")


def _read(part: str, noun: str) -> Reading | None:
    """What one part says; None where it names no count."""
    masked = _masked(part)
    every = numbers_in(masked)
    if len(every) > MOST:
        return unsure("many_numbers")
    shown = [mention for mention in every if not denied(masked, mention.start, mention.end)]
    if any(bounded(masked, mention) for mention in every):
        return unanswered("bound")
    if how := joined(masked, shown):
        return unanswered(how)
    if not shown:
        return _none(masked, every)
    if asked_back(part):
        return unsure("a_question")
    chosen = _choose(masked, shown, noun)
    if chosen is None:
        return unanswered("alternatives") if _bare_list(masked, shown) else unsure("several_numbers")
    if chosen.value and _says_none(masked, noun) and len({mention.value for mention in shown}) == 1:
        return unsure("both_none_and_some")
    if all(counts_another(masked[mention.end :], noun) for mention in shown):
        return unanswered("another_thing")
    return _said(chosen)


def _said(mention: Mention) -> Reading:
    if not mention.whole:
        return Reading(said=f"{mention.value:g}", number=mention.value, why="not_whole")
    return Reading(said=str(int(mention.value)), number=mention.value)


def _none(masked: str, denied_ones: list[Mention]) -> Reading | None:
    if denied_ones and all(mention.value for mention in denied_ones):
        return unanswered("denied")
    if not NONE.search(masked) or DECLINES.search(masked):
        return None
    return (
        unsure("none_and_more")
        if VAGUE.search(masked) or TURNS.search(NONE.sub("", masked))
        else Reading(said="0", number=0.0)
    )


def _says_none(masked: str, noun: str) -> bool:
    """Whether the counted thing itself is said to be absent."""
    head = _head(noun)
    return re.search(rf"\b(?:no|zero|not any|none of the) (?:[\w-]+ ){{0,2}}{head}", masked, re.IGNORECASE) is not None


def _masked(text: str) -> str:
    """The text with the numbers of other things blanked, in place."""
    blank = NUMBER_OF.sub(lambda match: "count ".ljust(len(match[0])), text)
    for pattern in (ELSEWHERE, MEASURED):
        blank = pattern.sub(lambda match: " " * len(match[0]), blank)
    return blank


def _choose(text: str, mentions: list[Mention], noun: str) -> Mention | None:
    kept = _without_wholes(text, mentions)
    if len({mention.value for mention in kept}) == 1:
        return kept[-1]
    rules = (_results(text, kept), _of_phrase(text, kept, noun), _totals(text, kept), _of_noun(text, kept, noun))
    for rule in rules:
        if len({mention.value for mention in rule}) == 1 and _stands(text, rule[-1], kept):
            return rule[-1]
    return None


def _without_wholes(text: str, mentions: list[Mention]) -> list[Mention]:
    """Without the 15 of `12 of the 15 buildings`."""
    wholes = {
        second for first, second in itertools.pairwise(mentions) if OUT_OF.fullmatch(text[first.end : second.start])
    }
    return [mention for mention in mentions if mention not in wholes]


def _results(text: str, mentions: list[Mention]) -> list[Mention]:
    return [mention for mention in mentions if re.search(r"=\s*$", text[: mention.start])]


def _totals(text: str, mentions: list[Mention]) -> list[Mention]:
    return [
        mention
        for mention in mentions
        if TOTAL_AFTER.match(text[mention.end :]) or TOTAL_BEFORE.search(text[: mention.start])
    ]


def _of_noun(text: str, mentions: list[Mention], noun: str) -> list[Mention]:
    pattern = re.compile(rf"\s*(?:(?!and\b|or\b|of\b|in\b)[\w-]+\s+){{0,3}}{_head(noun)}", re.IGNORECASE)
    return [mention for mention in mentions if pattern.match(text[mention.end :])]


def _of_phrase(text: str, mentions: list[Mention], noun: str) -> list[Mention]:
    """Numbers right before the counted thing in full, where it is more than one word: `9 damaged buildings`."""
    words = noun.split()[:-1]
    before = r"[\s-]+".join(re.escape(word) for word in words)
    pattern = re.compile(rf"\s+{before}[\s-]+{_head(noun)}", re.IGNORECASE)
    return [mention for mention in mentions if words and pattern.match(text[mention.end :])]


def _head(noun: str) -> str:
    """The last word of what is counted, singular or plural, as a pattern."""
    word = re.sub(r"\s*\(.*\)$", "", noun).split()[-1].lower() if noun.split() else "things"
    stem = (
        word[:-3] if word.endswith("ies") else word.removesuffix("s").removesuffix("e" if word.endswith("ses") else "")
    )
    return rf"{re.escape(stem)}(?:y|ies|es|s|e)?\b"


def _stands(text: str, chosen: Mention, mentions: list[Mention]) -> bool:
    """Whether no other number takes the chosen one's place: others come first, are its parts or count other things."""
    later = [mention for mention in mentions if mention.start > chosen.start and mention.value != chosen.value]
    if not later:
        return _same_claim(text, chosen, mentions)
    if TURNS.search(text[chosen.end :]):
        return False
    return sum(mention.value for mention in later) == chosen.value or all(_counts_other(text, own) for own in later)


def _same_claim(text: str, chosen: Mention, mentions: list[Mention]) -> bool:
    """Earlier numbers do not stand as counts of their own, such as `7. 12.`"""
    earlier = [mention for mention in mentions if mention.value != chosen.value]
    return all(
        _counts_other(text, own) or len(sentence_of(text, own.start).split()) > 2 or "=" in sentence_of(text, own.start)
        for own in earlier
    )


def _counts_other(text: str, mention: Mention) -> bool:
    word = re.match(r"\s+([A-Za-z][\w-]*)", text[mention.end :])
    return word is not None and word[1].lower() not in FUNCTION_WORDS


def _bare_list(text: str, mentions: list[Mention]) -> bool:
    """Whether three or more numbers stand in a row: a list to choose from."""
    gaps = [text[first.end : second.start].strip() for first, second in itertools.pairwise(mentions)]
    return len(mentions) > 2 and all(gap in (",", "/", ";", "|", "and", ", and") for gap in gaps)


def _without_noun_digits(text: str, noun: str) -> str:
    """Without the digits that are part of the counted thing's own name, as in `Boeing 737`."""
    for before, digits in re.findall(r"([A-Za-z]+)[\s-]+(\d+)", noun):
        text = re.sub(rf"\b{before}[\s-]?{digits}(?:s\b)?", before, text, flags=re.IGNORECASE)
    return text
