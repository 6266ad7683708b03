"""A submarine that rises because it sails east."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    course = f"{p['course']:g}° east of due north" if "slanting" in taken else "due east"
    other = "due east" if "slanting" in taken else f"{p['course']:g}° east of due north"
    place = p["north"] if "northern" in taken else p["tropics"]
    sea = "northern" if "northern" in taken else "tropical"
    start = "deep" if "deep" in taken else "shallow"
    return (
        f"At rest a submarine neither sinks nor rises at any depth. It patrols a tropical sea at {p['tropics']:g}° N "
        f"and a northern sea at {p['north']:g}° N, at a shallow station of {p['shallow']:g} m or a deep station of "
        f"{p['deep']:g} m. Now it is at the {start} station in the {sea} sea ({place:g}° N), level, and sets off at "
        f"{p['speed']:g} m/s, heading {course}; the patrol before headed {other}. It keeps course and speed while it "
        f"drifts up to the surface. Buoyancy stays the same; neglect drag and the inertia of the water moved along, "
        f"but count the Coriolis term and the curvature of the Earth."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    latitude = x["north" if "northern" in taken else "tropics"]
    depth = x["deep" if "deep" in taken else "shallow"]
    east = x["speed"] * (math.sin(x["course"]) if "slanting" in taken else 1.0)
    lift = 2 * x["earth_rotation"] * east * math.cos(latitude) + x["speed"] ** 2 / x["earth_radius"]
    return {"t": math.sqrt(2 * depth / lift), "a": lift, "w": math.sqrt(2 * depth * lift)}


def _write(taken: Taken) -> str:
    east = r" \sin\alpha" if "slanting" in taken else ""
    return rf"\sqrt{{\frac{{2 h}}{{2 \Omega V \cos\varphi{east} + \frac{{V^2}}{{R}}}}}}"


template = Template(
    category="physical oceanography",
    kind="reasoning",
    reference="Cushman-Roisin and Beckers (2011), Introduction to Geophysical Fluid Dynamics, Chapter 2",
    background=(
        "A body that moves at the speed V, of which u is eastward, is accelerated upward by 2 Ω u cos(latitude) + V²/R "
        "(the Eötvös effect). With this acceleration a it rises by h in the time √(2h/a)."
    ),
    variables={
        "tropics": Variable("degree", 3, 18, 1),
        "north": Variable("degree", 52, 66, 1),
        "shallow": Variable("m", 50, 90, 5),
        "deep": Variable("m", 180, 320, 5),
        "speed": Variable("m/s", 6, 14, 0.5),
        "course": Variable("degree", 25, 50, 1),
    },
    constants=("earth_rotation", "earth_radius"),
    forks={
        "northern": Fork(
            "used the latitude of the northern sea", "used the latitude of the tropical sea", "misreading"
        ),
        "deep": Fork("used the depth of the deep station", "used the depth of the shallow station", "misreading"),
        "slanting": Fork("used only part of the speed as eastward", "used the whole speed as eastward", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "t": Part("the time until it reaches the surface", "s", 100, 3000),
        "a": Part("its upward acceleration", "m/s**2", 1e-4, 5e-3),
        "w": Part("its vertical speed at the surface", "m/s", 0.05, 2),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "V": Symbol("the speed of the submarine", lambda x, taken: x["speed"]),
            r"\alpha": Symbol(
                "the angle from due north of the course that is not due east", lambda x, taken: x["course"]
            ),
            "h": Symbol("the depth of that station", lambda x, taken: x["deep" if "deep" in taken else "shallow"]),
            r"\varphi": Symbol(
                "the latitude of that sea", lambda x, taken: x["north" if "northern" in taken else "tropics"]
            ),
            r"\Omega": Symbol("the angular speed of the Earth", lambda x, taken: x["earth_rotation"]),
            "R": Symbol("the radius of the Earth", lambda x, taken: x["earth_radius"]),
        },
        write=_write,
    ),
)
