"""Temperature difference read from the contours of a thickness map."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    change = x["interval"] * x["intervals"]
    thermal = change * (1 - x["moist"] if "moist" in taken else 1.0)
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    return {
        "dT": x["g"] * thermal / (x["r_dry"] * math.log(x["bottom"] / x["upper_pressure"])),
        "VT": x["g"] * change / (coriolis * x["distance"]),
    }


template = Template(
    category="atmospheric physics",
    kind="reasoning",
    reference="Wallace and Hobbs (2006), Atmospheric Science: An Introductory Survey, Sections 3.2.2 and 7.2.7",
    background=(
        "Thickness is (R T / g) ln(p₁ / p₂), so a change of thickness ΔZ that is due to temperature is a "
        "change of its mean by g ΔZ / (R ln(p₁ / p₂)). The thermal wind of the layer is g ΔZ / (f L), ΔZ being the "
        "whole change."
    ),
    variables={
        "ground": Variable("hPa", 980, 1020, 5),
        "middle": Variable("hPa", 780, 810, 5),
        "top": Variable("hPa", 540, 570, 5),
        "fine": Variable("m", 7, 9, 1),
        "coarse": Variable("m", 13, 16, 1),
        "western": Variable("", 2, 3, 1),
        "eastern": Variable("", 4, 5, 1),
        "moist": Variable("percent", 11, 12, 0.5),
        "distance": Variable("km", 600, 1200, 10),
        "latitude": Variable("degree", 40, 60, 1),
    },
    constants=("r_dry", "g", "earth_rotation"),
    forks={
        "upper": fork(
            "used the pressures of the [upper|lower] layer",
            bottom=("middle", "ground"),
            upper_pressure=("top", "middle"),
        ),
        "coarse": fork("used the interval of the [coarse|fine] map", interval=("coarse", "fine")),
        "moist": fork("[took off the part of the vapour|laid all of the thickness to temperature]", "reasoning"),
        "eastern": fork("used the intervals of the [eastern|western] towns", intervals=("eastern", "western")),
    },
    question=(
        "Thickness maps show the lower layer, from {ground} to {middle} hPa, and the upper layer, from {middle} to "
        "{top} hPa. A fine map has a contour every {fine} m, a coarse map one every {coarse} m. Across the contours, "
        "two western towns lie {western} contour intervals apart, two eastern towns {eastern}; either pair is "
        "{distance} km apart, at {latitude}° N. In dry air all of a difference in thickness is due to temperature; in "
        "moist air vapour, of which there is more where the layer is thicker, accounts for {moist} % of it. Take the "
        "[eastern:eastern|western] towns on a [coarse:coarse|fine] map of the [upper:upper|lower] layer, in "
        "[moist:moist|dry] air."
    ),
    solve=_solve,
    parts={
        "dT": Part("the difference in mean temperature of the layer between the towns", "K", 1, 40),
        "VT": Part("the thermal wind of the layer between the towns", "m/s", 0.5, 80),
    },
    formula=Formula(
        symbols={
            "p_1": Symbol("the pressure at the base of that layer", "bottom"),
            "p_2": Symbol("the pressure at the top of that layer", "upper_pressure"),
            "Z": Symbol("the contour interval of that map", "interval"),
            "n": Symbol("the number of intervals between those towns", "intervals"),
            "q": Symbol("the share of the difference that vapour accounts for in moist air", "moist"),
            "R": Symbol("the gas constant of dry air", "r_dry"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=r"\frac{g n Z[moist: (1 - q)|]}{R \ln \frac{p_1}{p_2}}",
    ),
)
