"""Names in bundles: the author of a bundle chose them, and other people read them in a table."""

from __future__ import annotations

import re
import unicodedata

from mesocosm.errors import InvalidRecord
from mesocosm.report.bundle.records import GradedClaim
from mesocosm.report.results import ResultRow
from mesocosm.screen.untrusted_text import plain_line, spell

KEPT = frozenset("\u2026\u00b0\u00b1\u00a7\u20ac\u00a3\u3001\u3002\u300c\u300d\u300e\u300f\u3005")
"""Signs that look like no other: the ellipsis of a shortened setting, units, and Chinese and Japanese signs."""
PLAIN_LATIN = frozenset("\u00df\u00e6\u00c6\u00f8\u00d8\u0142\u0141\u0153\u0152")
"""Latin letters in use today that are not an ASCII letter with a diacritic."""
ALONE = tuple(frozenset({script}) for script in ("LATIN", "ARABIC", "HEBREW", "DEVANAGARI"))
TOGETHER = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
)
"""Scripts that people write in one word, and that nobody confuses."""
OWN_LETTERS = {
    "CYRILLIC": frozenset("\u0434\u0436\u043b\u0444\u0446\u0449\u044b\u044d\u044e\u044f"),
    "GREEK": frozenset("\u03b4\u03b8\u03bb\u03be\u03c6\u03c8"),
}
"""Letters of scripts that share other letters with Latin: a word with one of them cannot be taken for a Latin word."""
WORD = re.compile(r"[^\W\d_]+")


def check_name(text: str, place: str) -> None:
    """Refuse a name that is empty, or that looks like another because of its spaces."""
    if not text or text != text.strip():
        raise InvalidRecord(f"{place} must be a name without spaces around it, got {text[:40]!r}")
    if "  " in text:
        raise InvalidRecord(f"{place} must be a name without two spaces in a row, which show as one: {text[:40]!r}")


def spelled_name(text: str) -> str:
    """Spell out everything in a name that is invisible or may be taken for something else: `g\\u0440t` is not `gpt`.

    Scripts that are known to be distinguishable stay; all other scripts and signs are spelled out.
    """
    readable = _is_readable(text)
    shown = (plain_line(sign) if _is_plain(sign) or (readable and _is_foreign(sign)) else spell(sign) for sign in text)
    return "".join(shown)


def _is_foreign(character: str) -> bool:
    """Return whether it is a letter of another script than Latin; unusual Latin letters are phonetic signs."""
    return _is_itself(character) and _script(character) != "LATIN"


def _is_plain(character: str) -> bool:
    """Return whether it is ASCII, or a Latin letter that is an ASCII letter with a diacritic."""
    if character.isascii() or character in KEPT or character in PLAIN_LATIN:
        return True
    return _is_itself(character) and unicodedata.normalize("NFKD", character)[0].isascii() and character.isalpha()


def _is_itself(character: str) -> bool:
    """Return whether it is a letter, digit or mark, and not another form of one, such as a full-width letter."""
    return _script(character) != "" and unicodedata.normalize("NFKC", character) == character


def _is_readable(text: str) -> bool:
    """Return whether readers can tell the scripts of a name from each other and from Latin."""
    scripts = {script for script in map(_script, text) if script}
    if len(scripts) == 1 and (own := OWN_LETTERS.get(min(scripts))):
        return all(own & set(word) for word in WORD.findall(text))
    if "LATIN" in scripts and _holds_lone_sign(text):
        return False
    return any(scripts <= group for group in (*ALONE, *TOGETHER))


def _holds_lone_sign(text: str) -> bool:
    """Return whether a sign of another script is alone among Latin ones, like the Chinese one that resembles a dash."""
    kinds = "".join("x" if _is_plain(character) else "o" for character in text)
    return re.search(r"(?<!o)o(?!o)", kinds) is not None


def _script(character: str) -> str:
    """Return the script of a letter, digit or mark, by the first word of its name in Unicode; empty for ASCII and
    signs.
    """
    if character.isascii():
        return "LATIN" if character.isalpha() else ""
    if not unicodedata.category(character).startswith(("L", "N", "M")):
        return ""
    script, _, rest = unicodedata.name(character, "unnamed").replace("-", " ").partition(" ")
    return script if script != "HANGUL" or rest.startswith("SYLLABLE") else "HANGUL PART"


def spelled_row(row: ResultRow) -> ResultRow:
    """Return the row with every invisible or misleading character of its names spelled out."""
    settings = {spelled_name(name): spelled_name(value) for name, value in row.settings.items()}
    names = {"agent": spelled_name(row.agent), "model": spelled_name(row.model)}
    return row.model_copy(update={**names, "settings": settings})


def spelled_claim(claim: GradedClaim) -> GradedClaim:
    """Do the same for graded documents."""
    return claim.model_copy(update={"entrant": spelled_name(claim.entrant), "truth": plain_line(claim.truth)})
