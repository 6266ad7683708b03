"""Mass of the air over a region, from the pressure it exerts."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    top = x["level"] if "layer" in taken else 0.0
    share = x["nitrogen"] if "nitrogen" in taken else 1.0
    column = share * (x["ground"] - top) / x["g"]
    return {"m": column * x["area"], "c": column}


template = Template(
    category="atmospheric physics",
    kind="knowledge",
    reference="Wallace and Hobbs (2006), Atmospheric Science: An Introductory Survey, Section 1.3.2",
    background=(
        "In hydrostatic balance the pressure difference between two levels, divided by g, is the mass of air between "
        "them per area; above the upper level of the whole atmosphere the pressure is zero."
    ),
    variables={
        "island": Variable("km**2", 20000, 40000, 500),
        "basin": Variable("km**2", 55000, 90000, 500),
        "low": Variable("hPa", 980, 1020, 1),
        "high": Variable("hPa", 680, 780, 1),
        "level": Variable("hPa", 250, 420, 1),
        "nitrogen": Variable("percent", 74.5, 75.5, 0.1),
    },
    constants=("g",),
    forks={
        "basin": fork("used the area of the [basin|island]", area=("basin", "island")),
        "high": fork("used the pressure of [high|low] ground", ground=("high", "low")),
        "layer": fork("[left out|counted] the air above the level", "reasoning"),
        "nitrogen": fork("counted [the nitrogen only|all of the air]", "reasoning"),
    },
    question=(
        "An island has an area of {island} km², a basin one of {basin} km². Where such land lies low, the pressure at "
        "the ground is {low} hPa; where it lies high, {high} hPa. Aircraft fly at the level of {level} hPa. Nitrogen "
        "makes up {nitrogen} % of the mass of air at all levels. Suppose that the [basin:basin|island] lies "
        "[high:high|low]. The air is in hydrostatic balance, with gravity the same everywhere. Consider the mass of "
        "[nitrogen:the nitrogen alone|all the air] in the [layer:layer between the ground and {level} hPa|whole "
        "atmosphere] above the [basin:basin|island]."
    ),
    solve=_solve,
    parts={
        "m": Part("this mass", "kg", 1e13, 5e15),
        "c": Part("this mass per square metre of ground", "kg/m**2", 500, 12000),
    },
    formula=Formula(
        symbols={
            "A": Symbol("the area of that region", "area"),
            "p_0": Symbol("the pressure at the ground there", "ground"),
            "p_1": Symbol("the pressure where the aircraft fly", "level"),
            "n": Symbol("the share of nitrogen in the mass of air", "nitrogen"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=r"\frac{[nitrogen:n A|A] [layer:(p_0 - p_1)|p_0]}{g}",
    ),
)
