"""Radius of a turn from the weight that is felt in it."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    sideways = x["limit"] if "sideways" in taken else math.sqrt((1 + x["limit"]) ** 2 - 1)
    radius = x["speed"] ** 2 / (x["g"] * sideways)
    return {"R": radius, "b": math.atan(sideways), "t": 2 * math.pi * radius / x["speed"]}


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
        "outbound": fork("used the speed of the [outbound|homeward] leg", speed=("out", "home")),
        "freight": fork("used the limit for [freight|passengers]", limit=("freight", "passenger")),
        "sideways": fork("applied the limit to the [horizontal force|apparent weight]", "reasoning"),
    },
    question=(
        "An aircraft flies a level turn, banked so that nothing slides sideways in the cabin. It flies at {home} m/s "
        "on the homeward leg and at {out} m/s on the outbound leg. Rules set a limit in per cent of the weight at "
        "rest: {passenger} % with passengers and {freight} % with freight. On the [outbound:outbound|homeward] leg, "
        "the turn is made as tight as the [freight:freight|passenger] rule allows, where the limit applies to the "
        "[sideways:horizontal force that keeps a body in the turn|gain of a body's apparent weight]."
    ),
    solve=_solve,
    parts={
        "R": Part("the radius of the turn", "m", 200, 8000),
        "b": Part("the angle of bank", "degree", 5, 75),
        "t": Part("the time for a full circle", "s", 20, 400),
    },
    formula=Formula(
        symbols={
            "V": Symbol("the speed on that leg", "speed"),
            "n": Symbol("the limit of that rule, as a fraction of the weight at rest", "limit"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=r"[sideways:\frac{V^2}{g n}|\frac{V^2}{g \sqrt{(1 + n)^2 - 1}}]",
    ),
)
