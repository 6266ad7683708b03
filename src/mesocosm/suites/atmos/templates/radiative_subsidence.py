"""Sinking of air that makes up for its loss of heat by radiation."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    cooling = x["cooling"]
    if "drizzle" in taken:
        cooling += x["drizzle"]
    if "wind" in taken:
        cooling -= x["wind"]
    stability = x["g"] / x["cp_dry"] - x["lapse"]
    sinking = cooling / stability
    density = x["pressure"] / (x["r_dry"] * x["temperature"])
    return {"w": sinking, "omega": density * x["g"] * sinking}


template = Template(
    category="atmospheric physics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Sections 2.7.3 and 2.7.4",
    background=(
        "Air that sinks at the speed w warms at the place by w (g / cp - Γ), Γ being the lapse rate; in a steady state "
        "this makes up for the net cooling. The pressure of the sinking air rises by ρ g w."
    ),
    variables={
        "pressure": Variable("hPa", 650, 800, 10),
        "temperature": Variable("degC", -12, 4, 1),
        "summer": Variable("K/day", 1.0, 1.4, 0.05),
        "winter": Variable("K/day", 1.8, 2.6, 0.05),
        "stable": Variable("K/km", 3, 4.5, 0.1),
        "steep": Variable("K/km", 6, 7.2, 0.1),
        "drizzle": Variable("K/day", 0.5, 0.9, 0.05),
        "wind": Variable("K/day", 0.3, 0.55, 0.05),
    },
    constants=("g", "cp_dry", "r_dry"),
    forks={
        "winter": fork("used the cooling of [winter|summer]", cooling=("winter", "summer")),
        "steep": fork("used the lapse rate of the [steep|stable] layer", lapse=("steep", "stable")),
        "drizzle": fork("[added|left out] the cooling by drizzle", "reasoning"),
        "wind": fork("[took off|left out] the warming by the wind", "reasoning"),
    },
    question=(
        "At {pressure} hPa and {temperature} °C, air loses heat by radiation: alone, this would cool it by {summer} "
        "K/day in summer and by {winter} K/day in winter. Temperature falls with height by {stable} K/km in a stable "
        "layer and by {steep} K/km in a steep one. Evaporating drizzle, if any, cools the air by a further {drizzle} "
        "K/day; the wind, where it brings warmer air, warms it by {wind} K/day. Take a [steep:steep|stable] layer in "
        "[winter:winter|summer]. [drizzle:Drizzle|No drizzle] evaporates in it, and the wind brings "
        "[wind:warmer air|air of the same temperature]. The air, taken as dry, sinks steadily, and the temperature at "
        "each height stays the same."
    ),
    solve=_solve,
    parts={
        "w": Part("the speed at which the air sinks", "mm/s", 0.5, 30),
        "omega": Part("the rate at which the pressure of the sinking air rises", "hPa/day", 3, 200),
    },
    formula=Formula(
        symbols={
            "Q": Symbol("the cooling by radiation in that season", "cooling"),
            r"\Gamma": Symbol("the lapse rate of that layer", "lapse"),
            "D": Symbol("the cooling by drizzle that evaporates", "drizzle"),
            "A": Symbol("the warming by a wind that brings warmer air", "wind"),
            "g": Symbol("the acceleration of gravity", "g"),
            "c_p": Symbol("the specific heat of dry air at constant pressure", "cp_dry"),
        },
        latex=r"\frac{Q[drizzle: + D|][wind: - A|]}{\frac{g}{c_p} - \Gamma}",
    ),
)
