"""Answers that say where something holds: "laminar for s < c, turbulent for s > c"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from mesocosm.scoring.open_answers.equivalence import same_tree
from mesocosm.scoring.open_answers.expressions import Tree, parse, replace_symbols
from mesocosm.scoring.open_answers.prose import OPPOSITE, OPPOSITES, stem
from mesocosm.scoring.open_answers.verdict import Unreadable

NAME = re.compile(
    rf"\b(?:{'|'.join(sorted({word for pair in OPPOSITES for word in pair.split()}, key=len, reverse=True))})\b", re.I
)
CLAUSE = re.compile(r"[;,\n]|\band\b|\bbut\b|\.\s*$|\.\s")
BEFORE = re.compile(r"^[\s:‹›]*(?:(?:for|when|where|if|in|is|the|region|at|all|only|while)\b[\s:‹›]*)*", re.I)
SIGN = re.compile("[<>≤≥]")
MOST_CLAUSES = 12

Outcome = tuple[bool | None, str]


@dataclass(frozen=True)
class Regime:
    """A word and the inequality it holds for, written as `low < high`."""

    word: str
    low: Tree
    high: Tree


def read_regimes(marked: str) -> list[Regime]:
    """The statements of a text in the plain notation, with the names it defines put in."""
    regimes: list[Regime] = []
    defined: dict[str, Tree] = {}
    if not SIGN.search(marked):
        return []
    for clause in CLAUSE.split(marked)[:MOST_CLAUSES]:
        names = list(NAME.finditer(clause))
        try:
            if names and len(SIGN.findall(clause)) == 1:
                regimes.append(_statement(stem(names[-1][0].lower()), BEFORE.sub("", clause[names[-1].end() :])))
            elif clause.count("=") == 1 and not names:
                name, _, formula = clause.partition("=")
                defined |= {symbol: parse(formula) for symbol in [parse(name)] if isinstance(symbol, str)}
        except Unreadable:
            continue
    return [
        replace(regime, low=replace_symbols(regime.low, defined), high=replace_symbols(regime.high, defined))
        for regime in regimes
    ]


def _statement(word: str, inequality: str) -> Regime:
    sign = SIGN.search(inequality)
    if sign is None:
        raise Unreadable("no inequality after the word")
    left, right = parse(inequality[: sign.start()].strip("‹› ")), parse(inequality[sign.end() :].strip("‹› ."))
    return Regime(word, left, right) if sign[0] in "<≤" else Regime(word, right, left)


def same_regimes(wanted: tuple[Regime, ...], given: list[Regime]) -> Outcome:
    """Right where every statement of the key is made, wrong where one is made of the opposite word."""
    if len(given) > 2 * len(wanted):
        return None, "several_statements"
    for statement in wanted:
        opposite = OPPOSITE.get(statement.word, set())
        if any(other.word in opposite and _same_place(statement, other) for other in given):
            return False, "opposite"
    met = all(
        any(other.word == statement.word and _same_place(statement, other) for other in given) for statement in wanted
    )
    return (True, "regimes") if met else (None, "other_regimes")


def _same_place(one: Regime, other: Regime) -> bool:
    low, high = same_tree(one.low, other.low, factor=False)[0], same_tree(one.high, other.high, factor=False)[0]
    return bool(low and high)
