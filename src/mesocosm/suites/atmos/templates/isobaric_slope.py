"""Slope of a pressure surface from the drift of an aircraft."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = "the northern airfield" if "northern" in taken else "the southern airfield"
    flight = "the second flight" if "second" in taken else "the first flight"
    slope = "along the aircraft's heading" if "heading" in taken else "in its steepest direction"
    return (
        f"An aircraft flies at constant pressure with an airspeed of {p['air']:g} m/s. On the first flight it drifts "
        f"{p['first']:g}° to the right of its heading, on the second {p['second']:g}°; its speed over ground is "
        f"{p['ground']:g} m/s on both. Two airfields lie at {p['south']:g}° N and {p['north']:g}° N. The wind, which "
        "makes up the difference between the velocities through the air and over ground, is geostrophic. Take "
        f"{flight} near {place}, and consider the slope of the pressure surface {slope}, as a positive number."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    drift = x["second" if "second" in taken else "first"]
    coriolis = 2 * x["earth_rotation"] * math.sin(x["north" if "northern" in taken else "south"])
    across = x["ground"] * math.sin(drift)
    wind = math.hypot(x["ground"] * math.cos(drift) - x["air"], across)
    return {"s": coriolis * (across if "heading" in taken else wind) / x["g"], "V": wind}


def _write(taken: Taken) -> str:
    wind = r"U_2 \sin\delta" if "heading" in taken else r"\sqrt{U_1^2 + U_2^2 - 2 U_1 U_2 \cos\delta}"
    return rf"\frac{{2 \Omega \sin\varphi}}{{g}} {wind}"


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 3.1",
    background=(
        "The wind is the velocity over ground less the velocity through the air. On a pressure surface of height Z "
        "the geostrophic wind is V = (g/f) |∇Z|, so the surface slopes by f V/g across the wind, and along any "
        "direction by f/g times the wind component across that direction."
    ),
    variables={
        "air": Variable("m/s", 80, 92, 1),
        "ground": Variable("m/s", 116, 128, 1),
        "first": Variable("degree", 9, 11, 0.5),
        "second": Variable("degree", 17, 22, 0.5),
        "south": Variable("degree", 27, 34, 1),
        "north": Variable("degree", 57, 66, 1),
    },
    constants=("earth_rotation", "g"),
    forks={
        "northern": Fork(
            "used the latitude of the northern airfield", "used the latitude of the southern airfield", "misreading"
        ),
        "second": Fork("used the drift of the second flight", "used the drift of the first flight", "misreading"),
        "heading": Fork("gave the slope along the heading", "gave the steepest slope", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "s": Part("that slope of the pressure surface", "m/km", 0.03, 2),
        "V": Part("the wind speed", "m/s", 5, 80),
    },
    formula=Formula(
        symbols={
            "U_1": Symbol("the airspeed", lambda x, taken: x["air"]),
            "U_2": Symbol("the speed over ground", lambda x, taken: x["ground"]),
            r"\delta": Symbol(
                "the angle of drift on that flight", lambda x, taken: x["second" if "second" in taken else "first"]
            ),
            r"\varphi": Symbol(
                "the latitude of that airfield", lambda x, taken: x["north" if "northern" in taken else "south"]
            ),
            r"\Omega": Symbol("the angular speed of the Earth", lambda x, taken: x["earth_rotation"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=_write,
    ),
)
