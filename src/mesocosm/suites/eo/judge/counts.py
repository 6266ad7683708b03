"""A count in a model's answer: one whole number that the answer commits to.

The rules, stated: `about 12` is 12. A range, a bound (`at least 12`, `12+`) or alternatives (`12 or 13`) give no count
and are wrong, as are words such as `several`. Numbers that belong to something else (sizes, dates, places, scores,
other things that are counted) are passed over. Two different counts of the same thing leave the answer undecided, and
so do words that say that nobody can tell, unless a `but` follows them. Of several numbers beside words on what the edge
cuts, only one that is said to remain is read.
"""

from __future__ import annotations

import itertools
import re

from mesocosm.suites.eo.judge.dates import dates_in
from mesocosm.suites.eo.judge.numbers import BOX, INSTEAD, MOST, Mention, how_joined, is_bound, numbers_in
from mesocosm.suites.eo.judge.things import counts_another, in_one_word, names_stranger
from mesocosm.suites.eo.judge.verdict import Reading, no_answer, unsure
from mesocosm.suites.eo.judge.wording import (
    DECLINES,
    TAKEN_BACK,
    TURNS,
    asked_back,
    given_up,
    is_denied,
    parts,
    sentence_of,
)

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
NOT_ONE = re.compile(r"\bnot (?:a single|one)\b", re.IGNORECASE)
NONE = re.compile(
    r"\b(?:none|zero)\b|\bnot (?:a single|any|one)\b"
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
OF_ALL = re.compile(r"(?:^|[.;:,]\s*|\bout )\bof (?:the |all |these |those )*$", re.IGNORECASE)
"""Text before a number that counts all things, of which another number counts a part: `of 12 buildings 4 are damaged`.
"""
LEFT_OUT = re.compile(r"\b(?:cut|edges?|whole|wholly|partial(?:ly)?|exclud\w*|(?:leav\w*|left) out)\b", re.IGNORECASE)
COMES_TO = re.compile(
    r"(?:=|\bso|\bleav(?:es|ing)|\bmak(?:es|ing)|\bgiv(?:es|ing)|\b(?:difference|change|gain|loss|increase|decrease) of"
    r"|\b(?:minus|plus|less)\s+[\w.,-]+\s+(?:is|are|equals))\s*(?:there (?:is|are)\s*)?$",
    re.IGNORECASE,
)
"""Text before a number that results from others."""
EQUALS = re.compile(r"\s*(?:[\w-]+\s+){0,3}=\s*")
WORKED_OUT = re.compile(
    r"\d\s*(?:[\w-]+\s+){0,3}[+×x*/-]\s*\d|\b(?:plus|minus|times|less|and|sum|difference)\b|,", re.IGNORECASE
)
"""Signs and words between numbers that another number is calculated from."""
WHOLE_AFTER = re.compile(r"\s*(?:[\w-]+\s+){0,2}(?:whole|wholly|complete(?:ly)?|remain\w*|count)\b", re.IGNORECASE)
"""Text after the number that is left when others have been left out."""
NOT_ALL = re.compile(
    r"\s*(?:pairs?|rows?|groups?|dozens|each|per|squared|and counting|plus another)\b"
    r"|\s*(?:[\w-]+\s+){0,3}?(?:each\b|per\b|plus another\b|cut (?:by|off)\b|more than\b)",
    re.IGNORECASE,
)
NOT_ALL_BEFORE = re.compile(r"\b(?:another|the first|the last|an? (?:additional|extra|further))\s*$", re.IGNORECASE)
"""Text before a number that counts a part, or counts in another way."""
OUT_OF = re.compile(r"\s*(?:out )?of (?:the |all |these |those |a total of )*$", re.IGNORECASE)
FUNCTION_WORDS = frozenset((
    "in", "on", "at", "of", "and", "or", "but", "the", "a", "an", "is", "are", "was", "were", "be", "as", "for",
    "from", "by", "to", "with", "that", "which", "so", "now", "then", "per", "than", "it", "i", "we", "they",
    "there", "if", "only", "total", "altogether",
))  # fmt: skip


def read_count(text: str, noun: str) -> Reading:
    """Read the count that a plain text commits to."""
    if TAKEN_BACK.search(text):
        return unsure("taken_back")
    for part in parts(text):
        reading = _read(_without_noun_digits(in_one_word(part, noun), noun), noun)
        if reading is not None:
            return reading
    if DECLINES.search(text):
        return no_answer("declined")
    return no_answer("vague") if VAGUE.search(text) else unsure("no_number")


def _read(part: str, noun: str) -> Reading | None:
    """Read one part of a text; None if it names no count."""
    masked = _mask(part)
    every = numbers_in(masked)
    if len(every) > MOST:
        return unsure("many_numbers")
    stated = [mention for mention in every if not is_denied(masked, mention.start, mention.end)]
    if any(is_bound(masked, mention) for mention in every):
        return no_answer("bound")
    if _taken_back(masked, every):
        return unsure("taken_back")
    if stated and given_up(masked):
        return unsure("declined")
    if how := how_joined(masked, stated):
        return no_answer(how)
    if not stated:
        return _none(masked, every, noun)
    if asked_back(part):
        return unsure("a_question")
    shown = [mention for mention in stated if not counts_another(masked[mention.end :], noun)]
    if not shown:
        return Reading(said="0", number=0.0) if _says_none(masked, noun) else no_answer("another_thing")
    return _single_count(masked, shown, noun)


def _single_count(masked: str, shown: list[Mention], noun: str) -> Reading:
    """Return the one count among several numbers, none of which counts another thing."""
    if _equate(masked, shown):
        return unsure("several_numbers")
    chosen = _choose(masked, shown, noun)
    if chosen is None:
        return no_answer("alternatives") if _bare_list(masked, shown) else unsure("several_numbers")
    if names_stranger(masked[chosen.end :], noun):
        return unsure("another_thing")
    if NOT_ALL.match(masked[chosen.end :]) or NOT_ALL_BEFORE.search(masked[: chosen.start]):
        return unsure("not_all")
    if chosen.value and _says_none(masked, noun) and len({mention.value for mention in shown}) == 1:
        return unsure("both_none_and_some")
    return _say(chosen)


def _equate(text: str, shown: list[Mention]) -> bool:
    """Return whether two numbers are equated without a calculation: `3 buildings = 4 buildings`."""
    sums = [mention for mention in shown if WORKED_OUT.search(sentence_of(text, mention.start))]
    pairs = [(first, second) for first, second in itertools.pairwise(shown) if first.value != second.value]
    return any(first not in sums and EQUALS.fullmatch(text[first.end : second.start]) for first, second in pairs)


def _taken_back(text: str, every: list[Mention]) -> bool:
    """Return whether a number replaces the one before it: `3, no 4`."""
    pairs = [(first, second) for first, second in itertools.pairwise(every) if first.value != second.value]
    return any(INSTEAD.search(text[first.end : second.start]) for first, second in pairs)


def _say(mention: Mention) -> Reading:
    if not mention.whole:
        return Reading(said=f"{mention.value:g}", number=mention.value, why="not_whole")
    return Reading(said=str(int(mention.value)), number=mention.value)


def _none(masked: str, denied_ones: list[Mention], noun: str) -> Reading | None:
    if any(mention.value > 1 for mention in denied_ones) or (denied_ones and not NOT_ONE.search(masked)):
        return no_answer("denied")
    if DECLINES.search(masked) or not (NONE.search(masked) or _says_none(masked, noun)):
        return None
    rest = re.sub(r"\bno (?=\w)", "", NONE.sub("", masked), flags=re.IGNORECASE)
    more = VAGUE.search(masked) or TURNS.search(rest)
    return unsure("none_and_more") if more else Reading(said="0", number=0.0)


def _says_none(masked: str, noun: str) -> bool:
    """Return whether the text says that the counted thing itself is absent."""
    head = _head(noun)
    return re.search(rf"\b(?:no|zero|not any|none of the) (?:[\w-]+ ){{0,2}}{head}", masked, re.IGNORECASE) is not None


def _mask(text: str) -> str:
    """Blank the numbers of other things, in place."""
    blank = NUMBER_OF.sub(lambda match: "count ".ljust(len(match[0])), text)
    for day in dates_in(blank):
        if day.year and day.month:
            blank = blank[: day.start] + " " * (day.end - day.start) + blank[day.end :]
    for pattern in (ELSEWHERE, MEASURED):
        blank = pattern.sub(lambda match: " " * len(match[0]), blank)
    return blank


def _choose(text: str, mentions: list[Mention], noun: str) -> Mention | None:
    kept = _without_wholes(text, mentions)
    if len({mention.value for mention in kept}) == 1:
        return kept[-1]
    results = _results(text, kept)
    if LEFT_OUT.search(text) and not results:  # the text does not say whether it includes things that the edge cuts
        return None
    rules = (results, _of_phrase(text, kept, noun), _totals(text, kept), _of_noun(text, kept, noun))
    for rule in rules:
        if len({mention.value for mention in rule}) == 1 and _stands(text, rule[-1], kept):
            return rule[-1]
    return None


def _without_wholes(text: str, mentions: list[Mention]) -> list[Mention]:
    """Blank totals: the 15 of `12 of the 15 buildings` and of `of 15 buildings 12`."""
    pairs = list(itertools.pairwise(mentions))
    wholes = {second for first, second in pairs if OUT_OF.fullmatch(text[first.end : second.start])}
    wholes |= {first for first, second in pairs if first.value > second.value and OF_ALL.search(text[: first.start])}
    return [mention for mention in mentions if mention not in wholes]


def _results(text: str, mentions: list[Mention]) -> list[Mention]:
    return [
        mention
        for mention in mentions
        if COMES_TO.search(text[: mention.start]) or WHOLE_AFTER.match(text[mention.end :])
    ]


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
    """Return numbers right before the counted thing's full name, if that has several words: `9 damaged buildings`."""
    words = noun.split()[:-1]
    before = r"[\s-]+".join(re.escape(word) for word in words)
    pattern = re.compile(rf"\s+{before}[\s-]+{_head(noun)}", re.IGNORECASE)
    return [mention for mention in mentions if words and pattern.match(text[mention.end :])]


def _head(noun: str) -> str:
    """Return a pattern for the last word of the counted thing's name, singular or plural."""
    word = re.sub(r"\s*\(.*\)$", "", noun).split()[-1].lower() if noun.split() else "things"
    stem = (
        word[:-3] if word.endswith("ies") else word.removesuffix("s").removesuffix("e" if word.endswith("ses") else "")
    )
    return rf"{re.escape(stem)}(?:y|ies|es|s|e)?\b"


def _stands(text: str, chosen: Mention, mentions: list[Mention]) -> bool:
    """Return whether the chosen number stays the count: later numbers are its parts or count other things."""
    later = [mention for mention in mentions if mention.start > chosen.start and mention.value != chosen.value]
    if not later:
        return _same_claim(text, chosen, mentions)
    if TURNS.search(text[chosen.end :]):
        return False
    return sum(mention.value for mention in later) == chosen.value or all(_counts_other(text, own) for own in later)


def _same_claim(text: str, chosen: Mention, mentions: list[Mention]) -> bool:
    """Return whether no earlier number is a count of its own, as in `7. 12.`"""
    earlier = [mention for mention in mentions if mention.value != chosen.value]
    return all(
        _counts_other(text, own) or len(sentence_of(text, own.start).split()) > 2 or "=" in sentence_of(text, own.start)
        for own in earlier
    )


def _counts_other(text: str, mention: Mention) -> bool:
    word = re.match(r"\s+([A-Za-z][\w-]*)", text[mention.end :])
    return word is not None and word[1].lower() not in FUNCTION_WORDS


def _bare_list(text: str, mentions: list[Mention]) -> bool:
    """Return whether three or more numbers stand in a row: a list to choose from."""
    gaps = [text[first.end : second.start].strip() for first, second in itertools.pairwise(mentions)]
    return len(mentions) > 2 and all(gap in (",", "/", ";", "|", "and", ", and") for gap in gaps)


def _without_noun_digits(text: str, noun: str) -> str:
    """Remove digits that are part of the counted thing's own name, as in `Boeing 737`."""
    for before, digits in re.findall(r"([A-Za-z]+)[\s-]+(\d+)", noun):
        text = re.sub(rf"\b{before}[\s-]?{digits}(?:s\b)?", before, text, flags=re.IGNORECASE)
    return text
