"""Shrinking of a giant planet that radiates more than it gets from the Sun."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    distance = p["outer" if "outer" in taken else "inner"]
    cover = "bright" if "bright" in taken else "dull"
    probe = "second" if "second" in taken else "first"
    share = (
        f"Only {p['share']:g} % of the gravitational energy set free is radiated; the rest heats the interior."
        if "kept" in taken
        else f"All gravitational energy set free is radiated (not just {p['share']:g} %, as in some models)."
    )
    return (
        f"A giant planet of radius {p['radius']:g} km and uniform density {p['density']:g} kg/m³ may circle the Sun at "
        f"{p['inner']:g} or {p['outer']:g} times the distance of the Earth. Its Bond albedo is {p['dull']:g} under "
        f"dull clouds and {p['bright']:g} under bright ones. A first probe finds an emission temperature of "
        f"{p['first']:g} K, a second one of {p['second']:g} K. Take {distance:g} times the Earth's distance, {cover} "
        f"clouds and the {probe} probe. The heat that sunlight does not explain comes from slow contraction, in which "
        f"the density stays uniform. {share}"
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    sunlight = x["solar_constant"] / x["outer" if "outer" in taken else "inner"] ** 2
    absorbed = sunlight * (1 - x["bright" if "bright" in taken else "dull"]) / 4
    emitted = x["stefan_boltzmann"] * x["second" if "second" in taken else "first"] ** 4
    power = 4 * math.pi * x["radius"] ** 2 * (emitted - absorbed)
    mass = 4 / 3 * math.pi * x["radius"] ** 3 * x["density"]
    energy_per_metre = 3 / 5 * x["gravitation"] * mass**2 / x["radius"] ** 2
    share = x["share"] if "kept" in taken else 1.0
    return {"v": power / share / energy_per_metre, "F": emitted - absorbed, "L": power}


def _write(taken: Taken) -> str:
    heat = r"\sigma T^4 - \frac{S (1 - a)}{4 d^2}"
    share = " s" if "kept" in taken else ""
    return rf"\frac{{15 \left({heat}\right)}}{{4 \pi G \rho^2 R^2{share}}}"


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
        "outer": Fork("used the larger distance", "used the smaller distance", "misreading"),
        "bright": Fork("used the albedo of bright clouds", "used the albedo of dull clouds", "misreading"),
        "second": Fork(
            "used the temperature of the second probe", "used the temperature of the first probe", "misreading"
        ),
        "kept": Fork("kept part of the energy inside", "let all of the energy be radiated", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "v": Part("the speed at which the radius shrinks", "mm/year", 0.05, 10),
        "F": Part("the loss of internal heat per square metre of surface", "W/m**2", 1, 20),
        "L": Part("the loss of internal heat of the whole planet", "W", 1e16, 1e19),
    },
    formula=Formula(
        symbols={
            "R": Symbol("the radius of the planet", lambda x, taken: x["radius"]),
            r"\rho": Symbol("the density of the planet", lambda x, taken: x["density"]),
            "T": Symbol(
                "the emission temperature by that probe", lambda x, taken: x["second" if "second" in taken else "first"]
            ),
            "a": Symbol(
                "the Bond albedo under those clouds", lambda x, taken: x["bright" if "bright" in taken else "dull"]
            ),
            "d": Symbol(
                "the planet's distance from the Sun in units of the Earth's",
                lambda x, taken: x["outer" if "outer" in taken else "inner"],
            ),
            "s": Symbol("the share of the gravitational energy that is given in per cent", lambda x, taken: x["share"]),
            "S": Symbol("the solar constant at the Earth", lambda x, taken: x["solar_constant"]),
            r"\sigma": Symbol("the Stefan-Boltzmann constant", lambda x, taken: x["stefan_boltzmann"]),
            "G": Symbol("the gravitational constant", lambda x, taken: x["gravitation"]),
        },
        write=_write,
    ),
)
