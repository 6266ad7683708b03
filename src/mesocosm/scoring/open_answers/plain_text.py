"""LaTeX and Unicode to one plain notation that every later grammar reads.

`\\frac{a}{b}` becomes `((a)/(b))`, `x_{1}` and `x^{2}` become `x_(1)` and `x^(2)`, Greek commands become letters,
functions keep their backslash (`\\sin`), and upright text stands between `‹` and `›`, so that a grammar may tell the
unit `m` from the symbol m.
"""

from __future__ import annotations

import re
import unicodedata

from mesocosm.scoring.open_answers.symbols import (
    ACCENTS,
    BARE,
    FUNCTIONS,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    UNICODE,
    UPRIGHT,
    WORDS,
)
from mesocosm.scoring.open_answers.verdict import TooMuch, Unreadable

LONGEST = 4000
"""Characters of one sub-answer; a longer text is an essay or an attack, not a value."""

DEEPEST = 24
"""Nested groups."""

COMMAND = re.compile(r"\\([A-Za-z]+)\*?|\\(.)", re.DOTALL)
THOUSANDS_THIN = re.compile(r"(?<=\d)(?:\\[,;: !]|\{,\}|[\u2009\u202f\u00a0])(?=\d{3}(?!\d))")
THOUSANDS = re.compile(r"(?<![\w.,])[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+)(?![\d,]|\.\d*,)")
SPLIT_DECIMAL = re.compile(r"(?<![\d.])(\d+) (\.\d)")
TIMES_TEN = re.compile(r"(?<=[\d.])\s*[xX*]\s*(?=10\s*(?:\^|\*\*|[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]))")
SUPERSCRIPT_RUN = re.compile(f"[{''.join(SUPERSCRIPTS)}]+")
SUBSCRIPT_RUN = re.compile(f"[{''.join(SUBSCRIPTS)}]+")
REORDERING = re.compile("[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
MICRO = re.compile(r"μ (?=(?:m|g|s|mol|L|Pa|W|V|bar)\b)")
MARKS = str.maketrans({"‹": " ", "›": ""})


def plain(text: str) -> str:
    """The plain notation, with the marks of upright text."""
    if len(text) > LONGEST:
        raise TooMuch(f"{len(text)} characters")
    if REORDERING.search(text):
        raise Unreadable("characters that show the text in another order")
    source = _ascii_where_possible(THOUSANDS_THIN.sub("", text))
    written = _Writer(source).write()
    written = re.sub(r"[^\S\n]+", " ", written)
    written = THOUSANDS.sub(lambda match: re.sub("[, ]", "", match[0]), written)
    return SPLIT_DECIMAL.sub(r"\1\2", written).strip()


def without_marks(text: str) -> str:
    """The plain notation with upright and slanted text alike."""
    return MICRO.sub("μ", re.sub(r"[^\S\n]+", " ", text.translate(MARKS))).strip()


def _ascii_where_possible(text: str) -> str:
    text = TIMES_TEN.sub("×", text).replace("**", "^").replace("...", "…")
    text = SUPERSCRIPT_RUN.sub(lambda run: "^{" + "".join(SUPERSCRIPTS[c] for c in run[0]) + "}", text)
    text = SUBSCRIPT_RUN.sub(lambda run: "_{" + "".join(SUBSCRIPTS[c] for c in run[0]) + "}", text)
    text = unicodedata.normalize("NFKC", text.translate(UNICODE)).translate(UNICODE).replace("...", "…")
    return "".join(_visible(c) for c in text)


def _visible(character: str) -> str:
    """The character; invisible ones vanish, and digits of other scripts do not count as digits here."""
    if character.isascii():
        return character if character >= " " or character == "\n" else ""
    kind = unicodedata.category(character)
    return "" if kind in ("Cf", "Cc", "Mn") else "?" if kind == "Nd" else character


class _Writer:
    """One pass over LaTeX, group by group."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.place = 0
        self.depth = 0

    def write(self) -> str:
        pieces = []
        while self.place < len(self.source):
            pieces.append(self.until_brace())
            self.place += 1  # a closing brace that nothing opened
        return "".join(pieces)

    def until_brace(self) -> str:
        """Everything up to the brace that closes this group, or the end."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooMuch("groups nested too deeply")
        pieces: list[str] = []
        while self.place < len(self.source) and self.source[self.place] != "}":
            pieces.append(self.next_piece())
        self.depth -= 1
        return "".join(pieces)

    def next_piece(self) -> str:
        """The next character, group or command."""
        character = self.source[self.place]
        if character == "\\":
            return self.command()
        self.place += 1
        if character == "{":
            inner = self.until_brace()
            self.place += 1
            return inner
        if character in "^_":
            return self.script(character)
        return {"$": "", "~": " ", "&": " ", "`": "'", "\r": " "}.get(character, character)

    def argument(self) -> str:
        """A braced group, or the one character that stands for it."""
        while self.place < len(self.source) and self.source[self.place] in " ~":
            self.place += 1
        return self.next_piece() if self.place < len(self.source) and self.source[self.place] != "}" else ""

    def script(self, kind: str) -> str:
        if self.source.startswith("(", self.place):  # already plain
            return kind
        inner = self.signed() if self.source[self.place : self.place + 1] in ("-", "+") else self.argument().strip()
        if kind == "^" and inner in ("°", "'", "''", "o", "·"):
            return {"o": "°", "·": ""}.get(inner, inner)
        return f"{kind}({inner})" if inner else ""

    def signed(self) -> str:
        """A power without braces: `10^-3`."""
        match = re.compile(r"[-+]\d*\.?\d*").match(self.source, self.place)
        assert match is not None  # the caller has seen the sign
        self.place = match.end()
        return match[0]

    def command(self) -> str:
        match = COMMAND.match(self.source, self.place)
        if match is None:  # a backslash at the very end
            self.place += 1
            return ""
        self.place = match.end()
        if match[1] is None:
            return self.symbol(match[2])
        return self.named(match[1])

    def symbol(self, character: str) -> str:
        if character == "\\":
            self.skip(r"\[[^\]]{0,20}\]")
            return "\n"
        return {"{": "(", "}": ")", "|": "|"}.get(character, character if character in "%#_&$" else " ")

    def named(self, name: str) -> str:
        if name in ("frac", "dfrac", "tfrac", "cfrac"):
            return f"(({self.argument()})/({self.argument()}))"
        if name == "sqrt":
            return self.root()
        if name in UPRIGHT:
            return f"‹{self.argument()}›"
        if name in BARE:
            return self.argument()
        if name in ACCENTS:
            return f"{self.argument()}_({name})"
        if name in ("begin", "end"):
            return self.environment()
        if name in FUNCTIONS:
            return f"\\{name} "
        if name in ("left", "right"):
            self.skip(r"\s*\.")
            return ""
        return WORDS.get(name, f"\\{name} ")

    def root(self) -> str:
        degree = self.skip(r"\s*\[([^\]]{1,20})\]")
        inner = self.argument()
        return f"(({inner})^(1/({degree})))" if degree else f"√({inner})"

    def environment(self) -> str:
        name = self.argument()
        self.skip(r"\{[lcr|]*\}")
        return "\n" if name.strip("*‹›") in ("aligned", "align", "array", "gathered", "split") else f" \\{name} "

    def skip(self, pattern: str) -> str:
        """Pass over the pattern where it stands here; its first group."""
        match = re.compile(pattern).match(self.source, self.place)
        if match is None:
            return ""
        self.place = match.end()
        return match[1] if match.groups() else ""
