"""Wind of air that keeps its angular momentum on its way out of the tropics."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    start = math.cos(x["belt"]) if "summer" in taken else 1.0
    end = math.cos(x["latitude"])
    westward = x["trades"] if "trades" in taken else 0.0
    momentum = (x["earth_rotation"] * x["earth_radius"] * start - westward) * start
    remainder = 1 - x["drag"] if "drag" in taken else 1.0
    wind = remainder * (momentum / end - x["earth_rotation"] * x["earth_radius"] * end)
    return {"u": wind, "t": 2 * math.pi * x["earth_radius"] * end / wind}


template = Template(
    category="atmospheric physics",
    kind="reasoning",
    reference="Marshall and Plumb (2008), Atmosphere, Ocean, and Climate Dynamics, Section 8.2.1",
    background=(
        "Air keeps (Ω a cos φ + u) a cos φ. From rest at the equator it gains the eastward wind "
        "u = Ω a sin²φ / cos φ at the latitude φ."
    ),
    variables={
        "near": Variable("degree", 18, 22, 1),
        "far": Variable("degree", 25, 30, 1),
        "belt": Variable("degree", 7, 11, 1),
        "trades": Variable("m/s", 6, 12, 0.5),
        "drag": Variable("percent", 20, 40, 1),
    },
    constants=("earth_rotation", "earth_radius"),
    forks={
        "far": fork("went to the [farther|nearer] latitude", latitude=("far", "near")),
        "summer": fork("started [in the summer belt|at the equator]"),
        "trades": fork("started [with the westward wind|from rest]", "reasoning"),
        "drag": fork("[took off|left out] friction", "reasoning"),
    },
    question=(
        "Air rises in the tropics, at the equator or, in summer, at {belt}° N, and drifts northward aloft to {near}° N "
        "or {far}° N. At the start it is at rest over the ground or moves westward at {trades} m/s. On the way it "
        "keeps its angular momentum about the axis of the Earth; at the end, friction may take {drag} % of the "
        "eastward wind that results. Take air that rises at [summer:{belt}° N|the equator], [trades:moving westward at "
        "{trades} m/s|at rest over the ground], and ends at [far:{far}|{near}]° N, [drag:after friction has taken "
        "{drag} % of that wind|without friction]. Neglect the height of the air against the Earth's radius."
    ),
    solve=_solve,
    parts={
        "u": Part("the final eastward wind", "m/s", 5, 160),
        "t": Part(
            "the time in which that final wind would carry air once around the Earth along the latitude of the end",
            "day",
            2,
            100,
        ),
    },
    formula=Formula(
        symbols={
            r"\varphi": Symbol("the latitude of the end", "latitude"),
            r"\beta": Symbol("the latitude where the air rises in summer", "belt"),
            "w": Symbol("the westward speed that the air may have at the start", "trades"),
            "k": Symbol("the share of the wind that friction may take", "drag"),
            r"\Omega": Symbol("the angular speed of the Earth", "earth_rotation"),
            "R": Symbol("the radius of the Earth", "earth_radius"),
        },
        latex=(
            r"[drag:(1 - k) \left(\frac{[trades:(\Omega R[summer: \cos\beta|] - w)|\Omega R[summer: "
            r"\cos\beta|]][summer: \cos\beta|]}{\cos\varphi} - \Omega R \cos\varphi\right)|\frac{[trades:(\Omega "
            r"R[summer: \cos\beta|] - w)|\Omega R[summer: \cos\beta|]][summer: \cos\beta|]}{\cos\varphi} - \Omega R "
            r"\cos\varphi]"
        ),
    ),
)
