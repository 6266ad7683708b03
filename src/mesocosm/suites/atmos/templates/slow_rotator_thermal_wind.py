"""Warmth of the equator that holds up the wind of a slowly turning planet."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    depth = math.log(x["ground"] / x["top"])
    share = math.sin(x["latitude"]) ** 2 if "part_way" in taken else 1.0
    geopotential = x["wind"] ** 2 * share / 2
    return {"dT": geopotential / (x["gas"] * depth), "dPhi": geopotential}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Sections 3.2.4 and 3.4",
    background=(
        "Cyclostrophic balance on a sphere is u² tan(φ) = -dΦ/dφ on a pressure surface, and the thickness is R T "
        "ln(p0/p1). With u = U cos(φ) the temperature difference from the equator to latitude φ is U² sin²(φ) / (2 R "
        "ln(p0/p1))."
    ),
    variables={
        "ground": Variable("bar", 60, 95, 1),
        "first": Variable("m/s", 80, 95, 1),
        "later": Variable("m/s", 112, 128, 1),
        "cloud": Variable("bar", 0.9, 1.6, 0.1),
        "haze": Variable("bar", 0.05, 0.12, 0.01),
        "pure": Variable("J/kg/K", 186, 192, 1),
        "mixed": Variable("J/kg/K", 228, 245, 1),
        "latitude": Variable("degree", 44, 52, 1),
    },
    constants=(),
    forks={
        "later": fork("used the wind of the [later|first] probe", wind=("later", "first")),
        "haze": fork("used the pressure of the [haze|cloud] top", top=("haze", "cloud")),
        "mixed": fork("used the gas constant of [mixed|pure] gas", gas=("mixed", "pure")),
        "part_way": fork("went from the equator to the [landing site|pole]", "reasoning"),
    },
    question=(
        "On a planet that hardly rotates the air is calm at the ground, at {ground} bar. Higher up it circles the axis "
        "in cyclostrophic balance, with a wind proportional to the cosine of latitude. At the [haze:haze|cloud] top "
        "the first probe measured {first} m/s over the equator, a later one {later} m/s; trust the [later:later|first] "
        "one. The cloud top lies at {cloud} bar, the haze top at {haze} bar. The gas constant is {pure} J/kg/K for "
        "pure and {mixed} J/kg/K for mixed gas; take [mixed:mixed|pure] gas. A landing site lies at latitude "
        "{latitude}°. Compare the air over the equator with that over the [part_way:landing site|pole], in the mean "
        "over the logarithm of pressure from the ground to the [haze:haze|cloud] top."
    ),
    solve=_solve,
    parts={
        "dT": Part("the temperature excess of the equator in that mean", "K", 0.5, 20),
        "dPhi": Part("the geopotential of that top over the equator less that over the other place", "J/kg", 500, 1e4),
    },
    formula=Formula(
        symbols={
            "U": Symbol("the wind speed over the equator by that probe", "wind"),
            "p_0": Symbol("the pressure at the ground", "ground"),
            "p_1": Symbol("the pressure at that top", "top"),
            "R": Symbol("the gas constant of that gas", "gas"),
            "\\phi": Symbol("the latitude of the landing site", "latitude"),
        },
        latex=r"\frac{U^2[part_way: \sin^2 \phi|]}{2 R \ln \frac{p_0}{p_1}}",
    ),
)
