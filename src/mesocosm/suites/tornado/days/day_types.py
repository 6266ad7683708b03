"""The kind of day of an item, and a day of that kind.

The kind is the highest risk in the truth as published. Every forty items in a row hold the paper's proportions. A day
is drawn as weather first: a pattern, made as strong as its kind needs, a hazard that follows from it, and reports
drawn from the hazard; a day that is not of the wanted kind is thrown away and drawn anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mesocosm import seeding
from mesocosm.errors import BrokenEpisode
from mesocosm.suites.tornado.days.hazard import Hazard, hazard
from mesocosm.suites.tornado.days.scenario import Family, Scenario, draw_day, draw_family
from mesocosm.suites.tornado.days.synthetic_reports import Report, draw_reports, positions

if TYPE_CHECKING:
    from numpy.random import Generator

PROPORTIONS = {0: 22, 2: 6, 5: 4, 10: 3, 15: 2, 30: 3}
"""Number of days of the paper's forty by highest risk in per cent (Table 6)."""
BLOCK = sum(PROPORTIONS.values())

AIM = {2: (0.022, 0.036), 5: (0.052, 0.08), 10: (0.10, 0.13), 15: (0.165, 0.25), 30: (0.32, 0.41)}
"""Range of the highest expected value of the truth field, by highest risk in per cent."""
QUIET_AT_MOST, MARGINAL = 0.013, (0.002, 0.011)
"""The same for days without risk: at most this value, and the range for days that are nearly at risk."""
QUIET_KINDS = {"ridge": 5, "dry front": 4, "capped": 4, "weak shear": 3, "offshore": 3, "marginal": 5}
STRONGEST = 1.15
COARSE = (2, tuple(range(12, 37, 3)))
"""Spacing of nodes, and hours, for the search."""
ATTEMPTS, DRAWS, HALVINGS = 60, 12, 7


@dataclass(frozen=True)
class Drawn:
    """A day: its weather, its hazard and its reports."""

    scenario: Scenario
    hazard: Hazard
    reports: tuple[Report, ...]


def day_type(seed: int, index: int) -> int:
    """Return the highest risk of item `index`, per cent: one of 0, 2, 5, 10, 15, 30."""
    block, place = divmod(index, BLOCK)
    kinds = [kind for kind, count in PROPORTIONS.items() for _ in range(count)]
    order = seeding.generator("tornado", seed, "day types", block).permutation(BLOCK)
    return kinds[int(order[place])]


def draw_typed_day(seed: int, index: int) -> Drawn:
    """Draw the day of an item, of the kind whose turn it is."""
    kind = day_type(seed, index)
    for attempt in range(ATTEMPTS):
        draw = seeding.generator("tornado", seed, index, "day", attempt)
        scenario = _quiet(draw) if kind == 0 else _active(draw, kind)
        if scenario is None:
            continue
        rates = hazard(scenario)
        if kind == 0 and rates.practically_perfect().max() > QUIET_AT_MOST:
            continue
        for _ in range(DRAWS):
            reports = draw_reports(rates, draw)
            if highest_risk(reports) == kind:
                return Drawn(scenario, rates, reports)
    raise BrokenEpisode("synthetic day", f"no day of {kind} % found for seed {seed}, index {index}")


def highest_risk(reports: tuple[Report, ...]) -> int:
    """Return the highest level of the published truth field of some reports, per cent."""
    from mesocosm.suites.tornado.outlooks.levels import LEVELS
    from mesocosm.suites.tornado.verification.practically_perfect import probability_field

    _, field = probability_field(positions(reports), "published")
    peak = 100 * float(field.max(initial=0.0))
    return max((level for level in LEVELS if level <= peak), default=0)


def _quiet(draw: Generator) -> Scenario:
    names = list(QUIET_KINDS)
    weights = [count / sum(QUIET_KINDS.values()) for count in QUIET_KINDS.values()]
    reason = names[int(draw.choice(len(names), p=weights))]
    family = draw_family(draw, draw_day(draw), reason)
    if reason == "marginal":
        return family.at(_strength(family, float(draw.uniform(*MARGINAL))))
    return family.at(float(draw.uniform(0.3, 1.0)))


def _active(draw: Generator, kind: int) -> Scenario | None:
    """Return a pattern made as strong as its kind needs; None if it cannot be."""
    family = draw_family(draw, draw_day(draw))
    wanted = float(draw.uniform(*AIM[kind]))
    if _peak(family, STRONGEST) < wanted:
        return None
    return family.at(_strength(family, wanted))


def _strength(family: Family, wanted: float) -> float:
    """Find the strength at which the expected truth field peaks at a value, by halving."""
    low, high = 0.0, STRONGEST
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if _peak(family, middle) < wanted else (low, middle)
    return 0.5 * (low + high)


def _peak(family: Family, strength: float) -> float:
    return float(hazard(family.at(strength), *COARSE).practically_perfect().max())
