"""Acceleration of a sea breeze by the temperature contrast of land and sea."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    growth = x["r_dry"] * x["contrast"] * math.log(x["ground"] / x["top"])
    return {"a": growth / x["loop"], "C": growth}


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
        "afternoon": fork("used the contrast of the [afternoon|morning]", contrast=("afternoon", "morning")),
        "deep": fork("used the upper isobar of a [deep|shallow] breeze", top=("high", "low")),
        "southern": fork("used the loop of the [southern|northern] coast", loop=("south", "north")),
    },
    question=(
        "Air circulates between land and sea along a loop of two isobars and two vertical branches. The lower isobar "
        "is that of {ground} hPa, the upper one that of {low} hPa for a shallow and {high} hPa for a deep breeze. In "
        "the mean over the logarithm of pressure, the air over the land is warmer than that over the sea by {morning} "
        "K in the morning and by {afternoon} K in the afternoon. The whole loop is {north} km long at the northern and "
        "{south} km at the southern coast. Take the [southern:southern|northern] coast in the "
        "[afternoon:afternoon|morning] with the upper branch at [deep:{high}|{low}] hPa; friction and the turning of "
        "the Earth are neglected."
    ),
    solve=_solve,
    parts={
        "a": Part("the mean acceleration of the air along the loop", "m/s**2", 5e-4, 5e-2),
        "C": Part("the rate of growth of the circulation", "m**2/s**2", 30, 2000),
    },
    formula=Formula(
        symbols={
            "R": Symbol("the gas constant of dry air", "r_dry"),
            "D": Symbol("the difference in mean temperature between land and sea at that time", "contrast"),
            "p_0": Symbol("the pressure of the lower isobar", "ground"),
            "p_1": Symbol("the pressure of that upper isobar", "top"),
            "L": Symbol("the length of the loop at that coast", "loop"),
        },
        latex=r"\frac{R D}{L} \ln \frac{p_0}{p_1}",
    ),
)
