"""Vertical velocity from temperature change and advection of air that keeps its heat."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    change = x["change"] * (-1 if "cooling" in taken else 1)
    advection = x["wind"] * x["gradient"] * (math.cos(x["angle"]) if "oblique" in taken else 1)
    return {"w": (advection - change) / (x["g"] / x["cp_dry"] - x["lapse"]), "A": advection}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 3.5.2",
    background=(
        "Without heating, and if only w changes the pressure, dT/dt at a place = advection - w (Γd - Γ), with the "
        "dry-adiabatic lapse rate Γd = g/cp and the lapse rate Γ of the air; so w = (warm advection - local change) / "
        "(Γd - Γ)."
    ),
    variables={
        "change": Variable("K/hour", 0.08, 0.16, 0.01),
        "morning": Variable("K/Mm", 12, 16, 0.5),
        "evening": Variable("K/Mm", 21, 28, 0.5),
        "wind": Variable("m/s", 10, 16, 0.5),
        "angle": Variable("degree", 40, 50, 1),
        "ordinary": Variable("K/km", 5.8, 6.6, 0.1),
        "stable": Variable("K/km", 3.4, 4.6, 0.1),
    },
    constants=("g", "cp_dry"),
    forks={
        "cooling": fork("let the temperature at the station [fall|rise]", "calculation"),
        "evening": fork("used the gradient of the [evening|morning] map", gradient=("evening", "morning")),
        "stable": fork("used the lapse rate of the [stable|ordinary] case", lapse=("stable", "ordinary")),
        "oblique": fork("took the [wind at the angle of the second|whole wind, as at the first] station", "reasoning"),
    },
    question=(
        "Air keeps its potential temperature, yet at a fixed height over two stations the temperature "
        "[cooling:fell|rose] by {change} K per hour. At this height the horizontal temperature gradient is {morning} K "
        "per 1000 km on the morning map and {evening} K per 1000 km on the evening map. The wind of {wind} m/s comes "
        "from the warm side: at the first station it blows straight down the gradient, at the second at an angle of "
        "{angle}° to that direction. The temperature falls with height by {ordinary} K/km in the ordinary and by "
        "{stable} K/km in the stable case. Neglect changes of pressure other than by vertical motion. Consider the "
        "[oblique:second|first] station on the [evening:evening|morning] map, in the [stable:stable|ordinary] case."
    ),
    solve=_solve,
    parts={
        "w": Part("the upward velocity of the air", "cm/s", 0.3, 20),
        "A": Part("the rate of warming by horizontal advection", "K/hour", 0.1, 3),
    },
    formula=Formula(
        symbols={
            "S": Symbol("the magnitude of the measured change of temperature per time", "change"),
            "U": Symbol("the speed of the wind", "wind"),
            "B": Symbol("the horizontal temperature gradient on that map", "gradient"),
            r"\alpha": Symbol(
                "the angle of the wind at the second station to the direction down the gradient", "angle"
            ),
            r"\Gamma": Symbol("the lapse rate of that case", "lapse"),
            "g": Symbol("the acceleration of gravity", "g"),
            "c_p": Symbol("the specific heat of air at constant pressure", "cp_dry"),
        },
        latex=r"\frac{U B[oblique: \cos \alpha|] [cooling:+|-] S}{\frac{g}{c_p} - \Gamma}",
    ),
)
