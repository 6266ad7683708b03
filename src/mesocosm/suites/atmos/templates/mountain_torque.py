"""Torque between air and mountains from pressure that is out of step with height."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    season = "winter" if "winter" in taken else "summer"
    relief = "full" if "full" in taken else "smoothed"
    belt = "wide" if "wide" in taken else "narrow"
    lag = "late" if "late" in taken else "early"
    return (
        f"Along every circle of latitude in a belt the height of the ground is a sine wave with {p['waves']:g} waves "
        f"around the globe; its amplitude is {p['smoothed']:g} m in smoothed and {p['full']:g} m in full relief. "
        f"Surface pressure is a sine wave of the same wavenumber, with an amplitude of {p['summer']:g} hPa in summer "
        f"and {p['winter']:g} hPa in winter; its crests lie west of those of the ground, by a phase of {p['early']:g}° "
        f"early and of {p['late']:g}° late in the season. The belt begins at {p['edge']:g}° N and ends at "
        f"{p['near']:g}° N if narrow, at {p['far']:g}° N if wide. Take the {relief} relief and the {belt} belt, {lag} "
        f"in {season}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    pressure = x["winter" if "winter" in taken else "summer"]
    height = x["full" if "full" in taken else "smoothed"]
    end = x["far" if "wide" in taken else "near"]
    stress = x["waves"] * pressure * height * math.sin(x["late" if "late" in taken else "early"]) / 2
    area = 2 * math.pi * x["earth_radius"] ** 2 * (math.sin(end) - math.sin(x["edge"]))
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
        "winter": Fork("used the pressure of winter", "used the pressure of summer", "misreading"),
        "full": Fork("used the full relief", "used the smoothed relief", "misreading"),
        "wide": Fork("used the wide belt", "used the narrow belt", "misreading"),
        "late": Fork(
            "used the phase shift late in the season", "used the phase shift early in the season", "misreading"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "M": Part("the eastward torque of the air on the ground of the belt", "N*m", 5e17, 1e21),
        "t": Part("the mean of this torque per unit area of the belt", "N/m", 1e4, 2e6),
    },
    formula=Formula(
        symbols={
            "m": Symbol("the number of waves around the globe", lambda x, taken: x["waves"]),
            "p": Symbol(
                "the amplitude of pressure in that season",
                lambda x, taken: x["winter" if "winter" in taken else "summer"],
            ),
            "h": Symbol("the amplitude of that relief", lambda x, taken: x["full" if "full" in taken else "smoothed"]),
            r"\gamma": Symbol(
                "the phase shift at that time", lambda x, taken: x["late" if "late" in taken else "early"]
            ),
            r"\phi_1": Symbol("the latitude where the belt begins", lambda x, taken: x["edge"]),
            r"\phi_2": Symbol(
                "the latitude where that belt ends", lambda x, taken: x["far" if "wide" in taken else "near"]
            ),
            "a": Symbol("the radius of the Earth", lambda x, taken: x["earth_radius"]),
        },
        write=lambda taken: r"\pi m p h a^2 \sin(\gamma) (\sin(\phi_2) - \sin(\phi_1))",
    ),
)
