"""Read the letter that a response to a multiple-choice question chooses.

Two readings: `default` takes the letter that a person would read, `published` follows the released evaluator of
AtmosSci-Bench, mistakes included. Both take time in proportion to the text: repetitions are possessive, so that no
text makes a pattern try again. The letters are A to D of the Latin script, styled for mathematics or not; a look-alike
of another script is not read as an answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from mesocosm.scoring.written_option import (
    DECLINED,
    DENIAL,
    LONGEST_LINE,
    Found,
    contradicts,
    leading_number,
    unstyle,
    values_of,
    written_option,
)

Profile = Literal["default", "published"]

LONGEST_RESPONSE = 1_000_000
"""Characters; no answer is read in a longer response."""
LONGEST_BOX = 400
"""Characters of a box that are searched for its letter."""
LONGEST_CLAIM = 120
"""Characters from the word `answer` that are searched for its letter."""
MOST_TRIES = 200
"""Boxes, or claims, that are read from the end backwards."""
DEEPEST = 3
"""Directly nested boxes; a letter nested deeper is not read as an answer."""


def extract(
    response: str | None, profile: Profile = "default", *, printed: Mapping[str, str] | None = None
) -> str | None:
    """Return the letter A to D of a response, or None; `printed` is the text of each letter's option."""
    if not response or len(response) > LONGEST_RESPONSE:
        return None
    return published_letter(response) if profile == "published" else settled_letter(response, printed)


COLON = r":?+\s*+"
GAP = COLON + r"[*{\[]*+" + COLON
"""The characters between a word and its letter: a colon, markup, and a colon after the markup."""
PUBLISHED: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("answer", re.compile(f"answer{GAP}([a-d])")),
    ("boxed{", re.compile(r"boxed\{([a-d])\}")),
    ("boxed{{", re.compile(r"boxed\{\{([a-d])\}\}")),
    ("boxed{", re.compile(r"boxed(\{)[{\s]*+[a-d]\s*+\}")),
    ("option", re.compile(f"options?+{GAP}([a-d])")),
    ("final answer", re.compile(r"final answer[*:\s]*+\[\s*+([a-d])\s*+\]")),
)
"""As published: the first pattern that occurs decides and its last occurrence counts. Letters match in either case and
without a word boundary, so "answer based on" reads as B; the fourth pattern finds a box but captures no letter. The
released form of a final answer in a box without its backslash is one with the second here. Each stands beside the words
it begins with, all in lower case."""


def published_letter(response: str) -> str | None:
    """Return the letter that the released evaluator reads."""
    text = response.lower()
    for words, pattern in PUBLISHED:
        letter = _last_letter(text, words, pattern)
        if letter:
            return letter.upper() if letter.isalpha() else None
    return None


def _last_letter(text: str, words: str, pattern: re.Pattern[str]) -> str | None:
    """Return the group of the last match; matches are found from the left and do not overlap, as published."""
    letter, place = None, text.find(words)
    while place >= 0:
        match = pattern.match(text, place)
        letter = match[1] if match else letter
        place = text.find(words, match.end() if match else place + 1)
    return letter


DRESS = re.compile(r"\\(?:text(?:bf|rm|it|sf)?|math(?:rm|bf|sf|it)|bf|rm|boldsymbol|bm)\b|\\[,;:! ()\[\]]|[{}$*\s_]")
"""LaTeX and Markdown around a letter."""
BOXED_LETTER = re.compile(
    r"(?i:(?:the)?(?:correct)?(?:answer|option|choice)?(?:is)?:?)[(\[]?([A-Da-d])(?![A-Za-z0-9^'=+/|,;&\\<>-])"
)
BARE_BOX = re.compile(r"\s*+[({\[]?+\s*+([A-D])\s*+[)}\]]")
"""A box that lost its backslash or braces: `[boxed C]`, `boxed(B)`."""
NEST = r"\boxed{" * DEEPEST + "\\"

BETWEEN = r"[\s*⁎□_:\[({$\\\"'`#>–—-]*+"
CLAIM = re.compile(
    rf"""answers?+ {BETWEEN}
        (?: (?i:option|choice)\b {BETWEEN} )?+
        (?: (?:is|was|(?:(?:would|should|must|will|could|might|to)\ |(?:seems|appears)\ to\ )?+be)\b {BETWEEN} )?+
        (?: (?i:therefore|thus|then|likely|probably|most\ likely|indeed|clearly)\b {BETWEEN} )?+
        (?: (?i:(?:the\ )?+(?:correct\ |closest\ |best\ )?+(?:option|choice|answer))\b {BETWEEN} )?+
        (?: (?:text|math)(?:bf|rm)?\b {BETWEEN} )?+
        (?: (?P<none> (?i:none|no\ correct|neither|n/a)\b )
          | (?P<letter> [A-D] ) (?! \w | ['’^=<>] | \ ?[/|] | ,\ ?[A-D]\b | \ (?:and|or)\ [A-D]\b )
          | (?P<small> [a-d] ) (?= [)\]}}*.]*+ \s*+ (?: \n | \Z ) ) )""",
    re.VERBOSE,
)
VALUE_AFTER = re.compile(r"[\s*_$})\]]*+[.:(,=]?[\s*_$({\[]*+")
"""The characters between a letter and the number of its option."""
LETTER_OF_A_LINE = re.compile(r"[\s*_\[({$]*+([A-D])[\])}*_]*+[.:)][\s*_]*+(?![\d.+−-])")
OTHER_LABEL = re.compile(r"(?<!\w)[(\[]?[A-D][)\].:]")
TALK = re.compile(r"(?i:is|are|was|were|would|could|can|does|do|seems|looks|or|and)\b")
"""The beginnings of lines that discuss an option."""


def settled_letter(response: str, printed: Mapping[str, str] | None = None) -> str | None:
    """Return the letter of the last box, or else of the last `answer is X` or written option, whichever comes later.

    "None of the above" in that place is not an answer, and neither is a list of letters or options, or a letter beside
    the number that is printed for another.
    """
    values = values_of(printed)
    letter = _box(response, values) or _final_letter(response, values) or _opening(response)
    return None if letter == DECLINED else letter


def _final_letter(text: str, values: Mapping[str, float]) -> str | None:
    """Return the last letter that the words choose."""
    found = [one for one in (_claimed(text, values), written_option(text, values)) if one is not None]
    return max(found).letter if found else None


def _check_value_of(letter: str, after: str, values: Mapping[str, float]) -> str:
    """Return the letter, unless the number after it belongs to another letter."""
    gap = VALUE_AFTER.match(after)
    number = leading_number(after[gap.end() :]) if gap and values else None
    return DECLINED if contradicts(letter, number, values) else letter


def _box(text: str, values: Mapping[str, float]) -> str | None:
    """Return the letter of the last box that has one."""
    place = len(text)
    for _ in range(MOST_TRIES):
        place = text.rfind("boxed", 0, place)
        if place < 0:
            return None
        if text.endswith(NEST, 0, place):
            return DECLINED
        start = place + len("boxed")
        letter = _letter_in_box(text[start : start + LONGEST_BOX], values)
        if letter:
            return letter
    return None


def _letter_in_box(after: str, values: Mapping[str, float]) -> str | None:
    """Return the letter in the text after the word `boxed`."""
    after = unstyle(after)
    if not after.startswith("{"):
        bare = BARE_BOX.match(after)
        return bare[1] if bare else None
    content = DRESS.sub("", after[: _closing(after)])
    if content.lower().startswith("no"):  # none, not listed, no suitable option
        return DECLINED
    match = BOXED_LETTER.match(content)
    return _check_value_of(match[1].upper(), content[match.end() :], values) if match else None


def _closing(text: str) -> int:
    """Return where the brace that opens a text is closed; 0 if it is not."""
    depth = 0
    for place, character in enumerate(text):
        depth += (character == "{") - (character == "}")
        if depth == 0:
            return place
    return 0


def _claimed(text: str, values: Mapping[str, float]) -> Found | None:
    """Return the letter of the last claim about the answer."""
    lowered = text.replace("İ", "I").lower()  # the only character whose lower case is longer
    place = len(lowered)
    for _ in range(MOST_TRIES):
        place = lowered.rfind("answer", 0, place)
        if place < 0:
            return None
        claim = "answer" + unstyle(text[place + len("answer") : place + LONGEST_CLAIM])
        match = CLAIM.match(claim)
        if match:
            letter = DECLINED if match["none"] else (match["letter"] or match["small"]).upper()
            return Found(place, _check_value_of(letter, claim[match.end() :], values))
    return None


def _opening(text: str) -> str | None:
    """Return the letter at the beginning of a response of one line with the words of its option: `B. It veers`."""
    line = unstyle(text.strip()[: LONGEST_LINE + 1])
    match = LETTER_OF_A_LINE.match(line)
    if match is None or len(line) > LONGEST_LINE or "\n" in line:
        return None
    rest = line[match.end() :]
    is_talk = TALK.match(rest) or DENIAL.search(rest) or OTHER_LABEL.search(rest)
    return None if is_talk else match[1]
