"""Flow from a main into a pipe: continuity and the Reynolds number."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    pipe = "the steel pipe" if "steel" in taken else "the copper pipe"
    valve = "open" if "open" in taken else "closed"
    season = "summer" if "summer" in taken else "winter"
    hour = "night" if "night" in taken else "day"
    return (
        f"Water flows through a main of {p['main']:g} mm inner diameter, at a mean speed of {p['day']:g} m/s by day "
        f"and {p['night']:g} m/s at night. Downstream a side valve, when open, lets {p['share']:g} % of the flow out; "
        "when closed, nothing. All the remaining water goes on through one pipe, either of copper with "
        f"{p['copper']:g} mm or of steel with {p['steel']:g} mm inner diameter. The kinematic viscosity is "
        f"{p['winter']:g} mm²/s in winter and {p['summer']:g} mm²/s in summer. The valve is {valve}, {pipe} is in use, "
        f"and it is a {season} {hour}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    diameter = x["steel" if "steel" in taken else "copper"]
    viscosity = x["summer" if "summer" in taken else "winter"]
    flow = x["night" if "night" in taken else "day"] * math.pi * x["main"] ** 2 / 4
    if "open" in taken:
        flow *= 1 - x["share"]
    speed = flow / (math.pi * diameter**2 / 4)
    return {"Re": speed * diameter / viscosity, "V": speed, "Q": flow}


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
        "steel": Fork("used the diameter of the steel pipe", "used the diameter of the copper pipe", "misreading"),
        "open": Fork(
            "took off the flow through the side valve", "kept the flow that leaves by the side valve", "reasoning"
        ),
        "summer": Fork("used the viscosity of summer", "used the viscosity of winter", "misreading"),
        "night": Fork("used the speed at night", "used the speed by day", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "Re": Part("the Reynolds number in the pipe in use", "", 5e3, 2e6),
        "V": Part("the mean speed in the pipe in use", "m/s", 0.2, 10),
        "Q": Part("the discharge of the pipe in use", "L/s", 2, 60),
    },
    formula=Formula(
        symbols={
            "U": Symbol(
                "the mean speed in the main at that hour", lambda x, taken: x["night" if "night" in taken else "day"]
            ),
            "D": Symbol("the inner diameter of the main", lambda x, taken: x["main"]),
            "d": Symbol(
                "the inner diameter of the pipe in use", lambda x, taken: x["steel" if "steel" in taken else "copper"]
            ),
            "b": Symbol("the share that an open side valve lets out", lambda x, taken: x["share"]),
            r"\nu": Symbol(
                "the kinematic viscosity in that season",
                lambda x, taken: x["summer" if "summer" in taken else "winter"],
            ),
        },
        write=lambda taken: rf"\frac{{U D^2{' (1 - b)' if 'open' in taken else ''}}}{{d \nu}}",
    ),
)
