"""The scenario of a day: a weather pattern drawn from a regime, and its strength.

Distances are in kilometres on the plane of the maps (its origin lies at 38.5 N, 97.5 W), speeds of systems in
kilometres per hour, hours counted from the run's 00 UTC.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy.random import Generator

MIDDAY = 24
"""Hour for which positions are given: 00 UTC, when storms are strongest."""

Range = tuple[float, float]


@dataclass(frozen=True)
class Scenario:
    """The numbers that fix an atmosphere."""

    regime: str
    day: date
    low_x: float
    low_y: float
    low_u: float
    low_v: float
    low_depth_hpa: float
    low_radius: float
    high_hpa: float
    """Strength of the anticyclone over the south-east, in hPa; southerly flow comes along its western side."""
    jet_contrast: float
    """Temperature contrast across the jet, as a multiple of the season's usual one."""
    trough_depth: float
    """Distance by which the jet bends south at the trough."""
    trough_lag: float
    """Distance from the low west to the trough's axis."""
    streak: float
    warmth_k: float
    gulf_dewpoint_c: float
    moisture_reach: float
    """Distance inland at which the dew point has fallen by eight degrees."""
    tongue_width: float
    cap_k: float
    steepness_k: float
    """Cooling of the middle troposphere relative to its usual profile, in K: it makes lapse rates steep."""
    front_k: float
    dryline_gap: float
    lift: float
    nocturnal_jet: float
    texture: int
    """Seed of the small-scale irregularities."""

    @property
    def season(self) -> float:
        """Season from 0 in late January to 1 in late July."""
        return 0.5 * (1 - math.cos(2 * math.pi * (self.day.timetuple().tm_yday - 22) / 365.25))


RANGES: Mapping[str, Mapping[str, Range]] = {
    "plains": {  # dryline storms east of the Rockies
        "low_x": (-450, -50),
        "low_y": (-250, 500),
        "low_u": (25, 42),
        "low_v": (5, 22),
        "trough_lag": (350, 650),
        "tongue_width": (350, 600),
        "dryline_gap": (120, 280),
        "moisture_reach": (1200, 1800),
    },
    "dixie": {  # the lower Mississippi valley and the Southeast
        "low_x": (350, 900),
        "low_y": (-450, 100),
        "low_u": (38, 58),
        "low_v": (18, 38),
        "trough_lag": (300, 600),
        "tongue_width": (300, 550),
        "dryline_gap": (0, 60),
        "moisture_reach": (1000, 1500),
    },
    "midwest": {  # the Ohio and the middle Mississippi valleys
        "low_x": (250, 850),
        "low_y": (150, 600),
        "low_u": (42, 62),
        "low_v": (15, 35),
        "trough_lag": (300, 600),
        "tongue_width": (350, 600),
        "dryline_gap": (0, 100),
        "moisture_reach": (1500, 2200),
    },
    "gulf coast": {  # a cool-season system that only just draws in moist air
        "low_x": (100, 900),
        "low_y": (-700, -350),
        "low_u": (35, 55),
        "low_v": (10, 28),
        "trough_lag": (300, 550),
        "tongue_width": (300, 500),
        "dryline_gap": (0, 40),
        "moisture_reach": (600, 1000),
    },
    "northern plains": {  # warm season
        "low_x": (-450, 50),
        "low_y": (450, 900),
        "low_u": (25, 42),
        "low_v": (0, 18),
        "trough_lag": (350, 650),
        "tongue_width": (400, 650),
        "dryline_gap": (60, 200),
        "moisture_reach": (2000, 2800),
    },
    "piedmont": {  # the Carolinas and the middle Atlantic states
        "low_x": (1250, 1650),
        "low_y": (0, 450),
        "low_u": (35, 55),
        "low_v": (15, 32),
        "trough_lag": (300, 600),
        "tongue_width": (300, 450),
        "dryline_gap": (0, 30),
        "moisture_reach": (900, 1500),
    },
}
"""Ranges of the position and motion of a regime's systems."""

STRENGTH: Mapping[str, tuple[Range, Range]] = {
    "low_depth_hpa": ((1, 5), (12, 20)),
    "high_hpa": ((2, 5), (6, 10)),
    "jet_contrast": ((0.55, 0.8), (0.95, 1.2)),
    "trough_depth": ((100, 250), (450, 750)),
    "streak": ((0.0, 0.1), (0.15, 0.35)),
    "warmth_k": ((-2, 1), (1, 4)),
    "gulf_dewpoint_c": ((-9, -4), (-0.5, 1.5)),
    "cap_k": ((3.5, 5.5), (1.2, 2.4)),
    "steepness_k": ((0.0, 0.6), (1.5, 2.6)),
    "front_k": ((3, 6), (7, 11)),
    "lift": ((0.15, 0.4), (0.9, 1.2)),
    "nocturnal_jet": ((0.05, 0.15), (0.25, 0.45)),
}
"""Each ingredient at strength 0 and at strength 1; the Gulf's dew point is relative to what the season offers."""

QUIET: Mapping[str, Mapping[str, Range]] = {
    "ridge": {  # dry continental air under a high
        "low_depth_hpa": (-14, -6),
        "trough_depth": (-350, -100),
        "gulf_dewpoint_c": (-12, -6),
        "lift": (0.0, 0.1),
        "jet_contrast": (0.5, 0.8),
        "low_x": (-200, 900),
        "low_y": (-200, 400),
        "low_u": (15, 35),
        "low_v": (-5, 10),
    },
    "dry front": {  # a vigorous system without moisture
        "low_depth_hpa": (8, 18),
        "gulf_dewpoint_c": (-14, -9),
        "jet_contrast": (0.95, 1.3),
        "lift": (0.5, 1.0),
        "trough_depth": (250, 600),
        "steepness_k": (0.0, 0.8),
    },
    "capped": {  # moist and sheared under a lid that does not break
        "gulf_dewpoint_c": (-1.5, 1.0),
        "cap_k": (6.0, 8.5),
        "lift": (0.0, 0.15),
        "low_depth_hpa": (4, 9),
        "trough_depth": (-150, 50),
        "steepness_k": (1.2, 2.2),
        "jet_contrast": (0.75, 1.0),
    },
    "weak shear": {  # scattered storms in slack flow
        "low_depth_hpa": (0, 3),
        "high_hpa": (0, 2),
        "jet_contrast": (0.3, 0.5),
        "gulf_dewpoint_c": (-1.5, 0.5),
        "cap_k": (1.0, 2.0),
        "lift": (0.3, 0.6),
        "nocturnal_jet": (0.0, 0.08),
        "trough_depth": (0, 100),
    },
    "offshore": {  # the front is already over the sea
        "low_x": (1700, 2200),
        "low_y": (0, 700),
        "low_u": (35, 55),
        "low_v": (10, 30),
        "gulf_dewpoint_c": (-10, -5),
        "low_depth_hpa": (6, 14),
        "lift": (0.2, 0.6),
    },
    "marginal": {},  # all ingredients are present, but too weak
}
"""Days without tornadoes: how each kind differs from a weak day of its regime."""

MONTHS = (0.03, 0.05, 0.16, 0.20, 0.22, 0.13, 0.05, 0.04, 0.03, 0.03, 0.03, 0.03)
"""Weights of the months, January first: the tornado season weighs most."""
YEARS = (2031, 2050)
"""Years in the future, whose weather no model can know from its training."""


def draw_day(draw: Generator) -> date:
    """Draw a date, most often from March to June."""
    year = int(draw.integers(*YEARS, endpoint=True))
    month = int(draw.choice(12, p=MONTHS)) + 1
    first = date(year, month, 1)
    days = ((first + timedelta(days=32)).replace(day=1) - first).days
    return first + timedelta(days=int(draw.integers(days)))


def draw_regime(draw: Generator, day: date) -> str:
    """Draw the regime of a season: the Gulf coast in winter, the northern Plains in summer."""
    weights = {
        "plains": (1, 1, 2, 4, 5, 3, 1, 1, 1, 2, 1, 0),
        "dixie": (3, 4, 5, 4, 2, 0, 0, 0, 1, 1, 4, 4),
        "midwest": (0, 1, 3, 4, 4, 3, 1, 1, 1, 2, 2, 0),
        "gulf coast": (5, 4, 3, 1, 0, 0, 0, 0, 1, 1, 2, 5),
        "northern plains": (0, 0, 0, 0, 2, 5, 6, 5, 2, 0, 0, 0),
        "piedmont": (0, 1, 1, 2, 2, 1, 1, 1, 2, 1, 1, 0),
    }
    of_month = [weight[day.month - 1] for weight in weights.values()]
    return list(weights)[int(draw.choice(len(weights), p=[weight / sum(of_month) for weight in of_month]))]


@dataclass(frozen=True)
class Family:
    """Scenarios that differ only in strength."""

    weak: Scenario
    strong: Scenario

    def at(self, strength: float) -> Scenario:
        """Return the scenario at a strength between 0 and 1."""
        blended = {
            name: (1 - strength) * getattr(self.weak, name) + strength * getattr(self.strong, name) for name in STRENGTH
        }
        return replace(self.weak, **blended)


def draw_family(draw: Generator, day: date, quiet: str | None = None) -> Family:
    """Draw a pattern for a date; `quiet` names the reason why no tornadoes form."""
    regime = draw_regime(draw, day)
    fixed = {
        **RANGES[regime],
        **{name: ends for name, ends in QUIET.get(quiet or "", {}).items() if name not in STRENGTH},
    }
    placed = {name: float(draw.uniform(*ends)) for name, ends in fixed.items()}
    weak = {name: float(draw.uniform(*ends[0])) for name, ends in STRENGTH.items()}
    strong = {name: float(draw.uniform(*ends[1])) for name, ends in STRENGTH.items()}
    for name, ends in QUIET.get(quiet or "", {}).items():
        if name in STRENGTH:
            weak[name] = strong[name] = float(draw.uniform(*ends))
    texture = int(draw.integers(2**31))
    shared = {"regime": quiet or regime, "day": day, "low_radius": float(draw.uniform(420, 600)), "texture": texture}
    return Family(*(Scenario(**shared, **placed, **ends) for ends in (weak, strong)))  # type: ignore[arg-type]
