"""Growth of the fastest Eady wave."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable

FASTEST_GROWTH = 0.3098
"""The fastest growth rate of the Eady problem, in units of f/N times the shear."""
FASTEST_WAVENUMBER = 1.6061
"""In units of f/(N H)."""


def _ask(p: Printed, taken: Taken) -> str:
    season = "winter" if "winter" in taken else "summer"
    place = "the northern track" if "northern" in taken else "the southern track"
    air = "saturated air" if "saturated" in taken else "unsaturated air"
    lid = "the high tropopause" if "high" in taken else "the low tropopause"
    return (
        f"Westerly wind grows linearly from zero at the ground to {p['summer']:g} m/s in summer or {p['winter']:g} m/s "
        f"in winter at the tropopause, which acts as a rigid lid at a height of {p['low']:g} km or, elsewhere, of "
        f"{p['high']:g} km. Storm tracks lie at {p['south']:g}° N and {p['north']:g}° N. The buoyancy frequency is "
        f"{p['dry']:g} s⁻¹ in unsaturated air and effectively {p['moist']:g} s⁻¹ in saturated air. Treat {season} on "
        f"{place}, under {lid}, in {air}, as the Eady problem without meridional structure, and consider its fastest "
        f"growing wave."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    height = x["high" if "high" in taken else "low"]
    coriolis = 2 * x["earth_rotation"] * math.sin(x["north" if "northern" in taken else "south"])
    stability = x["moist" if "saturated" in taken else "dry"]
    shear = x["winter" if "winter" in taken else "summer"] / height
    return {
        "sigma": FASTEST_GROWTH * coriolis / stability * shear,
        "L": 2 * math.pi * stability * height / (FASTEST_WAVENUMBER * coriolis),
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
        "winter": Fork("used the wind of winter", "used the wind of summer", "misreading"),
        "northern": Fork(
            "used the latitude of the northern track", "used the latitude of the southern track", "misreading"
        ),
        "saturated": Fork("used the stability of saturated air", "used the stability of unsaturated air", "misreading"),
        "high": Fork("used the high tropopause", "used the low tropopause", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "sigma": Part("the growth rate of that wave", "1/day", 0.15, 4),
        "L": Part("the wavelength of that wave", "km", 1500, 9000),
    },
    collection="further",
    formula=Formula(
        symbols={
            "U": Symbol(
                "the speed of the wind at the tropopause in that season",
                lambda x, taken: x["winter" if "winter" in taken else "summer"],
            ),
            "H": Symbol("the height of that tropopause", lambda x, taken: x["high" if "high" in taken else "low"]),
            "N": Symbol(
                "the buoyancy frequency of that air", lambda x, taken: x["moist" if "saturated" in taken else "dry"]
            ),
            r"\varphi": Symbol(
                "the latitude of that track", lambda x, taken: x["north" if "northern" in taken else "south"]
            ),
            r"\Omega": Symbol("the angular velocity of the Earth", lambda x, taken: x["earth_rotation"]),
        },
        write=lambda taken: rf"{FASTEST_GROWTH} \frac{{2 \Omega U \sin \varphi}}{{N H}}",
    ),
)
