"""Relative vorticity of air that changes its latitude without divergence."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    spin = -x["spin"] if "anticyclonic" in taken else x["spin"]
    absolute = spin + 2 * x["earth_rotation"] * math.sin(x["start"])
    return {"z": absolute - 2 * x["earth_rotation"] * math.sin(x["goal"]), "a": absolute}


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
        "far": fork("started from the station farther [north|south]", start=("far", "near")),
        "low": fork("took the arrival farther [south|north]", goal=("low", "high")),
        "anticyclonic": fork("began with [anticyclonic|cyclonic] vorticity", "calculation"),
    },
    question=(
        "Air over the northern hemisphere moves towards the equator without divergence and without friction, so that "
        "it keeps its absolute vorticity. It may come from either of two stations, at {near}° N and {far}° N, and "
        "reach either of two others, at {high}° N and {low}° N. On departure its relative vorticity has a magnitude of "
        "{spin} × 10⁻⁶ s⁻¹. Consider air that starts from [far:{far}|{near}]° N with "
        "[anticyclonic:anticyclonic|cyclonic] relative vorticity and arrives at [low:{low}|{high}]° N."
    ),
    solve=_solve,
    parts={
        "z": Part("the relative vorticity on arrival", "1/s", 5e-6, 1.5e-4),
        "a": Part("the absolute vorticity of the air", "1/s", 5e-5, 2e-4),
    },
    formula=Formula(
        symbols={
            r"\zeta_0": Symbol("the magnitude of the relative vorticity on departure", "spin"),
            r"\varphi_1": Symbol("the latitude of the start", "start"),
            r"\varphi_2": Symbol("the latitude of the arrival", "goal"),
            r"\Omega": Symbol("the angular velocity of the Earth", "earth_rotation"),
        },
        latex=r"2 \Omega (\sin \varphi_1 - \sin \varphi_2) [anticyclonic:-|+] \zeta_0",
    ),
)
