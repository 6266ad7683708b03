"""Froude number of a vessel and the waves it makes."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    speed = x["ground"] + (x["current"] if "upstream" in taken else -x["current"])
    return {"Fr": speed / math.sqrt(x["g"] * x["length"]), "L": 2 * math.pi * speed**2 / x["g"]}


template = Template(
    category="physical oceanography",
    kind="knowledge",
    reference="Lighthill (1978), Waves in Fluids, Section 3.10",
    background=(
        "The Froude number of a hull is U/√(g L), with U the speed through the water and L the length of the "
        "waterline. The waves that follow the vessel in deep water keep pace with it, so that their length is 2π U²/g."
    ),
    variables={
        "launch": Variable("m", 14, 22, 0.5),
        "ferry": Variable("m", 34, 60, 1),
        "ground": Variable("knot", 8, 11, 0.1),
        "flood": Variable("knot", 0.6, 1.4, 0.1),
        "ebb": Variable("knot", 2.6, 3.8, 0.1),
    },
    constants=("g",),
    forks={
        "ferry": fork("used the waterline of the [ferry|launch]", length=("ferry", "launch")),
        "upstream": fork("[added the current to|subtracted the current from] the speed", "reasoning"),
        "ebb": fork("used the current of the [ebb|flood tide]", current=("ebb", "flood")),
    },
    question=(
        "On a deep estuary the waterline of a launch is {launch} m long and that of a ferry {ferry} m. The "
        "[ferry:ferry|launch] passes the pier heading [upstream:upstream|downstream], at {ground} knots over the "
        "ground; the [ferry:launch|ferry] is moored. The water runs seaward all day, at {flood} knots during the flood "
        "tide and at {ebb} knots during the ebb. It is the time of the [ebb:ebb|flood tide]. Consider the "
        "[ferry:ferry|launch], and its Froude number formed with the length of the waterline and the speed through the "
        "water."
    ),
    solve=_solve,
    parts={
        "Fr": Part("the Froude number of the vessel under way", "", 0.05, 0.9),
        "L": Part("the length of the transverse waves behind that vessel", "m", 1, 60),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "U": Symbol("the speed of that vessel over the ground", "ground"),
            "C": Symbol("the speed of the current at that time", "current"),
            "L": Symbol("the length of the waterline of that vessel", "length"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=r"\frac{U [upstream:+|-] C}{\sqrt{g L}}",
    ),
)
