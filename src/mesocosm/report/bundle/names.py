"""Names that bundles bring along: whoever wrote a bundle chose them, and other people read them in a table."""

from __future__ import annotations

import re
import unicodedata

from mesocosm.errors import InvalidRecord
from mesocosm.report.bundle.records import GradedClaim
from mesocosm.report.results import ResultRow
from mesocosm.screen.untrusted_text import plain_line, spell

KEPT = frozenset("\u2026\u00b0\u00b1\u00a7\u20ac\u00a3\u3001\u3002\u300c\u300d\u300e\u300f\u3005")
"""Signs that pass for no other: the three dots of a setting that was cut, units, and those of Chinese and Japanese."""
PLAIN_LATIN = frozenset("\u00df\u00e6\u00c6\u00f8\u00d8\u0142\u0141\u0153\u0152")
"""Latin letters of today that are no ASCII letter with a mark upon it."""
ALONE = tuple(frozenset({script}) for script in ("LATIN", "ARABIC", "HEBREW", "DEVANAGARI"))
TOGETHER = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
)
"""Scripts that people write in one word, and that nobody takes for each other."""
OWN_LETTERS = {
    "CYRILLIC": frozenset("\u0434\u0436\u043b\u0444\u0446\u0449\u044b\u044d\u044e\u044f"),
    "GREEK": frozenset("\u03b4\u03b8\u03bb\u03be\u03c6\u03c8"),
}
"""Letters of scripts that share others with Latin: a word that holds one is taken for no Latin word."""
WORD = re.compile(r"[^\W\d_]+")


def check_name(text: str, place: str) -> None:
    """Refuse a name that is empty, or that spaces around it make look like another."""
    if not text or text != text.strip():
        raise InvalidRecord(f"{place} must be a name without spaces around it, got {text[:40]!r}")
    if "  " in text:
        raise InvalidRecord(f"{place} must be a name without two spaces in a row, which show as one: {text[:40]!r}")


def spelled_name(text: str) -> str:
    """A name with all spelled out that does not show, or may be taken for something else: `g\\u0440t` is no `gpt`.

    What is known to be told apart stays; of all other scripts and signs nobody asks whether they are like Latin.
    """
    readable = _is_readable(text)
    shown = (plain_line(sign) if _is_plain(sign) or (readable and _is_foreign(sign)) else spell(sign) for sign in text)
    return "".join(shown)


def _is_foreign(character: str) -> bool:
    """Whether it is a letter of another script than Latin, of which the odd ones are of phoneticians."""
    return _is_itself(character) and _script(character) != "LATIN"


def _is_plain(character: str) -> bool:
    """Whether it is ASCII, or a Latin letter that is one of ASCII with a mark upon it."""
    if character.isascii() or character in KEPT or character in PLAIN_LATIN:
        return True
    return _is_itself(character) and unicodedata.normalize("NFKD", character)[0].isascii() and character.isalpha()


def _is_itself(character: str) -> bool:
    """Whether it is a letter, digit or mark, and not another way to write one, as a wide letter is."""
    return _script(character) != "" and unicodedata.normalize("NFKC", character) == character


def _is_readable(text: str) -> bool:
    """Whether the scripts of a name are told apart from each other and from Latin."""
    scripts = {script for script in map(_script, text) if script}
    if len(scripts) == 1 and (own := OWN_LETTERS.get(min(scripts))):
        return all(own & set(word) for word in WORD.findall(text))
    if "LATIN" in scripts and _holds_lone_sign(text):
        return False
    return any(scripts <= group for group in (*ALONE, *TOGETHER))


def _holds_lone_sign(text: str) -> bool:
    """Whether a sign of another script stands alone among Latin ones, as a Chinese one does that is like a dash."""
    kinds = "".join("x" if _is_plain(character) else "o" for character in text)
    return re.search(r"(?<!o)o(?!o)", kinds) is not None


def _script(character: str) -> str:
    """The script of a letter, digit or mark, by the first word of its name in Unicode; empty for ASCII and signs."""
    if character.isascii():
        return "LATIN" if character.isalpha() else ""
    if not unicodedata.category(character).startswith(("L", "N", "M")):
        return ""
    script, _, rest = unicodedata.name(character, "unnamed").replace("-", " ").partition(" ")
    return script if script != "HANGUL" or rest.startswith("SYLLABLE") else "HANGUL PART"


def spelled_row(row: ResultRow) -> ResultRow:
    """The row with every character of its names that does not show spelled out."""
    settings = {spelled_name(name): spelled_name(value) for name, value in row.settings.items()}
    names = {"agent": spelled_name(row.agent), "model": spelled_name(row.model)}
    return row.model_copy(update={**names, "settings": settings})


def spelled_claim(claim: GradedClaim) -> GradedClaim:
    """The same of graded documents."""
    return claim.model_copy(update={"entrant": spelled_name(claim.entrant), "truth": plain_line(claim.truth)})
