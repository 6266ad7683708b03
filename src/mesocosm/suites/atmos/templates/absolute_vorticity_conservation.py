"""Relative vorticity of air that changes its latitude without divergence."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    start = p["far"] if "far" in taken else p["near"]
    goal = p["low"] if "low" in taken else p["high"]
    turn = "anticyclonic" if "anticyclonic" in taken else "cyclonic"
    return (
        "Air over the northern hemisphere moves towards the equator without divergence and without friction, so that "
        f"it keeps its absolute vorticity. It may come from either of two stations, at {p['near']:g}° N and "
        f"{p['far']:g}° N, and reach either of two others, at {p['high']:g}° N and {p['low']:g}° N. On departure its "
        f"relative vorticity has a magnitude of {p['spin']:g} × 10⁻⁶ s⁻¹. Consider air that starts from {start:g}° N "
        f"with {turn} relative vorticity and arrives at {goal:g}° N."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    start, goal = x["far" if "far" in taken else "near"], x["low" if "low" in taken else "high"]
    spin = -x["spin"] if "anticyclonic" in taken else x["spin"]
    absolute = spin + 2 * x["earth_rotation"] * math.sin(start)
    return {"z": absolute - 2 * x["earth_rotation"] * math.sin(goal), "a": absolute}


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Chapter 4 (barotropic vorticity)",
    background=(
        "In barotropic flow without divergence each parcel keeps its absolute vorticity ζ + f, with f = 2 Ω "
        "sin(latitude). Where f becomes smaller the relative vorticity ζ grows by as much."
    ),
    variables={
        "near": Variable("degree", 50, 55, 1),
        "far": Variable("degree", 62, 70, 1),
        "high": Variable("degree", 33, 38, 1),
        "low": Variable("degree", 18, 24, 1),
        "spin": Variable("1/Ms", 6, 10, 0.2),
    },
    constants=("earth_rotation",),
    forks={
        "far": Fork("started from the station farther north", "started from the station farther south", "misreading"),
        "low": Fork("took the arrival farther south", "took the arrival farther north", "misreading"),
        "anticyclonic": Fork("began with anticyclonic vorticity", "began with cyclonic vorticity", "calculation"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "z": Part("the relative vorticity on arrival", "1/s", 5e-6, 1.5e-4),
        "a": Part("the absolute vorticity of the air", "1/s", 5e-5, 2e-4),
    },
    formula=Formula(
        symbols={
            r"\zeta_0": Symbol("the magnitude of the relative vorticity on departure", lambda x, taken: x["spin"]),
            r"\varphi_1": Symbol("the latitude of the start", lambda x, taken: x["far" if "far" in taken else "near"]),
            r"\varphi_2": Symbol(
                "the latitude of the arrival", lambda x, taken: x["low" if "low" in taken else "high"]
            ),
            r"\Omega": Symbol("the angular velocity of the Earth", lambda x, taken: x["earth_rotation"]),
        },
        write=lambda taken: (
            rf"2 \Omega (\sin \varphi_1 - \sin \varphi_2) {'-' if 'anticyclonic' in taken else '+'} \zeta_0"
        ),
    ),
)
