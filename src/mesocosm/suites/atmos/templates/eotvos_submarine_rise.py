"""A submarine that rises because it sails east."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    east = x["speed"] * (math.sin(x["course"]) if "slanting" in taken else 1.0)
    lift = 2 * x["earth_rotation"] * east * math.cos(x["latitude"]) + x["speed"] ** 2 / x["earth_radius"]
    return {"t": math.sqrt(2 * x["depth"] / lift), "a": lift, "w": math.sqrt(2 * x["depth"] * lift)}


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
        "northern": fork("used the latitude of the [northern|tropical] sea", latitude=("north", "tropics")),
        "deep": fork("used the depth of the [deep|shallow] station", depth=("deep", "shallow")),
        "slanting": fork("used [only part of the|the whole] speed as eastward", "reasoning"),
    },
    question=(
        "At rest a submarine neither sinks nor rises at any depth. It patrols a tropical sea at {tropics}° N and a "
        "northern sea at {north}° N, at a shallow station of {shallow} m or a deep station of {deep} m. Now it is at "
        "the [deep:deep|shallow] station in the [northern:northern|tropical] sea ([northern:{north}|{tropics}]° N), "
        "level, and sets off at {speed} m/s, heading [slanting:{course}° east of due north|due east]; the patrol "
        "before headed [slanting:due east|{course}° east of due north]. It keeps course and speed while it drifts up "
        "to the surface. Buoyancy stays the same; neglect drag and the inertia of the water moved along, but count the "
        "Coriolis term and the curvature of the Earth."
    ),
    solve=_solve,
    parts={
        "t": Part("the time until it reaches the surface", "s", 100, 3000),
        "a": Part("its upward acceleration", "m/s**2", 1e-4, 5e-3),
        "w": Part("its vertical speed at the surface", "m/s", 0.05, 2),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "V": Symbol("the speed of the submarine", "speed"),
            r"\alpha": Symbol("the angle from due north of the course that is not due east", "course"),
            "h": Symbol("the depth of that station", "depth"),
            r"\varphi": Symbol("the latitude of that sea", "latitude"),
            r"\Omega": Symbol("the angular speed of the Earth", "earth_rotation"),
            "R": Symbol("the radius of the Earth", "earth_radius"),
        },
        latex=r"\sqrt{\frac{2 h}{2 \Omega V \cos\varphi[slanting: \sin\alpha|] + \frac{V^2}{R}}}",
    ),
)
