"""Flow through a Venturi tube from the fall of its pressure."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    drop = x["difference"] / x["water_density"]
    if "upright" in taken:
        drop -= x["g"] * x["rise"]
    ratio = (x["pipe"] / x["throat"]) ** 2
    slow = math.sqrt(2 * drop / (ratio**2 - 1))
    return {"V": slow * ratio if "throat" in taken else slow, "Q": slow * math.pi / 4 * x["pipe"] ** 2}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Munson et al. (2013), Fundamentals of Fluid Mechanics, Section 3.6",
    background=(
        "Along a stream without friction p + ρ g z + ρ v²/2 stays the same, and speed times area stays the same. "
        "Together they give the speed from the difference of two wall pressures and two heights."
    ),
    variables={
        "pipe": Variable("mm", 124, 140, 1),
        "throat": Variable("mm", 90, 97, 1),
        "morning": Variable("kPa", 8, 14, 0.1),
        "evening": Variable("kPa", 20, 34, 0.1),
        "rise": Variable("m", 0.4, 0.8, 0.01),
    },
    constants=("g", "water_density"),
    forks={
        "upright": fork(
            "[subtracted the weight of the water between the gauges|took both gauges as level]", "reasoning"
        ),
        "evening": fork("used the pressures of the [evening|morning]", difference=("evening", "morning")),
        "throat": fork("gave the speed in the [throat|wide pipe]"),
    },
    question=(
        "Water runs through a pipe of {pipe} mm diameter with a throat of {throat} mm. A gauge in the wall of the pipe "
        "shows more pressure than one in the wall of the throat, by {morning} kPa in the morning and by {evening} kPa "
        "in the evening. There are two such installations with the same readings: in the level one both gauges are at "
        "one height, in the upright one the throat's gauge is {rise} m above the pipe's. Neglect friction, and "
        "consider the water in the [throat:throat|wide pipe] of the [upright:upright|level] installation, in the "
        "[evening:evening|morning]."
    ),
    solve=_solve,
    parts={"V": Part("the speed of the water there", "m/s", 0.3, 15), "Q": Part("the discharge", "litre/s", 2, 300)},
    collection="extra",
    formula=Formula(
        symbols={
            "D": Symbol("the diameter of the pipe", "pipe"),
            "d": Symbol("the diameter of the throat", "throat"),
            "P": Symbol("the difference of the two pressures at that time", "difference"),
            "h": Symbol("the height of the throat's gauge above the pipe's in the upright installation", "rise"),
            "\\rho": Symbol("the density of water", "water_density"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=(
            r"\sqrt{\frac{[upright:2 (\frac{P}{\rho} - g h)|\frac{2 P}{\rho}]}{[throat:1 - "
            r"\frac{d^4}{D^4}|\frac{D^4}{d^4} - 1]}}"
        ),
    ),
)
