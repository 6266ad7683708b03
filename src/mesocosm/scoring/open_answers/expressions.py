"""Formulas: the plain notation to a tree, and the tree to numbers."""

from __future__ import annotations

import cmath
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from mesocosm.scoring.open_answers.symbols import FUNCTIONS
from mesocosm.scoring.open_answers.verdict import TooMuch, Unreadable

Tree: TypeAlias = "complex | str | tuple[str, Tree] | tuple[str, Tree, Tree]"
"""A number, a symbol, a function of one tree, or an operation on two."""

MOST_TOKENS = 500
DEEPEST = 40

TOKEN = re.compile(
    r"""\s*(?: (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?)
    | (?P<function>\\?(?:arcsin|arccos|arctan|sinh|cosh|tanh|coth|sin|cos|tan|cot|sec|csc|ln|log|exp)(?![A-Za-z]))
    | ‹\s*(?P<upright>[^‹›]*?)\s*›
    | (?P<word>[A-Za-z]{4,})
    | (?P<letter>[A-Za-zα-ωΑ-Ω∂∇ħ])
    | (?P<operator>[-+*/·×^()\[\]√,|!∞']) )""",
    re.VERBOSE,
)
SCRIPT = re.compile(r"\s?_\(")
PRIMES = re.compile(r"\s?'+")
ALIASES = str.maketrans({"ν": "v"})
"""Letters that readers of print confuse."""


@dataclass(frozen=True)
class Token:
    """A piece of a formula."""

    kind: str
    text: str


def tokens(text: str) -> list[Token]:
    """The pieces, subscripts and primes joined to their symbols."""
    pieces: list[Token] = []
    place = 0
    text = text.strip()
    while place < len(text):
        match = TOKEN.match(text, place)
        if match is None or len(pieces) >= MOST_TOKENS:
            raise Unreadable(f"no formula: {text[place : place + 10]!r}")
        kind, place = match.lastgroup or "", match.end()
        piece = (match[kind] or "").lstrip("\\")
        if kind == "upright":
            pieces.extend(_upright(piece))
            kind = pieces[-1].kind if pieces else ""
            piece = pieces.pop().text if kind == "symbol" else ""
        if kind in ("word", "letter", "symbol"):
            scripts, place = _scripts(text, place)
            pieces.append(Token("symbol", piece + scripts))
        elif piece:
            pieces.append(Token(kind, piece))
    return pieces


def _upright(word: str) -> list[Token]:
    if word in FUNCTIONS:
        return [Token("function", word)]
    if re.fullmatch(r"[A-Za-zα-ωΑ-Ω]+", word):
        return [Token("symbol", word)]
    if not word:
        return []
    return tokens(word) if re.search(r"\d|[=+/^(]", word) and "‹" not in word else _refuse(word)


def _refuse(word: str) -> list[Token]:
    raise Unreadable(f"words in a formula: {word[:20]!r}")


def _scripts(text: str, place: int) -> tuple[str, int]:
    """Subscripts and primes that follow a symbol."""
    scripts = ""
    while True:
        primes = PRIMES.match(text, place)
        if primes is not None:
            scripts, place = scripts + primes[0].strip(), primes.end()
            continue
        if SCRIPT.match(text, place) is None:
            return scripts, place
        start = text.index("(", place)
        place = _closing(text, start) + 1
        scripts += "_" + re.sub(r"[\s‹›,]", "", text[start + 1 : place - 1])


def _closing(text: str, start: int) -> int:
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place
    raise Unreadable("a bracket stays open")


PROSE = re.compile(r"(?<![\\A-Za-z_(])(?:to|of|the|is|are|and|for|in|from|with|if|at|by|on|as|or|not)(?![A-Za-z])")


def parse(text: str, *, narrow: bool = False) -> Tree:
    """The tree of a formula in the plain notation (with its marks); `Unreadable` where it is not a formula.

    `sin k x` is read as sin(k x), and narrowly as sin(k) x: people write both.
    """
    if PROSE.search(text):
        raise Unreadable("a sentence")
    return Parser(tokens(text), narrow=narrow).whole()


class Parser:
    """Recursive descent over tokens."""

    def __init__(self, pieces: list[Token], *, narrow: bool = False) -> None:
        self.tokens = pieces
        self.narrow = narrow
        self.place = 0
        self.depth = 0

    def peek(self) -> Token:
        return self.tokens[self.place] if self.place < len(self.tokens) else Token("end", "")

    def accept(self, *texts: str) -> str:
        token = self.peek()
        if token.kind == "operator" and token.text in texts:
            self.place += 1
            return token.text
        return ""

    def whole(self) -> Tree:
        tree = self.total()
        if self.peek().kind != "end":
            raise Unreadable(f"{self.peek().text!r} is left over")
        return tree

    def total(self) -> Tree:
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooMuch("brackets nested too deeply")
        tree = self.product()
        while sign := self.accept("+", "-"):
            tree = (sign, tree, self.product())
        self.depth -= 1
        return tree

    def product(self) -> Tree:
        tree = self.signed()
        while True:
            sign = self.accept("*", "·", "×", "/")
            if sign:
                tree = ("/" if sign == "/" else "*", tree, self.signed())
            elif self.starts_factor():
                tree = ("*", tree, self.power())
            else:
                return tree

    def starts_factor(self) -> bool:
        token = self.peek()
        return token.kind in ("number", "symbol", "function") or token.text in ("(", "[", "√")

    def signed(self) -> Tree:
        sign = self.accept("-", "+")
        if sign:
            inner = self.signed()
            return ("neg", inner) if sign == "-" else inner
        return self.power()

    def power(self) -> Tree:
        if self.peek().kind == "function":
            return self.function()
        base = self.atom()
        if not self.accept("^"):
            return base
        exponent = self.exponent()
        return ("exp", exponent) if base == "e" else ("^", base, exponent)

    def exponent(self) -> Tree:
        return self.signed()

    def atom(self) -> Tree:
        token = self.peek()
        self.place += 1
        if token.kind == "number":
            return complex(float(token.text))
        if token.kind == "symbol":
            return complex(cmath.pi) if token.text == "π" else token.text
        if token.text == "√":
            return ("sqrt", self.atom())
        if token.text in ("(", "["):
            inner = self.total()
            if not self.accept(")", "]"):
                raise Unreadable("a bracket stays open")
            return inner
        raise Unreadable(f"{token.text!r} starts no factor")

    def function(self) -> Tree:
        """A function with an optional power before its argument: `sin^(2) x`, `tan^(-1)(y)`."""
        name = self.peek().text
        self.place += 1
        raised: Tree | None = self.atom() if self.accept("^") else None
        argument = self.argument(name)
        if raised == ("neg", 1 + 0j) and name in ("sin", "cos", "tan"):
            return ("arc" + name, argument)
        called: Tree = (name, argument)
        return called if raised is None else ("^", called, raised)

    def argument(self, name: str) -> Tree:
        """Brackets, or the factors up to the next sign or function; `ln a/b` holds its quotient, `cos x/a` does not."""
        if self.peek().text in ("(", "[", "√"):
            return self.power()
        if self.peek().kind == "function":
            return self.function()
        tree = self.signed()
        if self.narrow:
            return tree
        while self.peek().kind in ("number", "symbol"):
            tree = ("*", tree, self.power())
        following = self.tokens[self.place + 1].kind if self.place + 1 < len(self.tokens) else ""
        if (name in ("ln", "log", "exp") or following == "number") and self.accept("/"):
            tree = ("/", tree, self.power())
        return tree


def symbols_of(tree: Tree) -> set[str]:
    """The names in a tree."""
    if isinstance(tree, str):
        return {tree}
    if isinstance(tree, tuple):
        return set().union(*(symbols_of(part) for part in tree[1:]))
    return set()


def has_decimals(tree: Tree) -> bool:
    """Whether a measured coefficient stands in the formula, which then is known to a few digits only."""
    if isinstance(tree, tuple):
        return any(has_decimals(part) for part in tree[1:])
    return isinstance(tree, complex) and tree.real != int(tree.real) and tree != cmath.pi


def replace_symbols(tree: Tree, names: dict[str, Tree]) -> Tree:
    """The tree with other names or whole trees in place of symbols."""
    if isinstance(tree, str):
        return names.get(tree, tree)
    if isinstance(tree, tuple):
        return (tree[0], *(replace_symbols(part, names) for part in tree[1:]))  # type: ignore[return-value]
    return tree


def without_zeros(tree: Tree) -> Tree:
    """The tree without products and sums with zero, so that only symbols that matter are left."""
    if not isinstance(tree, tuple):
        return tree
    parts = [without_zeros(part) for part in tree[1:]]
    if tree[0] in ("*", "neg") and 0 in parts:
        return 0j
    if tree[0] == "+" and 0 in parts:
        return parts[1] if parts[0] == 0 else parts[0]
    if tree[0] == "-" and 0 in parts:
        return parts[0] if parts[1] == 0 else ("neg", parts[1])
    return (tree[0], *parts)  # type: ignore[return-value]


def sample(name: str, trial: int) -> complex:
    """The value of a symbol in one trial: the same for one name everywhere, between 0.4 and 1.9."""
    return complex(0.4 + 1.5 * (zlib.crc32(f"{name}/{trial}".encode()) % 100_003) / 100_003)


CALLS: dict[str, Callable[[complex], complex]] = {
    "sin": cmath.sin, "cos": cmath.cos, "tan": cmath.tan, "sinh": cmath.sinh, "cosh": cmath.cosh, "tanh": cmath.tanh,
    "arcsin": cmath.asin, "arccos": cmath.acos, "arctan": cmath.atan, "ln": cmath.log, "log": cmath.log,
    "exp": cmath.exp,
    "sqrt": cmath.sqrt, "neg": lambda x: -x, "cot": lambda x: 1 / cmath.tan(x), "sec": lambda x: 1 / cmath.cos(x),
    "csc": lambda x: 1 / cmath.sin(x), "coth": lambda x: 1 / cmath.tanh(x),
}  # fmt: skip


def evaluate(tree: Tree, trial: int, given: dict[str, complex] | None = None) -> complex:
    """The value of a tree in one trial; `ArithmeticError` where it has none."""
    if isinstance(tree, str):
        return given[tree] if given and tree in given else sample(tree, trial)
    if not isinstance(tree, tuple):
        return tree
    parts = [evaluate(part, trial, given) for part in tree[1:]]
    if len(parts) == 1:
        return CALLS[tree[0]](parts[0])
    return _operate(tree[0], parts[0], parts[1])


def _operate(sign: str, left: complex, right: complex) -> complex:
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    if sign == "*":
        return left * right
    if sign == "/":
        return left / right
    if abs(right) > 60:
        raise OverflowError("too large a power")
    return left**right
