"""Solves every question as an honest agent would, from the scenario's own input; careless twins make one slip."""

from __future__ import annotations

import re

from mesocosm import seeding
from mesocosm.episode.agent import Case, Script, call
from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.catalogue import scenario
from mesocosm.suites.phreeqc.scenario import Wrong

SPAN = re.compile(r"listing in (\S+): (\d+) lines")
LINES_AT_ONCE = 2000


def oracle(case: Case) -> Script:
    """Write the input, run it, read the listing, submit the option nearest to what stands there."""
    yield from solve(case, frozenset())


def careless(case: Case) -> Script:
    """One of the item's single mistakes, drawn by the agent's seed."""
    offered = sorted(str(one[0]) for one in mistakes_of(case).values() if len(one) == 1)
    draw = seeding.generator("agent", "careless", case.item.id, case.seed)
    yield from solve(case, frozenset({offered[draw.integers(len(offered))]}))


def mistakes_of(case: Case) -> dict[str, list[str]]:
    """Letter to the mistakes that lead to it."""
    found = case.reference.hidden["mistakes"]
    assert isinstance(found, dict)
    return {letter: [str(one) for one in names] for letter, names in found.items() if isinstance(names, list)}


def solve(case: Case, wrong: Wrong) -> Script:
    """The honest way of working with these mistakes in it; the answer comes from the listing, not the reference."""
    chosen = scenario(str(case.item.data["scenario"]))
    parameters = case.reference.hidden["parameters"]
    assert isinstance(parameters, dict)
    if "execute_phreeqc" not in case.tools:
        yield call("submit", answer=case.reference.answer)
        return
    yield call("write_file", path="input.pqi", content=chosen.deck(parameters, wrong))  # type: ignore[arg-type]
    seen = yield call("execute_phreeqc")
    found = SPAN.search(seen.text)
    lines = int(found[2]) if found else 0
    pages = []
    for first in range(1, lines + 1, LINES_AT_ONCE):
        seen = yield call(
            "read_file", path="output.out", start_line=first, end_line=min(first + LINES_AT_ONCE - 1, lines)
        )
        pages.append(seen.text)
    value = chosen.read(Readings("\n".join(pages)), parameters, wrong)  # type: ignore[arg-type]
    letter = nearest_option(value, case)
    if "submit" in case.tools:
        yield call("submit", answer=letter)
    else:
        yield call("write_file", path="answer.txt", content=letter)


def nearest_option(value: float, case: Case) -> str:
    """The letter whose printed number lies nearest to a value."""
    options = case.item.data["options"]
    assert isinstance(options, dict)
    return min(options, key=lambda letter: abs(float(str(options[letter])) - value))
