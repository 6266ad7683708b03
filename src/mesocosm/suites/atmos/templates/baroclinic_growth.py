"""Growth of the fastest Eady wave."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork

FASTEST_GROWTH = 0.3098
"""The fastest growth rate of the Eady problem, in units of f/N times the shear."""
FASTEST_WAVENUMBER = 1.6061
"""In units of f/(N H)."""


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    shear = x["wind"] / x["height"]
    return {
        "sigma": FASTEST_GROWTH * coriolis / x["stability"] * shear,
        "L": 2 * math.pi * x["stability"] * x["height"] / (FASTEST_WAVENUMBER * coriolis),
    }


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Vallis (2017), Atmospheric and Oceanic Fluid Dynamics, Section 9.5; Eady (1949), Tellus 1, 33",
    background=(
        "The fastest Eady wave grows at 0.31 (f/N) dU/dz; its wavenumber is 1.61 f/(N H), with depth H, buoyancy "
        "frequency N and f = 2 Ω sin(latitude)."
    ),
    variables={
        "summer": Variable("m/s", 26, 31, 1),
        "winter": Variable("m/s", 50, 60, 1),
        "low": Variable("km", 8.0, 8.8, 0.1),
        "high": Variable("km", 11.6, 12.8, 0.1),
        "south": Variable("degree", 34, 38, 1),
        "north": Variable("degree", 52, 60, 1),
        "dry": Variable("1/s", 0.0112, 0.0128, 0.0001),
        "moist": Variable("1/s", 0.0086, 0.0097, 0.0001),
    },
    constants=("earth_rotation",),
    forks={
        "winter": fork("used the wind of [winter|summer]", wind=("winter", "summer")),
        "northern": fork("used the latitude of the [northern|southern] track", latitude=("north", "south")),
        "saturated": fork("used the stability of [saturated|unsaturated] air", stability=("moist", "dry")),
        "high": fork("used the [high|low] tropopause", height=("high", "low")),
    },
    question=(
        "Westerly wind grows linearly from zero at the ground to {summer} m/s in summer or {winter} m/s in winter at "
        "the tropopause, which acts as a rigid lid at a height of {low} km or, elsewhere, of {high} km. Storm tracks "
        "lie at {south}° N and {north}° N. The buoyancy frequency is {dry} s⁻¹ in unsaturated air and effectively "
        "{moist} s⁻¹ in saturated air. Treat [winter:winter|summer] on the [northern:northern|southern] track, under "
        "the [high:high|low] tropopause, in [saturated:saturated|unsaturated] air, as the Eady problem without "
        "meridional structure, and consider its fastest growing wave."
    ),
    solve=_solve,
    parts={
        "sigma": Part("the growth rate of that wave", "1/day", 0.15, 4),
        "L": Part("the wavelength of that wave", "km", 1500, 9000),
    },
    collection="further",
    formula=Formula(
        symbols={
            "U": Symbol("the speed of the wind at the tropopause in that season", "wind"),
            "H": Symbol("the height of that tropopause", "height"),
            "N": Symbol("the buoyancy frequency of that air", "stability"),
            r"\varphi": Symbol("the latitude of that track", "latitude"),
            r"\Omega": Symbol("the angular velocity of the Earth", "earth_rotation"),
        },
        latex=f"{FASTEST_GROWTH} " r"\frac{2 \Omega U \sin \varphi}{N H}",
    ),
)
