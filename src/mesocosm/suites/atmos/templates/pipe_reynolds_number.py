"""Flow from a main into a pipe: continuity and the Reynolds number."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    flow = x["speed"] * math.pi * x["main"] ** 2 / 4
    if "open" in taken:
        flow *= 1 - x["share"]
    speed = flow / (math.pi * x["diameter"] ** 2 / 4)
    return {"Re": speed * x["diameter"] / x["viscosity"], "V": speed, "Q": flow}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="White (2016), Fluid Mechanics, Sections 3.3 and 6.1",
    background=(
        "Continuity: the discharge Q = V π D² / 4 is the same along a pipe unless water leaves it. The Reynolds "
        "number of the flow is V D / ν, with ν the kinematic viscosity; pipe flow is laminar below about 2300."
    ),
    variables={
        "day": Variable("m/s", 0.7, 0.84, 0.01),
        "night": Variable("m/s", 0.3, 0.36, 0.01),
        "main": Variable("mm", 130, 160, 5),
        "share": Variable("percent", 16, 26, 1),
        "copper": Variable("mm", 66, 80, 2),
        "steel": Variable("mm", 100, 125, 5),
        "winter": Variable("mm**2/s", 1.45, 1.6, 0.01),
        "summer": Variable("mm**2/s", 0.72, 0.84, 0.01),
    },
    constants=(),
    forks={
        "steel": fork("used the diameter of the [steel|copper] pipe", diameter=("steel", "copper")),
        "open": fork("[took off the flow through|kept the flow that leaves by] the side valve", "reasoning"),
        "summer": fork("used the viscosity of [summer|winter]", viscosity=("summer", "winter")),
        "night": fork("used the speed [at night|by day]", speed=("night", "day")),
    },
    question=(
        "Water flows through a main of {main} mm inner diameter, at a mean speed of {day} m/s by day and {night} m/s "
        "at night. Downstream a side valve, when open, lets {share} % of the flow out; when closed, nothing. All the "
        "remaining water goes on through one pipe, either of copper with {copper} mm or of steel with {steel} mm inner "
        "diameter. The kinematic viscosity is {winter} mm²/s in winter and {summer} mm²/s in summer. The valve is "
        "[open:open|closed], the [steel:steel|copper] pipe is in use, and it is a [summer:summer|winter] "
        "[night:night|day]."
    ),
    solve=_solve,
    parts={
        "Re": Part("the Reynolds number in the pipe in use", "", 5e3, 2e6),
        "V": Part("the mean speed in the pipe in use", "m/s", 0.2, 10),
        "Q": Part("the discharge of the pipe in use", "L/s", 2, 60),
    },
    formula=Formula(
        symbols={
            "U": Symbol("the mean speed in the main at that hour", "speed"),
            "D": Symbol("the inner diameter of the main", "main"),
            "d": Symbol("the inner diameter of the pipe in use", "diameter"),
            "b": Symbol("the share that an open side valve lets out", "share"),
            r"\nu": Symbol("the kinematic viscosity in that season", "viscosity"),
        },
        latex=r"\frac{U D^2[open: (1 - b)|]}{d \nu}",
    ),
)
