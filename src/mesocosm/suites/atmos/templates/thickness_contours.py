"""Temperature difference read from the contours of a thickness map."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    layer = "upper" if "upper" in taken else "lower"
    map_ = "coarse" if "coarse" in taken else "fine"
    towns = "eastern" if "eastern" in taken else "western"
    air = "moist" if "moist" in taken else "dry"
    return (
        f"Thickness maps show the lower layer, from {p['ground']:g} to {p['middle']:g} hPa, and the upper layer, from "
        f"{p['middle']:g} to {p['top']:g} hPa. A fine map has a contour every {p['fine']:g} m, a coarse map one every "
        f"{p['coarse']:g} m. Across the contours, two western towns lie {p['western']:g} contour intervals apart, two "
        f"eastern towns {p['eastern']:g}; either pair is {p['distance']:g} km apart, at {p['latitude']:g}° N. In dry "
        "air all of a difference in thickness is due to temperature; in moist air vapour, of which there is more "
        f"where the layer is thicker, accounts for {p['moist']:g} % of it. Take the {towns} towns on a {map_} map of "
        f"the {layer} layer, in {air} air."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    bottom, top = (x["middle"], x["top"]) if "upper" in taken else (x["ground"], x["middle"])
    interval = x["coarse" if "coarse" in taken else "fine"]
    change = interval * x["eastern" if "eastern" in taken else "western"]
    thermal = change * (1 - x["moist"] if "moist" in taken else 1.0)
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    return {
        "dT": x["g"] * thermal / (x["r_dry"] * math.log(bottom / top)),
        "VT": x["g"] * change / (coriolis * x["distance"]),
    }


def _write(taken: Taken) -> str:
    thermal = " (1 - q)" if "moist" in taken else ""
    return rf"\frac{{g n Z{thermal}}}{{R \ln \frac{{p_1}}{{p_2}}}}"


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
        "upper": Fork("used the pressures of the upper layer", "used the pressures of the lower layer", "misreading"),
        "coarse": Fork("used the interval of the coarse map", "used the interval of the fine map", "misreading"),
        "moist": Fork("took off the part of the vapour", "laid all of the thickness to temperature", "reasoning"),
        "eastern": Fork(
            "used the intervals of the eastern towns", "used the intervals of the western towns", "misreading"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "dT": Part("the difference in mean temperature of the layer between the towns", "K", 1, 40),
        "VT": Part("the thermal wind of the layer between the towns", "m/s", 0.5, 80),
    },
    formula=Formula(
        symbols={
            "p_1": Symbol(
                "the pressure at the base of that layer", lambda x, taken: x["middle" if "upper" in taken else "ground"]
            ),
            "p_2": Symbol(
                "the pressure at the top of that layer", lambda x, taken: x["top" if "upper" in taken else "middle"]
            ),
            "Z": Symbol(
                "the contour interval of that map", lambda x, taken: x["coarse" if "coarse" in taken else "fine"]
            ),
            "n": Symbol(
                "the number of intervals between those towns",
                lambda x, taken: x["eastern" if "eastern" in taken else "western"],
            ),
            "q": Symbol(
                "the share of the difference that vapour accounts for in moist air", lambda x, taken: x["moist"]
            ),
            "R": Symbol("the gas constant of dry air", lambda x, taken: x["r_dry"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=_write,
    ),
)
