"""Yes or no in a model's answer.

The rules, stated: the word yes or no at the head decides, unless the same sentence or a later one reverses it, or both
words are said. `Definitely not` is no. Without such a word, a sentence that something is not there is no, and one that
it is there is yes; comparisons without yes or no are undecided.
"""

from __future__ import annotations

import re

from mesocosm.suites.eo.judge.verdict import Reading, no_answer, unsure
from mesocosm.suites.eo.judge.wording import DECLINES, NOT_DENIED, TAKEN_BACK, asked_back, parts

SURELY = r"(?:indeed|certainly|definitely|absolutely|clearly|surely|of course|most certainly|most definitely)"
YES = rf"(?:yes|yeah|yep|true|affirmative|correct|(?:{SURELY})(?!\s+not\b))"
NO = r"(?:no|nope|false|negative|incorrect)"
HEAD = re.compile(
    rf"[\W\d]*(?:(?:the answer|answer|it|this|that)(?: is"
    rf"|:)? )?(?P<quote>[\"'(\[]?)(?:(?P<yes>{YES})|(?P<no>{NO}))\b"
    r"(?!\s(?:doubt|matter|longer|(?:fewer|less|more) than\b))",
    re.IGNORECASE,
)
TAIL = re.compile(
    rf"(?:\bis|\bwould be|:|=|,|\bso|\btherefore)\s*[\"'(\[]?(?:(?P<yes>{YES})|(?P<no>{NO}))[\"')\]]?\s*[.!]?\s*$",
    re.IGNORECASE,
)
LEAD = re.compile(
    rf"^[\W\d]*(?:(?:{SURELY}|(?:most |very )?(?:likely|probably)|apparently|i (?:think|believe|say|would say)|i'd say"
    r"|it seems|well)[\s,:]+)+(?=(?:yes|yeah|no|nope|not|none|nothing|there (?:is|are|was|were) (?:no|not|none"
    r"|nothing))\b)",
    re.IGNORECASE,
)
"""Words before a yes or no that do not change it."""
FLATLY = re.compile(
    rf"^\W*(?:{SURELY}|(?:most |very )?(?:likely|probably))[\s,]+(?:not|none|nothing)\b(?! (?:sure|certain|only|just))",
    re.IGNORECASE,
)
LETTER = re.compile(r"\W*(?:(?P<yes>y)|(?P<no>n))\W*", re.IGNORECASE)
SAYS_YES = re.compile(r"\b(?:yes|yeah|yep)\b|^\W*(?:correct|true|affirmative)\b", re.IGNORECASE)
SAYS_NO = re.compile(
    r"\b(?:nope|no(?!\.\s?\d)(?=\s*(?:[^\w\s]|$|(?:and|or|if|when|unless|otherwise|where)\b)))", re.IGNORECASE
)
UNSURE = re.compile(r"\bnot (?:so |quite |entirely |completely |very )?(?:sure|certain)\b", re.IGNORECASE)
AT_ONCE = re.compile(
    r"\W*(?:there (?:is|are|was|were) )?(?:no|not|none|nothing)\b(?! (?:only|just|doubt|fewer|less|other|else))",
    re.IGNORECASE,
)
"""Words that take a yes back in the same sentence."""
YES_AT_ONCE = re.compile(
    r"\W*there (?:is|are|was|were) (?:at least |exactly )?(?:an?|one|two|three|four|five|some|several|many|\d+)\b"
    r"(?!.*\b(?:only|just|but|none|not|no|neither|intact|undamaged|unharmed|without)\b)",
    re.IGNORECASE | re.DOTALL,
)
"""Words that take a no back in the same sentence."""
DOUBLE = re.compile(
    r"\bnot (?:say |a )?no\b|\b(?:yes|no|true|false)[\"']? (?:would be|is|was) (?:the |an? )?"
    r"(?:wrong|incorrect|false|untrue|mistaken|not (?:the |a )?(?:right|correct|true))\b"
    r"|\bit depends\b|\bunless\b|^\W*if\b",
    re.IGNORECASE,
)
"""A yes or no that is denied or conditional."""
MAYBE = re.compile(r"\b(?:doubt(?:s|ful)?|could be|might be|may be|if)\b", re.IGNORECASE)
NONE_LEFT = re.compile(r"\b(?:none|nothing|nobody)\b", re.IGNORECASE)
LONE = re.compile(
    r"(?:^|[.;!?\n]\s*|\b(?:actually|rather|wait|sorry|however|but|and|or|perhaps|maybe)[, ]+)(?:(?P<yes>yes|yeah"
    r"|true)|(?P<no>no|nope|false))\b(?=\s*(?:[.,;!?\n-]|$|and\b|or\b))",
    re.IGNORECASE,
)
BOTH = re.compile(
    r"\byes (?:and|or|/) ?no\b|\byes/no\b|\bno (?:and|or) yes\b|\b(?:true|false) ?(?:or|/) ?(?:true|false)\b",
    re.IGNORECASE,
)
BOTH_WORDS = re.compile(
    r"\b(?:yes|true|affirmative)\b\W{1,4}\b(?:no|false|negative)(?=\W*$)"
    r"|\b(?:no|false|negative)\b\W{1,4}\b(?:yes|true|affirmative)(?=\W*$)",
    re.IGNORECASE,
)
"""Both words side by side, and nothing after them."""
NOT_AT_ALL = re.compile(
    r"^\W*(?:not (?:at all|really|exactly|visibly|present|visible|detected|that i can see"
    r"|a single|one|any)\b|not\W*$|none\b|never\b)",
    re.IGNORECASE,
)
ABSENT = re.compile(
    r"\b(?:nothing|nobody|neither(?: [\w'-]+){0,3}) (?:is|are|was|were|has|have|can|could|seems?|appears?|looks?)\b"
    r"|\bthere (?:is|are|was|were)(?: (?:currently|clearly|apparently|also))? (?:no|not any|n't any|none|zero|0"
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
    r"\bthere (?:is|are|was|were) (?!no\b|not\b|none\b|zero\b|0\b)|\b(?:is|are|was|were) (?:clearly |visibly |indeed "
    r"|also |still )?(?:visible|present|detected|found|damaged|destroyed|affected|evident|observed|there|seen|located"
    r"|shown)\b"
    r"|\b(?:shows?|contains?|reveals?|exhibits?) (?!no\b|none\b)",
    re.IGNORECASE,
)
NO_FEWER = re.compile(r"\bno(?= (?:fewer|less|more) than\b)", re.IGNORECASE)
"""A `no` that does not deny presence: `no fewer than one is visible`."""
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
TURN_OF_NO = re.compile(TURN.pattern.replace("|but|", "|"), re.IGNORECASE)


def read_yes_no(text: str) -> Reading:
    """Read whether a plain text says yes or no."""
    if TAKEN_BACK.search(text):
        return unsure("taken_back")
    if BOTH.search(text):
        return no_answer("both")
    if BOTH_WORDS.search(text):
        return unsure("both_yes_and_no")
    if DOUBLE.search(text):
        return unsure("denied_twice")
    if asked_back(text):
        return unsure("a_question")
    for part in parts(text):
        reading = _by_word(part)
        if reading is not None:
            return reading
    if DECLINES.search(text):
        return no_answer("declined")
    return _by_presence(text)


def _by_word(part: str) -> Reading | None:
    if letter := LETTER.fullmatch(part):
        return Reading(said="yes" if letter["yes"] else "no")
    if SAYS_YES.search(part) and SAYS_NO.search(part):
        return unsure("both_yes_and_no")
    led = LEAD.sub("", part)
    match = HEAD.match(led) or TAIL.search(led)
    if match is None:
        denies = FLATLY.match(part) or NOT_AT_ALL.match(led)
        return Reading(said="no") if denies and not _turn(led, "no") else None
    said = "yes" if match["yes"] else "no"
    rest = led[match.end() :] if match.re is HEAD else led[: match.start()]
    if UNSURE.search(rest) or (match.re is TAIL and DECLINES.search(rest)):
        return unsure("not_sure")
    return unsure("both_yes_and_no") if _turn(rest, said) else Reading(said=said)


def _turn(rest: str, said: str) -> bool:
    """Return whether the text beside a yes or no says the opposite: in a word, at once, or after a word that turns.

    `No, but there is minor damage` stays no: it concedes something that the question did not ask.
    """
    for word in LONE.finditer(rest):
        if (word["yes"] is not None) != (said == "yes"):
            return True
    if (AT_ONCE if said == "yes" else YES_AT_ONCE).match(rest):
        return True
    turn = (TURN if said == "yes" else TURN_OF_NO).search(rest)
    if turn is None:
        return False
    after = NOT_DENIED.sub(" ", rest[turn.end() :])
    if said == "yes":
        return (ABSENT.search(after) or NONE_LEFT.search(after)) is not None
    return PRESENT.search(after) is not None and ABSENT.search(after) is None


def _by_presence(text: str) -> Reading:
    cleared = NO_FEWER.sub(" ", NOT_DENIED.sub(" ", text))
    if MAYBE.search(cleared):
        return unsure("not_sure")
    absent, present = ABSENT.search(cleared), PRESENT.search(ABSENT.sub(" ", cleared))
    if absent and present:
        return unsure("both_present_and_absent")
    if COMPARES.search(SOME.sub(" ", cleared)) or not (absent or present):
        return unsure("no_yes_or_no")
    return Reading(said="no" if absent else "yes")
