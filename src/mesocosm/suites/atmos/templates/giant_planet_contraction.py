"""Shrinking of a giant planet that radiates more than it gets from the Sun."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    sunlight = x["solar_constant"] / x["distance"] ** 2
    absorbed = sunlight * (1 - x["albedo"]) / 4
    emitted = x["stefan_boltzmann"] * x["temperature"] ** 4
    power = 4 * math.pi * x["radius"] ** 2 * (emitted - absorbed)
    mass = 4 / 3 * math.pi * x["radius"] ** 3 * x["density"]
    energy_per_metre = 3 / 5 * x["gravitation"] * mass**2 / x["radius"] ** 2
    share = x["share"] if "kept" in taken else 1.0
    return {"v": power / share / energy_per_metre, "F": emitted - absorbed, "L": power}


template = Template(
    category="geophysics",
    kind="reasoning",
    reference="de Pater and Lissauer (2015), Planetary Sciences, Chapters 4 and 6",
    background=(
        "The internal heat lost per area is σ T⁴ - S (1 - albedo) / (4 d²). A uniform sphere holds the gravitational "
        "energy -3 G M² / (5 R), so contraction at the speed v sets free 3 G M² v / (5 R²)."
    ),
    variables={
        "radius": Variable("km", 58000, 72000, 1000),
        "density": Variable("kg/m**3", 1000, 1400, 10),
        "inner": Variable("", 5.2, 5.8, 0.1),
        "outer": Variable("", 6.8, 7.8, 0.1),
        "dull": Variable("", 0.30, 0.36, 0.01),
        "bright": Variable("", 0.50, 0.60, 0.01),
        "first": Variable("K", 121, 124, 0.5),
        "second": Variable("K", 130, 137, 0.5),
        "share": Variable("percent", 45, 65, 1),
    },
    constants=("solar_constant", "stefan_boltzmann", "gravitation"),
    forks={
        "outer": fork("used the [larger|smaller] distance", distance=("outer", "inner")),
        "bright": fork("used the albedo of [bright|dull] clouds", albedo=("bright", "dull")),
        "second": fork("used the temperature of the [second|first] probe", temperature=("second", "first")),
        "kept": fork("[kept part of the energy inside|let all of the energy be radiated]", "reasoning"),
    },
    question=(
        "A giant planet of radius {radius} km and uniform density {density} kg/m³ may circle the Sun at {inner} or "
        "{outer} times the distance of the Earth. Its Bond albedo is {dull} under dull clouds and {bright} under "
        "bright ones. A first probe finds an emission temperature of {first} K, a second one of {second} K. Take "
        "[outer:{outer}|{inner}] times the Earth's distance, [bright:bright|dull] clouds and the [second:second|first] "
        "probe. The heat that sunlight does not explain comes from slow contraction, in which the density stays "
        "uniform. [kept:Only {share} % of the gravitational energy set free is radiated; the rest heats the "
        "interior.|All gravitational energy set free is radiated (not just {share} %, as in some models).]"
    ),
    solve=_solve,
    parts={
        "v": Part("the speed at which the radius shrinks", "mm/year", 0.05, 10),
        "F": Part("the loss of internal heat per square metre of surface", "W/m**2", 1, 20),
        "L": Part("the loss of internal heat of the whole planet", "W", 1e16, 1e19),
    },
    formula=Formula(
        symbols={
            "R": Symbol("the radius of the planet", "radius"),
            r"\rho": Symbol("the density of the planet", "density"),
            "T": Symbol("the emission temperature by that probe", "temperature"),
            "a": Symbol("the Bond albedo under those clouds", "albedo"),
            "d": Symbol("the planet's distance from the Sun in units of the Earth's", "distance"),
            "s": Symbol("the share of the gravitational energy that is given in per cent", "share"),
            "S": Symbol("the solar constant at the Earth", "solar_constant"),
            r"\sigma": Symbol("the Stefan-Boltzmann constant", "stefan_boltzmann"),
            "G": Symbol("the gravitational constant", "gravitation"),
        },
        latex=r"\frac{15 \left(\sigma T^4 - \frac{S (1 - a)}{4 d^2}\right)}{4 \pi G \rho^2 R^2[kept: s|]}",
    ),
)
