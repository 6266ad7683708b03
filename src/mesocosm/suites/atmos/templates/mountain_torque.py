"""Torque between air and mountains from pressure that is out of step with height."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    stress = x["waves"] * x["pressure"] * x["height"] * math.sin(x["shift"]) / 2
    area = 2 * math.pi * x["earth_radius"] ** 2 * (math.sin(x["end"]) - math.sin(x["edge"]))
    return {"M": stress * area, "t": stress}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 10.3 (mountain torque)",
    background=(
        "The torque on the ground per unit area is the zonal mean of p ∂h/∂λ, with longitude λ; for sine waves with m "
        "waves and the phase shift γ this is m p h sin(γ) / 2. A belt has the area 2π a² (sin φ2 - sin φ1)."
    ),
    variables={
        "waves": Variable("", 2, 4, 1),
        "smoothed": Variable("m", 500, 650, 10),
        "full": Variable("m", 850, 1100, 10),
        "summer": Variable("hPa", 2.0, 2.6, 0.1),
        "winter": Variable("hPa", 4.4, 5.4, 0.1),
        "early": Variable("degree", 40, 47, 1),
        "late": Variable("degree", 62, 80, 1),
        "edge": Variable("degree", 28, 34, 1),
        "near": Variable("degree", 44, 48, 1),
        "far": Variable("degree", 58, 64, 1),
    },
    constants=("earth_radius",),
    forks={
        "winter": fork("used the pressure of [winter|summer]", pressure=("winter", "summer")),
        "full": fork("used the [full|smoothed] relief", height=("full", "smoothed")),
        "wide": fork("used the [wide|narrow] belt", end=("far", "near")),
        "late": fork("used the phase shift [late|early] in the season", shift=("late", "early")),
    },
    question=(
        "Along every circle of latitude in a belt the height of the ground is a sine wave with {waves} waves around "
        "the globe; its amplitude is {smoothed} m in smoothed and {full} m in full relief. Surface pressure is a sine "
        "wave of the same wavenumber, with an amplitude of {summer} hPa in summer and {winter} hPa in winter; its "
        "crests lie west of those of the ground, by a phase of {early}° early and of {late}° late in the season. The "
        "belt begins at {edge}° N and ends at {near}° N if narrow, at {far}° N if wide. Take the [full:full|smoothed] "
        "relief and the [wide:wide|narrow] belt, [late:late|early] in [winter:winter|summer]."
    ),
    solve=_solve,
    parts={
        "M": Part("the eastward torque of the air on the ground of the belt", "N*m", 5e17, 1e21),
        "t": Part("the mean of this torque per unit area of the belt", "N/m", 1e4, 2e6),
    },
    formula=Formula(
        symbols={
            "m": Symbol("the number of waves around the globe", "waves"),
            "p": Symbol("the amplitude of pressure in that season", "pressure"),
            "h": Symbol("the amplitude of that relief", "height"),
            r"\gamma": Symbol("the phase shift at that time", "shift"),
            r"\phi_1": Symbol("the latitude where the belt begins", "edge"),
            r"\phi_2": Symbol("the latitude where that belt ends", "end"),
            "a": Symbol("the radius of the Earth", "earth_radius"),
        },
        latex=r"\pi m p h a^2 \sin(\gamma) (\sin(\phi_2) - \sin(\phi_1))",
    ),
)
