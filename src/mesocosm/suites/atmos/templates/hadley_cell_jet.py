"""Wind of air that keeps its angular momentum on its way out of the tropics."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    end = p["far" if "far" in taken else "near"]
    start = f"at {p['belt']:g}° N" if "summer" in taken else "at the equator"
    moving = f"moving westward at {p['trades']:g} m/s" if "trades" in taken else "at rest over the ground"
    drag = f"after friction has taken {p['drag']:g} % of that wind" if "drag" in taken else "without friction"
    return (
        f"Air rises in the tropics, at the equator or, in summer, at {p['belt']:g}° N, and drifts northward aloft to "
        f"{p['near']:g}° N or {p['far']:g}° N. At the start it is at rest over the ground or moves westward at "
        f"{p['trades']:g} m/s. On the way it keeps its angular momentum about the axis of the Earth; at the end, "
        f"friction may take {p['drag']:g} % of the eastward wind that results. Take air that rises {start}, "
        f"{moving}, and ends at {end:g}° N, {drag}. Neglect the height of the air against the Earth's radius."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    start = math.cos(x["belt"]) if "summer" in taken else 1.0
    end = math.cos(x["far" if "far" in taken else "near"])
    westward = x["trades"] if "trades" in taken else 0.0
    momentum = (x["earth_rotation"] * x["earth_radius"] * start - westward) * start
    kept = 1 - x["drag"] if "drag" in taken else 1.0
    wind = kept * (momentum / end - x["earth_rotation"] * x["earth_radius"] * end)
    return {"u": wind, "t": 2 * math.pi * x["earth_radius"] * end / wind}


def _write(taken: Taken) -> str:
    start = r" \cos\beta" if "summer" in taken else ""
    speed = rf"(\Omega R{start} - w)" if "trades" in taken else rf"\Omega R{start}"
    wind = rf"\frac{{{speed}{start}}}{{\cos\varphi}} - \Omega R \cos\varphi"
    return rf"(1 - k) \left({wind}\right)" if "drag" in taken else wind


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
        "far": Fork("went to the farther latitude", "went to the nearer latitude", "misreading"),
        "summer": Fork("started in the summer belt", "started at the equator", "misreading"),
        "trades": Fork("started with the westward wind", "started from rest", "reasoning"),
        "drag": Fork("took off friction", "left out friction", "reasoning"),
    },
    ask=_ask,
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
            r"\varphi": Symbol("the latitude of the end", lambda x, taken: x["far" if "far" in taken else "near"]),
            r"\beta": Symbol("the latitude where the air rises in summer", lambda x, taken: x["belt"]),
            "w": Symbol("the westward speed that the air may have at the start", lambda x, taken: x["trades"]),
            "k": Symbol("the share of the wind that friction may take", lambda x, taken: x["drag"]),
            r"\Omega": Symbol("the angular speed of the Earth", lambda x, taken: x["earth_rotation"]),
            "R": Symbol("the radius of the Earth", lambda x, taken: x["earth_radius"]),
        },
        write=_write,
    ),
)
