"""Coriolis force on an eastbound train, sideways and upwards."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    line = "the northern line" if "northern" in taken else "the southern line"
    train = "the express" if "express" in taken else "the freight train"
    day = "a Sunday" if "sunday" in taken else "a weekday"
    part = "upward" if "upward" in taken else "horizontal"
    return (
        f"Trains run due east on two level lines, at {p['south']:g}° N and {p['north']:g}° N. A freight train has a "
        f"mass of {p['freight']:g} tonnes, an express of {p['express']:g} tonnes; all go at the same speed, "
        f"{p['slow']:g} km/h on weekdays and {p['fast']:g} km/h on Sundays. Consider {train} on {line} on {day}, and "
        f"the {part} component of the Coriolis force on the whole train."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    latitude = x["north" if "northern" in taken else "south"]
    mass = x["express" if "express" in taken else "freight"]
    speed = x["fast" if "sunday" in taken else "slow"]
    turning = 2 * x["earth_rotation"] * mass * speed
    upward = turning * math.cos(latitude)
    force = upward if "upward" in taken else turning * math.sin(latitude)
    return {"F": force, "w": force / (mass * x["g"]), "E": upward + mass * speed**2 / x["earth_radius"]}


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 1.3",
    background=(
        "The Coriolis force is -2 m Ω × V. On a body that moves east with speed u it is 2 m Ω u, of which the sine of "
        "the latitude acts horizontally, to the south on the northern hemisphere, and the cosine upwards. The "
        "curvature of the path adds m u²/a upwards (Eötvös effect)."
    ),
    variables={
        "south": Variable("degree", 30, 40, 1),
        "north": Variable("degree", 60, 68, 1),
        "freight": Variable("tonne", 1150, 1400, 10),
        "express": Variable("tonne", 780, 950, 10),
        "slow": Variable("km/hour", 80, 95, 1),
        "fast": Variable("km/hour", 104, 115, 1),
    },
    constants=("earth_rotation", "earth_radius", "g"),
    forks={
        "northern": Fork(
            "used the latitude of the northern line", "used the latitude of the southern line", "misreading"
        ),
        "express": Fork("used the mass of the express", "used the mass of the freight train", "misreading"),
        "upward": Fork("gave the upward component", "gave the horizontal component", "knowledge"),
        "sunday": Fork("used the speed of Sundays", "used the speed of weekdays", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "F": Part("that component of the Coriolis force", "N", 300, 10000),
        "w": Part("the ratio of that component to the weight of the train", "", 1e-5, 2e-3),
        "E": Part("the total loss of load on the track through the eastward motion (Eötvös effect)", "N", 300, 12000),
    },
    formula=Formula(
        symbols={
            "m": Symbol("the mass of that train", lambda x, taken: x["express" if "express" in taken else "freight"]),
            "V": Symbol("the speed on that day", lambda x, taken: x["fast" if "sunday" in taken else "slow"]),
            r"\varphi": Symbol(
                "the latitude of that line", lambda x, taken: x["north" if "northern" in taken else "south"]
            ),
            r"\Omega": Symbol("the angular velocity of the Earth", lambda x, taken: x["earth_rotation"]),
        },
        write=lambda taken: rf"2 \Omega m V \{'cos' if 'upward' in taken else 'sin'} \varphi",
    ),
)
