"""Froude number of a vessel and the waves it makes."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    vessel = "ferry" if "ferry" in taken else "launch"
    other = "launch" if "ferry" in taken else "ferry"
    way = "upstream" if "upstream" in taken else "downstream"
    tide = "ebb" if "ebb" in taken else "flood tide"
    return (
        f"On a deep estuary the waterline of a launch is {p['launch']:g} m long and that of a ferry {p['ferry']:g} m. "
        f"The {vessel} passes the pier heading {way}, at {p['ground']:g} knots over the ground; the {other} is moored. "
        f"The water runs seaward all day, at {p['flood']:g} knots during the flood tide and at {p['ebb']:g} knots "
        f"during the ebb. It is the time of the {tide}. Consider the {vessel}, and its Froude number formed with the "
        f"length of the waterline and the speed through the water."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    current = x["ebb" if "ebb" in taken else "flood"]
    speed = x["ground"] + (current if "upstream" in taken else -current)
    length = x["ferry" if "ferry" in taken else "launch"]
    return {"Fr": speed / math.sqrt(x["g"] * length), "L": 2 * math.pi * speed**2 / x["g"]}


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
        "ferry": Fork("used the waterline of the ferry", "used the waterline of the launch", "misreading"),
        "upstream": Fork("added the current to the speed", "subtracted the current from the speed", "reasoning"),
        "ebb": Fork("used the current of the ebb", "used the current of the flood tide", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "Fr": Part("the Froude number of the vessel under way", "", 0.05, 0.9),
        "L": Part("the length of the transverse waves behind that vessel", "m", 1, 60),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "U": Symbol("the speed of that vessel over the ground", lambda x, taken: x["ground"]),
            "C": Symbol(
                "the speed of the current at that time", lambda x, taken: x["ebb" if "ebb" in taken else "flood"]
            ),
            "L": Symbol(
                "the length of the waterline of that vessel",
                lambda x, taken: x["ferry" if "ferry" in taken else "launch"],
            ),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=lambda taken: rf"\frac{{U {'+' if 'upstream' in taken else '-'} C}}{{\sqrt{{g L}}}}",
    ),
)
