"""The sign that words give a number: `fell by 0.12` is a change of -0.12, `rose by 0.12` one of 0.12.

The rules, stated: only a word that is bound to the number gives its sign, before it (`fell by 0.12`, `a decrease of
0.12`, `minus 0.12`) or after it (`0.12 lower`, `a 5 % loss`). If there is such a word and the sentence also speaks of
the opposite (`loss or gain`, `no loss: it rose`, `rose by -0.12`), the sign is unknown. `Fell to 0.35` states a level.
"""

from __future__ import annotations

import re

from mesocosm.suites.eo.judge.wording import sentence_of

FALLS = (
    r"(?:decreas\w*|declin\w*|fell|(?<!in )fall(?:s|en|ing)?|drop(?:s|ped|ping)?|sinks?|sank|sunk|loss(?:es)?|lost"
    r"|los(?:es?|ing)|shr[aiu]nk\w*|contract\w*|reduc\w*)"
)
RISES = (
    r"(?:increas\w*|rose|ris(?:es?|en|ing)|grew|grow(?:s|n|th|ing)?|gain(?:s|ed|ing)?|climb\w*|expand\w*|expansion"
    r"|improv\w*)"
)
LOW = r"(?:lower(?:ed)?|less|fewer|smaller|down)"
HIGH = r"(?:higher|more|greater|larger|up)"
LINK = (
    r"(?:\s*(?:[:=~(]|\b(?:by|of|is|was|about|around|approximately|roughly|nearly|some|exactly|only|just|an?|the|total"
    r"|net|mean|average|overall)\b))*\s*$"
)
WHAT = r"(?:\s+(?:in|of)(?:\s+[\w-]+){1,4}?)?"
HELD = r"\s*(?:of\s+(?:the\s+)?[\w-]+\s+)?(?:points?\s+)?(?:(?:has|have|been|was|were|is|are|net|overall|total)\s+)*"
LEVEL = r"(?!\s+(?:than|from|since|compared|to)\b)"
NEAR = 80
"""Characters around a number in which a bound word stands."""


def _before(way: str, degree: str, aside: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{way}\b{WHAT}{LINK}|{degree}\s+by{LINK}|{aside}\s*$)", re.IGNORECASE)


def _after(way: str, degree: str) -> re.Pattern[str]:
    bound = rf"{HELD}(?:{way}\b|{degree}\b(?!\s+from))"
    return re.compile(rf"{bound}|\s*[,(]\s*(?:an?\s+)?(?:{way}|{degree})\b{LEVEL}", re.IGNORECASE)


FALLS_BEFORE, FALLS_AFTER = _before(FALLS, LOW, "(?:down|minus|negative)"), _after(FALLS, LOW)
RISES_BEFORE, RISES_AFTER = _before(RISES, HIGH, "(?:up|plus|positive)"), _after(RISES, HIGH)
FALLS_TOO = re.compile(rf"\b(?:{FALLS}|lower|minus|down or|or (?:down|less))\b", re.IGNORECASE)
RISES_TOO = re.compile(rf"\b(?:{RISES}|higher|plus|up or|or (?:up|more))\b", re.IGNORECASE)


def sign_of(text: str, start: int, end: int) -> int | None:
    """Read the sign that words give the number from `start` to `end`, with unit: -1, 1, 0 for none, None for both."""
    before, after = text[max(0, start - NEAR) : start], text[end : end + NEAR]
    falls = text.startswith("-", start) or bool(FALLS_BEFORE.search(before) or FALLS_AFTER.match(after))
    rises = bool(RISES_BEFORE.search(before) or RISES_AFTER.match(after))
    if not (falls or rises):
        return 0
    sentence = sentence_of(text, start)
    if (falls and rises) or (RISES_TOO if falls else FALLS_TOO).search(sentence):
        return None
    return -1 if falls else 1
