"""Eastward spread of the energy of planetary waves in a westerly wind."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    beta = 2 * x["earth_rotation"] * math.cos(x["latitude"]) / x["earth_radius"]
    zonal = (2 * math.pi / x["wavelength"]) ** 2
    meridional = (2 * math.pi / x["across"]) ** 2 if "bounded" in taken else 0.0
    speed = x["wind"] + beta * (zonal - meridional) / (zonal + meridional) ** 2
    return {"cg": speed, "t": x["away"] / speed}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference=(
        "Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 5.7; Vallis (2017), Section 6.4"
    ),
    background=(
        "From the dispersion relation ω = U k − β k/(k² + l²) energy moves eastward with "
        "∂ω/∂k = U + β (k² − l²)/(k² + l²)², where β = 2 Ω cos(latitude)/a."
    ),
    variables={
        "summer": Variable("m/s", 5, 9, 0.5),
        "winter": Variable("m/s", 18, 28, 0.5),
        "short": Variable("km", 4600, 5200, 100),
        "long": Variable("km", 7600, 8600, 100),
        "across": Variable("km", 13000, 15000, 100),
        "south": Variable("degree", 22, 32, 1),
        "north": Variable("degree", 58, 66, 1),
        "away": Variable("km", 3000, 6000, 100),
    },
    constants=("earth_rotation", "earth_radius"),
    forks={
        "higher": fork("used the [higher|lower] latitude", latitude=("north", "south")),
        "longer": fork("used the length of the [longer|shorter] waves", wavelength=("long", "short")),
        "bounded": fork("[counted a meridional wavenumber|left the meridional wavenumber out]", "reasoning"),
        "winter": fork("used the wind of [winter|summer]", wind=("winter", "summer")),
    },
    question=(
        "A passing storm stirs up barotropic, non-divergent Rossby waves in a uniform westerly wind of {summer} m/s in "
        "summer and {winter} m/s in winter. Their zonal wavelength is {short} km or {long} km. They either have no "
        "meridional wavenumber (unbounded) or a meridional wavelength of {across} km (bounded), and travel freely. The "
        "beta plane is laid at {south}° N or at {north}° N. A town lies {away} km east of where the waves arise. Take "
        "the [longer:longer|shorter] waves, [bounded:bounded|unbounded], in [winter:winter|summer] at the "
        "[higher:higher|lower] latitude."
    ),
    solve=_solve,
    parts={
        "cg": Part("the eastward group speed over the ground", "m/s", 8, 90),
        "t": Part("the time that the wave energy takes to reach the town", "day", 0.3, 9),
    },
    collection="further",
    formula=Formula(
        symbols={
            "U": Symbol("the speed of the wind in that season", "wind"),
            "L": Symbol("the zonal wavelength of those waves", "wavelength"),
            "M": Symbol("the meridional wavelength of bounded waves", "across"),
            r"\phi": Symbol("the latitude of that beta plane", "latitude"),
            r"\Omega": Symbol("the rate of the Earth's rotation", "earth_rotation"),
            "a": Symbol("the radius of the Earth", "earth_radius"),
        },
        latex=r"U + \frac{\Omega \cos(\phi)}{2 \pi^2 a} [bounded:\frac{L^2 M^2 (M^2 - L^2)}{(L^2 + M^2)^2}|L^2]",
    ),
)
