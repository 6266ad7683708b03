"""Temperature change at a place: heating and advection by an oblique wind."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    downwind = math.cos(x["source"] + math.pi - x["colder"])
    advection = x["speed"] * downwind * x["gradient"]
    return {"T": x["heating"] + advection, "A": advection}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 2.1",
    background=(
        "At a fixed place ∂T/∂t = dT/dt - V·∇T: the heating of the moving air, plus the wind speed times the decrease "
        "of temperature per distance downwind. A wind is named by the direction it comes from, so it blows towards "
        "that direction plus 180°."
    ),
    variables={
        "speed": Variable("m/s", 14, 20, 0.5),
        "gradient": Variable("K/Mm", 15, 22, 0.5),
        "early": Variable("degree", 202, 208, 1),
        "late": Variable("degree", 240, 244, 1),
        "surface": Variable("degree", 336, 341, 1),
        "upper": Variable("degree", 3, 9, 1),
        "overcast": Variable("K/hour", 0.3, 0.45, 0.05),
        "clear": Variable("K/hour", 1.1, 1.4, 0.05),
    },
    constants=(),
    forks={
        "veered": fork("used the wind direction [after|before] the veer", source=("late", "early")),
        "upper": fork("took the cold direction from the [upper|surface] map", colder=("upper", "surface")),
        "clear": fork("used the heating under [a clear sky|an overcast]", heating=("clear", "overcast")),
    },
    question=(
        "A wind of {speed} m/s blows from {early}° and, after it has veered, from {late}° (directions count clockwise "
        "from north). From place to place, temperature decreases most steeply, by {gradient} K per 1000 km, towards "
        "{surface}° on the surface map and towards {upper}° on the upper map (a few hundred metres higher). The air "
        "moves level, and the sun-heated ground warms it on its way by {overcast} K per hour under an overcast and by "
        "{clear} K per hour under a clear sky. Use the [upper:upper|surface] map, the wind [veered:after|before] it "
        "veered, and [clear:a clear|an overcast] sky."
    ),
    solve=_solve,
    parts={
        "T": Part("the rate of warming at a fixed place", "K/hour", 0.2, 5),
        "A": Part("the rate of warming there by advection alone", "K/hour", 0.02, 4),
    },
    formula=Formula(
        symbols={
            "U": Symbol("the speed of the wind", "speed"),
            "G": Symbol("the decrease of temperature per length in its steepest direction", "gradient"),
            r"\alpha": Symbol("the direction from which that wind blows", "source"),
            r"\beta": Symbol("the direction of the steepest decrease of temperature on that map", "colder"),
            "H": Symbol("the warming rate of the moving air under that sky", "heating"),
        },
        latex=r"H - U G \cos(\alpha - \beta)",
    ),
)
