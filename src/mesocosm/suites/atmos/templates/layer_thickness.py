"""Thickness of the air between two pressures."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    season = "summer" if "summer" in taken else "winter"
    site = "on the plateau" if "plateau" in taken else "on the coast"
    top = p["high" if "high" in taken else "middle"]
    climb = "climbs slantwise" if "slant" in taken else "climbs straight up"
    return (
        f"The mean temperature of a column of dry air is {p['winter']:g} °C in the polar winter and {p['summer']:g} °C "
        f"in summer, whatever part of the column is taken. The pressure at the ground is {p['coast']:g} hPa on the "
        f"coast and {p['plateau']:g} hPa on the plateau. Drones rise from the ground to the level of {p['middle']:g} "
        f"hPa or to that of {p['high']:g} hPa, some straight up, others slantwise at {p['slope']:g}° to the "
        f"horizontal. Take a drone that starts {site} in {season} and {climb} to the level of {top:g} hPa."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    ground = x["plateau" if "plateau" in taken else "coast"]
    top = x["high" if "high" in taken else "middle"]
    scale = x["r_dry"] * x["summer" if "summer" in taken else "winter"] / x["g"]
    thickness = scale * math.log(ground / top)
    way = thickness / math.sin(x["slope"]) if "slant" in taken else thickness
    return {"s": way, "Z": thickness, "H": scale}


def _write(taken: Taken) -> str:
    below = r"g \sin(\alpha)" if "slant" in taken else "g"
    return rf"\frac{{R T}}{{{below}}} \ln(\frac{{p_1}}{{p_2}})"


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
        "summer": Fork("used the temperature of summer", "used the temperature of winter", "misreading"),
        "plateau": Fork("started on the plateau", "started on the coast", "misreading"),
        "high": Fork("went up to the lower pressure", "went up to the higher pressure", "misreading"),
        "slant": Fork("climbed slantwise", "climbed straight up", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "s": Part("the length of the drone's path", "km", 1, 25),
        "Z": Part("the thickness of the layer it crosses", "km", 1, 15),
        "H": Part("the scale height of the column", "km", 6, 9, tolerance=0.01),
    },
    formula=Formula(
        symbols={
            "T": Symbol(
                "the mean temperature of the column in that season",
                lambda x, taken: x["summer" if "summer" in taken else "winter"],
            ),
            "p_1": Symbol(
                "the pressure where the drone starts", lambda x, taken: x["plateau" if "plateau" in taken else "coast"]
            ),
            "p_2": Symbol(
                "the pressure of the level it climbs to", lambda x, taken: x["high" if "high" in taken else "middle"]
            ),
            r"\alpha": Symbol("the angle of the slantwise climbs to the horizontal", lambda x, taken: x["slope"]),
            "R": Symbol("the gas constant of dry air", lambda x, taken: x["r_dry"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=_write,
    ),
)
