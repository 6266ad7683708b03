"""The words around an answer: what a reply commits to, what it denies, what it takes back."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 2000
"""Most characters of an answer; the desk accepts no longer one."""
THIN_SPACE = re.compile(r"(?<=\d)[\u00a0\u2009\u202f'’](?=\d{3}(?!\d))")
"""A thin space between groups of three digits."""
DASHES = (
    dict.fromkeys(map(ord, "‐‑‒–—−﹘﹣－"), "-")
    | dict.fromkeys(map(ord, "‘’‛ʼ"), "'")
    | dict.fromkeys(map(ord, "“”„«»"), '"')
)
DRESS = re.compile(
    r"\\(?:boxed|text(?:bf|rm|it)?|math(?:rm|bf))\b|\\[()\[\],;!]|[*`#$]|(?m:^\s*>(?=\s*[A-Za-z]))|</?[a-z]{1,8}/?>"
)
HANDLE = re.compile(r"\b(?:img|image|box|mask|idx|index|crop|frame|obs)[-_]\d+\b|\b[0-9a-f]{16,64}\b", re.IGNORECASE)
"""Ids of results of tools."""
SETTLES = re.compile(
    r"(?:(?<=[,;:.])\s*so\b(?! (?:far|many|much|that|on|as|is|are|was|were)\b)|\bi\.e\.(?!\s*by\b)|\bwhich counts as\b"
    r"|\b(?:final answer|my answer|the answer|answer|final count|conclusion|in conclusion|therefore|thus|hence"
    r"|to conclude"
    r"|in summary|to summari[sz]e|to sum up|in short)\b)(?:\s*(?:is|are|was|would be|:|=|-|,|that))*",
    re.IGNORECASE,
)
"""Words that announce the final answer of a reply."""
TAKEN_BACK = re.compile(
    r"\b(?:that|this|it|which|the above|my (?:answer|count))(?:'s| is| was)(?: (?:probably|likely|clearly|actually))?"
    r" (?:not (?:right|correct|true)|wrong|incorrect|false|a mistake|mistaken)\b"
    r"|\b(?:scratch|ignore|disregard|forget|strike) (?:that|this|the above|it)\b|\btake (?:that|this|it) back\b"
    r"|\bi was (?:wrong|mistaken)\b|\bon second thoughts?\b|\bthe opposite is true\b|\bor the opposite\b|\bor not\b",
    re.IGNORECASE,
)
TURNS = re.compile(
    r"\b(?:actually|correction|wait|sorry|however|in fact|i mean|rather|instead|but|although|yet|on the other hand"
    r"|alternatively|otherwise|or maybe|or perhaps|or possibly|no)\b",
    re.IGNORECASE,
)
"""Words after which a reply may say something else."""
DECLINES = re.compile(
    r"\b(?:can(?:no|')t|can not|could ?n[o']t|could not|unable to|impossible to|not possible to|do(?:es)? ?n[o']t"
    r"|do not"
    r"|did not|didn't) (?:be )?(?:determin|tell|say|answer|know|count|identif|verif|assess|establish|decid|conclud"
    r"|sure)\w*"
    r"|\b(?:undeterminable|undetermined|indeterminate|inconclusive|unknown|not known|unclear|uncertain|not sure"
    r"|no idea|n/a"
    r"|not enough (?:information|evidence)|insufficient (?:information|evidence)|no answer)\b",
    re.IGNORECASE,
)
DENIES = re.compile(
    r"\b(?:no|not|never|neither|nor|without|none|cannot|rather than|instead of|excluding|except(?: for)?|unlike"
    r"|apart from"
    r"|as opposed to|ruled out|rules out|ruling out|lacks?|lacking|absence of|free of|free from|doubt(?:s|ed|ful)?"
    r"|unlikely|hardly|barely|scarcely|opposite of|reverse of)\b|n't\b",
    re.IGNORECASE,
)
NOT_DENIED = re.compile(
    r"\bnot (?:only|just|merely|simply)\b|\bno doubt\b|\bwithout (?:a |any )?doubt\b|\bno(?=\s*[,.!:-])", re.IGNORECASE
)
DENIED_AFTER = re.compile(
    r"\s*(?:\w+\s+)?(?:(?:is|are|was|were|does|do|did|can|could|has|have|been|be|seems?|appears?)\s+)*"
    r"(?:not\b|ruled out|excluded|absent|unlikely|incorrect|wrong|false|missing)|\s*(?:is|are|was|were|does|do"
    r"|did)n't\b",
    re.IGNORECASE,
)
CLAUSE_END = re.compile(
    r"[.;:!?\n](?=\s|$)|,\s*(?:only|just)\b|\bbut\b|\bwhile\b|\bwhereas\b|\bhowever\b|\balthough\b", re.IGNORECASE
)
REACH = 6
"""Words over which a denial reaches."""
WINDOW = 240
"""Characters searched for a denial; the limit keeps the time for reading in proportion to the length."""


def plain(text: str) -> str:
    """Normalise the signs of a text: no markup, straight quotes, hyphens for all dashes, no ids of results."""
    spaced = THIN_SPACE.sub("", text)
    normalised = unicodedata.normalize("NFKC", spaced.translate(DASHES)).translate(DASHES)
    bare = HANDLE.sub(" ", DRESS.sub(" ", normalised)).replace("_", " ").replace("{", " ").replace("}", " ")
    return re.sub(r"[ \t]+", " ", re.sub(r"\s*\n\s*", "\n", bare)).strip()


def announced_part(text: str) -> str:
    """Return the text after the last words that announce an answer; empty if there are none, or nothing follows."""
    last = _last(SETTLES, text)
    rest = text[last.end() :].strip() if last else ""
    return rest if re.search(r"\w", rest) else ""


def _last(words: re.Pattern[str], text: str) -> re.Match[str] | None:
    return max(words.finditer(text), key=lambda match: match.start(), default=None)


def parts(text: str) -> tuple[str, ...]:
    """Return the parts to read, in order: the announced answer if there is one, then the whole text."""
    announced = announced_part(text)
    return (announced, text) if announced else (text,)


def is_denied(text: str, start: int, end: int) -> bool:
    """Return whether the text from `start` to `end` is denied by words before it in its clause, or right after it."""
    before = text[max(0, start - WINDOW) : start]
    breaks = list(CLAUSE_END.finditer(before))
    clause = NOT_DENIED.sub(lambda match: " " * len(match[0]), before[breaks[-1].end() if breaks else 0 :])
    near = " ".join(clause.split()[-REACH:])
    if DENIES.search(near):
        return True
    after = CLAUSE_END.split(text[end : end + WINDOW], maxsplit=1)[0]
    return DENIED_AFTER.match(after) is not None


def given_up(text: str) -> bool:
    """Return whether the text says that it cannot tell, with no `but` after it: then nothing else in it is a claim."""
    last = _last(DECLINES, text)
    return last is not None and TURNS.search(text[last.end() :]) is None


def asked_back(text: str) -> bool:
    """Return whether the text ends as a question, which states nothing."""
    return text.rstrip().endswith("?")


def sentence_of(text: str, place: int) -> str:
    """Return the sentence at a position."""
    starts = [match.end() for match in re.finditer(r"[.;!?\n](?=\s|$)", text[:place])]
    stop = re.search(r"[.;!?\n](?=\s|$)", text[place:])
    return text[starts[-1] if starts else 0 : place + stop.start() if stop else len(text)]
