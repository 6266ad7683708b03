"""Acceleration of a sea breeze by the temperature contrast of land and sea."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    time = "in the afternoon" if "afternoon" in taken else "in the morning"
    top = p["high"] if "deep" in taken else p["low"]
    coast = "the southern coast" if "southern" in taken else "the northern coast"
    return (
        f"Air circulates between land and sea along a loop of two isobars and two vertical branches. The lower isobar "
        f"is that of {p['ground']:g} hPa, the upper one that of {p['low']:g} hPa for a shallow and {p['high']:g} hPa "
        f"for a deep breeze. In the mean over the logarithm of pressure, the air over the land is warmer than that "
        f"over the sea by {p['morning']:g} K in the morning and by {p['afternoon']:g} K in the afternoon. The whole "
        f"loop is {p['north']:g} km long at the northern and {p['south']:g} km at the southern coast. Take {coast} "
        f"{time} with the upper branch at {top:g} hPa; friction and the turning of the Earth are neglected."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    contrast = x["afternoon" if "afternoon" in taken else "morning"]
    top = x["high" if "deep" in taken else "low"]
    loop = x["south" if "southern" in taken else "north"]
    growth = x["r_dry"] * contrast * math.log(x["ground"] / top)
    return {"a": growth / loop, "C": growth}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 4.1 (sea breeze)",
    background=(
        "Bjerknes' theorem: dC/dt = -∮ dp/ρ. Along isobars nothing is added, and the two columns give R ΔT ln(p0/p1), "
        "with ΔT the difference of their mean temperatures. Divided by the length of the loop it is the mean "
        "acceleration along it."
    ),
    variables={
        "ground": Variable("hPa", 1000, 1020, 1),
        "low": Variable("hPa", 890, 905, 1),
        "high": Variable("hPa", 790, 815, 1),
        "morning": Variable("delta_degC", 4, 5.5, 0.1),
        "afternoon": Variable("delta_degC", 6.8, 8, 0.1),
        "north": Variable("km", 36, 44, 1),
        "south": Variable("km", 50, 58, 1),
    },
    constants=("r_dry",),
    forks={
        "afternoon": Fork("used the contrast of the afternoon", "used the contrast of the morning", "misreading"),
        "deep": Fork(
            "used the upper isobar of a deep breeze", "used the upper isobar of a shallow breeze", "misreading"
        ),
        "southern": Fork("used the loop of the southern coast", "used the loop of the northern coast", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "a": Part("the mean acceleration of the air along the loop", "m/s**2", 5e-4, 5e-2),
        "C": Part("the rate of growth of the circulation", "m**2/s**2", 30, 2000),
    },
    formula=Formula(
        symbols={
            "R": Symbol("the gas constant of dry air", lambda x, taken: x["r_dry"]),
            "D": Symbol(
                "the difference in mean temperature between land and sea at that time",
                lambda x, taken: x["afternoon" if "afternoon" in taken else "morning"],
            ),
            "p_0": Symbol("the pressure of the lower isobar", lambda x, taken: x["ground"]),
            "p_1": Symbol(
                "the pressure of that upper isobar", lambda x, taken: x["high" if "deep" in taken else "low"]
            ),
            "L": Symbol(
                "the length of the loop at that coast", lambda x, taken: x["south" if "southern" in taken else "north"]
            ),
        },
        write=lambda taken: r"\frac{R D}{L} \ln \frac{p_0}{p_1}",
    ),
)
