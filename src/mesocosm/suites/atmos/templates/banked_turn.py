"""Radius of a turn from the weight that is felt in it."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    leg = "the outbound leg" if "outbound" in taken else "the homeward leg"
    rule = "the freight rule" if "freight" in taken else "the passenger rule"
    sideways, upright = "the horizontal force that keeps a body in the turn", "the gain of a body's apparent weight"
    limited = sideways if "sideways" in taken else upright
    return (
        "An aircraft flies a level turn, banked so that nothing slides sideways in the cabin. It flies at "
        f"{p['home']:g} m/s on the homeward leg and at {p['out']:g} m/s on the outbound leg. Rules set a limit in per "
        f"cent of the weight at rest: {p['passenger']:g} % with passengers and {p['freight']:g} % with freight. On "
        f"{leg}, the turn is made as tight as {rule} allows, where the limit applies to {limited}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    speed = x["out" if "outbound" in taken else "home"]
    limit = x["freight" if "freight" in taken else "passenger"]
    sideways = limit if "sideways" in taken else math.sqrt((1 + limit) ** 2 - 1)
    radius = speed**2 / (x["g"] * sideways)
    return {"R": radius, "b": math.atan(sideways), "t": 2 * math.pi * radius / speed}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Wallace and Hobbs (2006), Atmospheric Science, Section 7.2 (apparent forces)",
    background=(
        "In a banked turn without sideslip the apparent weight is the resultant of the weight m g and the horizontal "
        "centrifugal force m V²/R, so it is m sqrt(g² + (V²/R)²), along the vertical of the cabin."
    ),
    variables={
        "home": Variable("m/s", 60, 78, 1),
        "out": Variable("m/s", 88, 105, 1),
        "passenger": Variable("percent", 22, 27, 1),
        "freight": Variable("percent", 34, 45, 1),
    },
    constants=("g",),
    forks={
        "outbound": Fork("used the speed of the outbound leg", "used the speed of the homeward leg", "misreading"),
        "freight": Fork("used the limit for freight", "used the limit for passengers", "misreading"),
        "sideways": Fork(
            "applied the limit to the horizontal force", "applied the limit to the apparent weight", "reasoning"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "R": Part("the radius of the turn", "m", 200, 8000),
        "b": Part("the angle of bank", "degree", 5, 75),
        "t": Part("the time for a full circle", "s", 20, 400),
    },
    formula=Formula(
        symbols={
            "V": Symbol("the speed on that leg", lambda x, taken: x["out" if "outbound" in taken else "home"]),
            "n": Symbol(
                "the limit of that rule, as a fraction of the weight at rest",
                lambda x, taken: x["freight" if "freight" in taken else "passenger"],
            ),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=lambda taken: r"\frac{V^2}{g n}" if "sideways" in taken else r"\frac{V^2}{g \sqrt{(1 + n)^2 - 1}}",
    ),
)
