"""Thickness of the air between two pressures."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    scale = x["r_dry"] * x["temperature"] / x["g"]
    thickness = scale * math.log(x["ground"] / x["top"])
    way = thickness / math.sin(x["slope"]) if "slant" in taken else thickness
    return {"s": way, "Z": thickness, "H": scale}


template = Template(
    category="atmospheric physics",
    kind="knowledge",
    reference="Wallace and Hobbs (2006), Atmospheric Science: An Introductory Survey, Section 3.2.2",
    background=(
        "The hypsometric equation: the thickness of a layer of mean temperature T between the pressures p₁ and p₂ is "
        "(R T / g) ln(p₁ / p₂)."
    ),
    variables={
        "winter": Variable("degC", -52, -40, 1),
        "summer": Variable("degC", 4, 14, 1),
        "coast": Variable("hPa", 990, 1030, 1),
        "plateau": Variable("hPa", 760, 830, 1),
        "middle": Variable("hPa", 480, 560, 1),
        "high": Variable("hPa", 300, 380, 1),
        "slope": Variable("degree", 30, 48, 1),
    },
    constants=("r_dry", "g"),
    forks={
        "summer": fork("used the temperature of [summer|winter]", temperature=("summer", "winter")),
        "plateau": fork("started on the [plateau|coast]", ground=("plateau", "coast")),
        "high": fork("went up to the [lower|higher] pressure", top=("high", "middle")),
        "slant": fork("climbed [slantwise|straight up]", "reasoning"),
    },
    question=(
        "The mean temperature of a column of dry air is {winter} °C in the polar winter and {summer} °C in summer, "
        "whatever part of the column is taken. The pressure at the ground is {coast} hPa on the coast and {plateau} "
        "hPa on the plateau. Drones rise from the ground to the level of {middle} hPa or to that of {high} hPa, some "
        "straight up, others slantwise at {slope}° to the horizontal. Take a drone that starts on the "
        "[plateau:plateau|coast] in [summer:summer|winter] and climbs [slant:slantwise|straight up] to the level of "
        "[high:{high}|{middle}] hPa."
    ),
    solve=_solve,
    parts={
        "s": Part("the length of the drone's path", "km", 1, 25),
        "Z": Part("the thickness of the layer it crosses", "km", 1, 15),
        "H": Part("the scale height of the column", "km", 6, 9, tolerance=0.01),
    },
    formula=Formula(
        symbols={
            "T": Symbol("the mean temperature of the column in that season", "temperature"),
            "p_1": Symbol("the pressure where the drone starts", "ground"),
            "p_2": Symbol("the pressure of the level it climbs to", "top"),
            r"\alpha": Symbol("the angle of the slantwise climbs to the horizontal", "slope"),
            "R": Symbol("the gas constant of dry air", "r_dry"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=r"\frac{R T}{g[slant: \sin(\alpha)|]} \ln(\frac{p_1}{p_2})",
    ),
)
