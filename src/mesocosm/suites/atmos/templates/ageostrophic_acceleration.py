"""Gain of wind speed where the wind crosses the isobars."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = "northern" if "northern" in taken else "southern"
    time = "evening" if "evening" in taken else "morning"
    height = "near the ground at" if "ground" in taken else "at the top of"
    drag = "acts" if "drag" in taken else "is to be neglected"
    return (
        f"Two masts stand at {p['south']:g}° N and {p['north']:g}° N. At both the wind blows at {p['wind']:g} m/s, "
        f"whatever the height and the time of day, and crosses the isobars towards low pressure, at an angle of "
        f"{p['top']:g}° at the top of the mast and of {p['ground']:g}° near the ground. The geostrophic wind is "
        f"{p['morning']:g} m/s in the morning and {p['evening']:g} m/s in the evening. A drag opposite to the wind, of "
        f"{p['drag']:g} × 10⁻⁶ s⁻¹ times its speed, {drag}. Consider the air {height} the {place} mast in the {time}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["north" if "northern" in taken else "south"])
    geostrophic = x["evening" if "evening" in taken else "morning"]
    angle = x["ground" if "ground" in taken else "top"]
    drag = x["drag"] * x["wind"] if "drag" in taken else 0
    across = math.sqrt(x["wind"] ** 2 + geostrophic**2 - 2 * x["wind"] * geostrophic * math.cos(angle))
    return {"a": coriolis * geostrophic * math.sin(angle) - drag, "Va": across}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Sections 2.4 and 3.1",
    background=(
        "Along the wind only the pressure force and the drag act: the speed changes by f Vg sin(angle) minus the drag, "
        "because the pressure force is f Vg towards low pressure. The ageostrophic wind is the vector V minus Vg."
    ),
    variables={
        "south": Variable("degree", 28, 38, 1),
        "north": Variable("degree", 48, 62, 1),
        "wind": Variable("m/s", 6, 9, 0.5),
        "top": Variable("degree", 17, 22, 1),
        "ground": Variable("degree", 26, 36, 1),
        "morning": Variable("m/s", 12, 15, 0.5),
        "evening": Variable("m/s", 19, 25, 0.5),
        "drag": Variable("1/Ms", 14, 24, 1),
    },
    constants=("earth_rotation",),
    forks={
        "northern": Fork(
            "used the latitude of the northern mast", "used the latitude of the southern mast", "misreading"
        ),
        "evening": Fork(
            "used the geostrophic wind of the evening", "used the geostrophic wind of the morning", "misreading"
        ),
        "ground": Fork("used the angle near the ground", "used the angle at the top of the mast", "misreading"),
        "drag": Fork("subtracted a drag that was to be neglected", "forgot the drag", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "a": Part("the rate at which the moving air gains speed", "m/s**2", 3e-5, 4e-3),
        "Va": Part("the speed of the ageostrophic wind", "m/s", 1, 30),
    },
    formula=Formula(
        symbols={
            "U": Symbol("the speed of the wind", lambda x, taken: x["wind"]),
            "V_g": Symbol(
                "the speed of the geostrophic wind at that time",
                lambda x, taken: x["evening" if "evening" in taken else "morning"],
            ),
            r"\alpha": Symbol(
                "the angle between wind and isobars at that height",
                lambda x, taken: x["ground" if "ground" in taken else "top"],
            ),
            r"\varphi": Symbol(
                "the latitude of that mast", lambda x, taken: x["north" if "northern" in taken else "south"]
            ),
            "k": Symbol("the rate given for the drag", lambda x, taken: x["drag"]),
            r"\Omega": Symbol("the angular velocity of the Earth", lambda x, taken: x["earth_rotation"]),
        },
        write=lambda taken: r"2 \Omega V_g \sin \varphi \sin \alpha" + (" - k U" if "drag" in taken else ""),
    ),
)
