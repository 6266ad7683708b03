"""Dry-adiabatic lapse rate of a turning planet with air of its own."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    gravity = 4 / 3 * math.pi * x["gravitation"] * x["density"] * x["radius"]
    gravity -= (2 * math.pi / x["day"]) ** 2 * x["radius"] if "equator" in taken else 0
    share = x["share"] if "mixture" in taken else 0
    lapse = gravity / ((1 - share) * x["dioxide"] + share * x["helium"])
    return {"lapse": lapse, "ratio": lapse / (x["g"] / x["cp_dry"])}


template = Template(
    category="atmospheric physics",
    kind="reasoning",
    reference="Pierrehumbert (2010), Principles of Planetary Climate, Chapter 2",
    background=(
        "The dry-adiabatic lapse rate is g/cp. Gravity on a sphere of density ρ is 4π G ρ R / 3, less Ω² R at the "
        "equator; the specific heat of a mixture is the mean by mass."
    ),
    variables={
        "small": Variable("km", 4200, 4800, 100),
        "large": Variable("km", 6200, 7200, 100),
        "density": Variable("kg/m**3", 3000, 3800, 50),
        "day": Variable("hour", 3.4, 4.2, 0.1),
        "dioxide": Variable("J/kg/K", 820, 900, 10),
        "share": Variable("percent", 16, 24, 1),
        "helium": Variable("J/kg/K", 5180, 5200, 5),
    },
    constants=("gravitation", "g", "cp_dry"),
    forks={
        "large": fork("used the radius of the [large|small] planet", radius=("large", "small")),
        "equator": fork("[subtracted|left out] the effect of rotation at the equator", "reasoning"),
        "mixture": fork("used the specific heat of [the mixture|pure carbon dioxide]", "reasoning"),
    },
    question=(
        "Two planets, a small one of {small} km radius and a large one of {large} km, both have a mean density of "
        "{density} kg/m³ and turn once in {day} hours. Their air may be pure carbon dioxide with a specific heat of "
        "{dioxide} J/kg/K at constant pressure, or a mixture by mass of {share} % helium, with {helium} J/kg/K, and "
        "carbon dioxide for the rest. Consider [mixture:the mixture|pure carbon dioxide] on the [large:large|small] "
        "planet, at the [equator:equator, where its rotation weakens gravity|pole]. Treat the planet as a sphere and "
        "the air as a dry ideal gas."
    ),
    solve=_solve,
    parts={
        "lapse": Part("the dry-adiabatic lapse rate", "K/km", 0.5, 15),
        "ratio": Part("the ratio of this lapse rate to the dry-adiabatic one on the Earth", "", 0.05, 1.6),
    },
    formula=Formula(
        symbols={
            "R": Symbol("the radius of that planet", "radius"),
            r"\rho": Symbol("the mean density of the planets", "density"),
            "t": Symbol("the time in which they turn once", "day"),
            "c_1": Symbol("the specific heat of carbon dioxide", "dioxide"),
            "c_2": Symbol("the specific heat of helium", "helium"),
            "b": Symbol("the share of helium in the mixture, by mass", "share"),
            "G": Symbol("the constant of gravitation", "gravitation"),
        },
        latex=r"\frac{\frac{4}{3} \pi G \rho R[equator: - \frac{4 \pi^2}{t^2} R|]}{[mixture:(1 - b) c_1 + b c_2|c_1]}",
    ),
)
