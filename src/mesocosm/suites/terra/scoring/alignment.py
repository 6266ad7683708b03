"""Alignment of calls with the steps of a reference.

A call fits a step exactly (its tool does the step) and is worth 1, or is of the same group and is worth 0.5. Gaps cost
nothing. An alignment keeps the order: where one step must follow another, so must their calls.

The steps are first put in a sequence that respects their partial order; then dynamic programming finds the alignment
with that sequence which is worth most, and among those the one whose arguments agree most; ties prefer a pair to a gap,
and a skipped call to a skipped step. A total order has one sequence. For a partial order two are tried: the order
listed, and the one that follows the calls that fit the steps best whatever the order. So a run that does every step in
any valid order is aligned completely.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mesocosm.suites.terra.scoring.agreement import NO_FILES, Agreement, Files, agreement
from mesocosm.suites.terra.scoring.assignment import best_pairing
from mesocosm.suites.terra.scoring.calls import Call
from mesocosm.suites.terra.scoring.reference import ReferencePath, Step, in_order
from mesocosm.types import Record

EXACT, STAND_IN = 1.0, 0.5
LEAST_SHARED = 0.5
"""Share of a step's arguments that a tool of the same group must repeat to replace the step's own tool."""
OUTWEIGHS = 1_000.0
"""Weight of the tool relative to the arguments, when calls are paired."""
NEARNESS = 1e-4
"""Worth of a similar place in the sequence: it decides between calls that fit equally."""


class Fit(Record):
    """A call that could do a step."""

    exact: bool
    arguments: Agreement

    @property
    def worth(self) -> float:
        return EXACT if self.exact else STAND_IN


Fits = Mapping[tuple[int, int], Fit]
"""Place of a step and place of a call to their fit."""


def fits_of(
    calls: Sequence[Call], places: Sequence[int], reference: ReferencePath, files: Files = NO_FILES
) -> dict[tuple[int, int], Fit]:
    """Return every pair of a step and one of the calls at `places` whose tools are the same or of one group."""
    box = reference.toolbox
    names = {tool: (box.name(tool), box.group(tool)) for tool in {calls[place].tool for place in places}}
    wanted = [[(box.name(way.tool), box.group(way.tool), way) for way in step.ways()] for step in reference.steps]
    fits: dict[tuple[int, int], Fit] = {}
    for place in places:
        name, group = names[calls[place].tool]
        given = calls[place].named_arguments()
        for step, ways in enumerate(wanted):
            kin = [(own == name, way) for own, family, way in ways if own == name or family == group]
            ranked = [(exact, agreement(given, way.arguments, way.tool, reference, files)) for exact, way in kin]
            if ranked:
                exact, same = max(ranked, key=lambda entry: (entry[0], entry[1].share))
                fits[step, place] = Fit(exact=exact, arguments=same)
    return fits


def credible(fits: Fits) -> dict[tuple[int, int], Fit]:
    """Return fits that are exact, or that share half of the step's arguments or more, and one if it has any."""
    return {pair: fit for pair, fit in fits.items() if fit.exact or _stands_in(fit.arguments)}


def exact_only(fits: Fits) -> dict[tuple[int, int], Fit]:
    return {pair: fit for pair, fit in fits.items() if fit.exact}


def _stands_in(same: Agreement) -> bool:
    return same.same > 0 and same.share >= LEAST_SHARED


def any_order(fits: Fits, steps: int) -> dict[int, int]:
    """Return step to the call that does it, whatever the order: the pairing that is worth most."""
    fitting = sorted({call for _, call in fits})
    column = {call: place for place, call in enumerate(fitting)}
    worth = {
        (step, column[call]): OUTWEIGHS * fit.worth
        + fit.arguments.share
        + _near(step, steps, column[call], len(fitting))
        for (step, call), fit in fits.items()
    }
    return {step: fitting[place] for step, place in best_pairing(worth, steps, len(fitting)).items()}


def _near(step: int, steps: int, call: int, calls: int) -> float:
    return NEARNESS * (1 - abs(step / steps - call / calls))


def align_steps(fits: Fits, reference: ReferencePath) -> dict[int, int]:
    """Return step to the call that does it, in an order that the reference allows."""
    steps = reference.steps
    if not fits:
        return {}
    place = {step.id: number for number, step in enumerate(steps)}
    lines = [[place[step.id] for step in line] for line in lines_of(fits, reference)]
    candidates = [_along(fits, line, sorted({call for _, call in fits})) for line in lines]
    return max(candidates, key=lambda pairs: _total(fits, pairs))


def lines_of(fits: Fits, reference: ReferencePath) -> list[list[Step]]:
    """Return the steps in the order that follows the calls, and in the order listed: both are valid."""
    pairs = any_order(fits, len(reference.steps)) if fits else {}
    own = {reference.steps[step].id: float(call) for step, call in pairs.items()}
    before = reference.before()
    rank = {step.id: own.get(step.id, _first_after(step.id, own, before)) for step in reference.steps}
    return [in_order(reference.steps, rank), in_order(reference.steps)]


def _first_after(step: str, rank: Mapping[str, float], before: Mapping[str, frozenset[str]]) -> float:
    """Return the latest place for a step that no call does: before the first of those that follow it."""
    return min((rank[other] for other in rank if step in before[other]), default=float("inf"))


def _total(fits: Fits, pairs: Mapping[int, int]) -> tuple[float, float]:
    matched = [fits[pair] for pair in pairs.items()]
    return sum(fit.worth for fit in matched), sum(fit.arguments.share for fit in matched)


def _along(fits: Fits, line: Sequence[int], calls: Sequence[int]) -> dict[int, int]:
    """Return the alignment with one sequence of steps that is worth most."""
    best = [[(0.0, 0.0)] * (len(calls) + 1) for _ in range(len(line) + 1)]
    for row, step in enumerate(line, start=1):
        for column, call in enumerate(calls, start=1):
            skipped = max(best[row][column - 1], best[row - 1][column])
            paired = _with(best[row - 1][column - 1], fits.get((step, call)))
            best[row][column] = max(skipped, paired)
    return _trace(fits, line, calls, best)


def _with(before: tuple[float, float], fit: Fit | None) -> tuple[float, float]:
    return before if fit is None else (before[0] + fit.worth, before[1] + fit.arguments.share)


def _trace(
    fits: Fits, line: Sequence[int], calls: Sequence[int], best: list[list[tuple[float, float]]]
) -> dict[int, int]:
    pairs: dict[int, int] = {}
    row, column = len(line), len(calls)
    while row and column:
        here = best[row][column]
        fit = fits.get((line[row - 1], calls[column - 1]))
        if fit is not None and here == _with(best[row - 1][column - 1], fit):
            row, column = row - 1, column - 1
            pairs[line[row]] = calls[column]
        elif here == best[row][column - 1]:
            column -= 1
        else:
            row -= 1
    return dict(sorted(pairs.items()))
