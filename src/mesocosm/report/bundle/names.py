"""Names that bundles bring along: whoever wrote a bundle chose them, and other people read them in a table."""

from __future__ import annotations

import unicodedata

from mesocosm.errors import InvalidRecord
from mesocosm.report.bundle.records import GradedClaim
from mesocosm.report.results import ResultRow
from mesocosm.screen.foreign import plain_line, spell

CUT = "\u2026"
"""Ends a setting that was cut."""
TOGETHER = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
)
"""Scripts that people write in one word, and that nobody takes for each other."""
LIKE_LATIN = frozenset(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445"  # Cyrillic
    "\u0455\u0456\u0458\u04bb\u0501\u051b\u051d"  # more of it
    "\u03b1\u03b2\u03b5\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03b6\u03b7\u03f2\u03f3"  # Greek
    "\u0561\u0566\u0570\u0578\u057d\u0581\u0585\u0563"  # Armenian
)
"""Small letters of other scripts that, small or as capitals, look like Latin ones."""
LIKE_ASCII = frozenset(
    "\u0131\u0251\u0261\u0269\u026a\u01c0\u00b7\u2044\u2212\u2215\u2236\u2219\u22c5\u29f8\ua789\u02d0\ua78c"
)
"""Latin letters and signs that look like others which every keyboard has."""


def check_name(text: str, place: str) -> None:
    """Refuse a name that is empty, or that spaces around it make look like another."""
    if not text or text != text.strip():
        raise InvalidRecord(f"{place} must be a name without spaces around it, got {text[:40]!r}")


def spelled_name(text: str) -> str:
    """A name with all spelled out that does not show, or that is taken for something else: `g\\u0440t` is no `gpt`."""
    scripts = {script for script in map(_script, text) if script}
    together = len(scripts) <= 1 or any(scripts <= group for group in TOGETHER)
    latin_only = "LATIN" in scripts or not _all_look_latin(text)
    odd = {character for character in text if _passes_for_another(character)}
    if not together or not latin_only:
        odd |= {character for character in text if _script(character) not in ("", "LATIN")}
    return "".join(spell(character) if character in odd else plain_line(character) for character in text)


def _script(character: str) -> str:
    """The script of a letter, digit or mark, by the first word of its name in Unicode; empty for ASCII and signs."""
    if character.isascii():
        return "LATIN" if character.isalpha() else ""
    if not unicodedata.category(character).startswith(("L", "N", "M")):
        return ""
    return unicodedata.name(character, "unnamed").partition(" ")[0].partition("-")[0]


def _all_look_latin(text: str) -> bool:
    letters = [character for character in text.lower() if character.isalpha()]
    return bool(letters) and all(letter in LIKE_LATIN for letter in letters)


def _passes_for_another(character: str) -> bool:
    """Whether it is another way to write something that every keyboard has: a wide letter, a long dash."""
    if character.isascii() or character == CUT:
        return False
    dash = unicodedata.category(character) in ("Pd", "Mn")
    return dash or character in LIKE_ASCII or unicodedata.normalize("NFKC", character) != character


def spelled_row(row: ResultRow) -> ResultRow:
    """The row with every character of its names that does not show spelled out."""
    settings = {spelled_name(name): spelled_name(value) for name, value in row.settings.items()}
    names = {"agent": spelled_name(row.agent), "model": spelled_name(row.model)}
    return row.model_copy(update={**names, "settings": settings})


def spelled_claim(claim: GradedClaim) -> GradedClaim:
    """The same of graded documents."""
    return claim.model_copy(update={"entrant": spelled_name(claim.entrant), "truth": plain_line(claim.truth)})
