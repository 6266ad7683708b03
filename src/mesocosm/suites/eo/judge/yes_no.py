"""Yes or no in what a model writes.

The rules, stated: the word yes or no at the head decides, unless a later sentence turns against it. Without one, a
sentence that something is not there is no, and one that it is there is yes; comparisons without yes or no are
undecided.
"""

from __future__ import annotations

import re

from mesocosm.suites.eo.judge.verdict import Reading, unanswered, unsure
from mesocosm.suites.eo.judge.wording import DECLINES, NOT_DENIED, TAKEN_BACK, asked_back, parts

YES = r"(?:yes|yeah|yep|true|affirmative|correct|indeed|certainly|definitely)"
NO = r"(?:no|nope|false|negative|incorrect)"
HEAD = re.compile(
    rf"[\W\d]*(?:(?:the answer|answer|it|this|that)(?: is"
    rf"|:)? )?(?P<quote>[\"'(\[]?)(?:(?P<yes>{YES})|(?P<no>{NO}))\b(?!\s(?:doubt|matter|longer))",
    re.IGNORECASE,
)
TAIL = re.compile(
    rf"(?:\bis|\bwould be|:|=|,|\bso|\btherefore)\s*[\"'(\[]?(?:(?P<yes>{YES})|(?P<no>{NO}))[\"')\]]?\s*[.!]?\s*$",
    re.IGNORECASE,
)
LONE = re.compile(
    r"(?:^|[.;!?\n]\s*|\b(?:actually|rather|wait|sorry|however|but|and|or|perhaps|maybe)[, ]+)(?:(?P<yes>yes|yeah"
    r"|true)|(?P<no>no|nope|false))\b(?=\s*(?:[.,;!?\n-]|$|and\b|or\b))",
    re.IGNORECASE,
)
BOTH = re.compile(
    r"\byes (?:and|or|/) ?no\b|\byes/no\b|\bno (?:and|or) yes\b|\b(?:true|false) or (?:true|false)\b", re.IGNORECASE
)
NOT_AT_ALL = re.compile(
    r"^\W*(?:not (?:at all|really|exactly|visibly|present|visible|detected|that i can see)\b|not\W*$|none\b|never\b)",
    re.IGNORECASE,
)
ABSENT = re.compile(
    r"\bthere (?:is|are|was|were)(?: (?:currently|clearly|apparently|also))? (?:no|not any|n't any|none|zero"
    r"|nothing)\b|\bthere (?:is|are|was|were)n't\b"
    r"|\bthere (?:is|are|was|were) not\b|\b(?:no|zero|none of the|neither of the"
    r"|not any)\s+(?:[\w'-]+\s+){1,8}?(?:is|are|was|were|can be|could be|has been|have been|appears?|exists?"
    r"|remains?|overlaps?|intersects?|shows?)\b"
    r"|\b(?:is|are|was|were|do|does|did|has|have|can|could|would)(?: not|n't)\b|\bcannot be (?:seen|found|detected"
    r"|identified)\b"
    r"|\b(?:shows?|contains?|has|have|found|detected|finds?|see|sees|saw|indicates?|reveals?|detects?"
    r"|identif\w+) (?:no|zero|none)\b|\bwithout (?:any |visible )\w+"
    r"|\b(?:absent|nowhere to be seen|undamaged|unaffected|intact|no (?:evidence|sign|signs|trace|traces"
    r"|indication) of)\b|^\W*no \w+",
    re.IGNORECASE,
)
PRESENT = re.compile(
    r"\bthere (?:is|are|was|were) (?!no\b|not\b|none\b)|\b(?:is|are|was|were) (?:clearly |visibly |indeed |also "
    r"|still )?(?:visible|present|detected|found|damaged|destroyed|affected|evident|observed|there|seen|located"
    r"|shown)\b"
    r"|\b(?:shows?|contains?|reveals?|exhibits?) (?!no\b|none\b)",
    re.IGNORECASE,
)
COMPARES = re.compile(
    r"\b(?:more|fewer|less|larger|smaller|bigger|greater|higher|lower|than|equal|same|as many|most|least"
    r"|increased?|decreased?)\b",
    re.IGNORECASE,
)
SOME = re.compile(
    r"\bat least (?:one|a|an|\d+)\b|\bone or more\b|\bmore than one\b|\bor (?:worse|more)\b", re.IGNORECASE
)
"""Words that only say that there are some."""
TURN = re.compile(
    r"\b(?:actually|correction|wait|sorry|however|but|on the other hand|although|yet|in fact|instead|rather)\b",
    re.IGNORECASE,
)


def read_yes_no(text: str) -> Reading:
    """Whether a plain text says yes or no."""
    if TAKEN_BACK.search(text):
        return unsure("taken_back")
    if BOTH.search(text):
        return unanswered("both")
    if asked_back(text):
        return unsure("a_question")
    for part in parts(text):
        reading = _by_word(part)
        if reading is not None:
            return reading
    if DECLINES.search(text):
        return unanswered("declined")
    return _by_presence(text)


def _by_word(part: str) -> Reading | None:
    match = HEAD.match(part) or TAIL.search(part)
    if match is None:
        return Reading(said="no") if NOT_AT_ALL.match(part) and not _turned(part, "no") else None
    said = "yes" if match["yes"] else "no"
    rest = part[match.end() :] if match.re is HEAD else part[: match.start()]
    return unsure("both_yes_and_no") if _turned(rest, said) else Reading(said=said)


def _turned(rest: str, said: str) -> bool:
    """Whether what stands beside a yes or no says the other, in a word or after a word that turns."""
    for word in LONE.finditer(rest):
        if (word["yes"] is not None) != (said == "yes"):
            return True
    turn = TURN.search(rest)
    if turn is None:
        return False
    after = NOT_DENIED.sub(" ", rest[turn.end() :])
    against = ABSENT if said == "yes" else PRESENT
    return against.search(after) is not None and (said == "yes" or ABSENT.search(after) is None)


def _by_presence(text: str) -> Reading:
    cleared = NOT_DENIED.sub(" ", text)
    absent, present = ABSENT.search(cleared), PRESENT.search(ABSENT.sub(" ", cleared))
    if absent and present:
        return unsure("both_present_and_absent")
    if COMPARES.search(SOME.sub(" ", cleared)) or not (absent or present):
        return unsure("no_yes_or_no")
    return Reading(said="no" if absent else "yes")
