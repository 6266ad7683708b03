"""Westward drift of planetary waves on the beta plane."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    beta = 2 * x["earth_rotation"] * math.cos(x["latitude"]) / x["earth_radius"]
    squared = (2 * math.pi / x["length"]) ** 2
    squared += (2 * math.pi / x["across"]) ** 2 if "bounded" in taken else 0.0
    speed = beta / squared + (x["wind"] if "ground" in taken else 0.0)
    return {"c": speed, "period": x["length"] / speed}


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 5.7",
    background=(
        "Relative to the air Rossby waves move westward at β/(k² + l²), with zonal and meridional wavenumbers k and l "
        "and β = 2 Ω cos(latitude)/a; the wind carries them along."
    ),
    variables={
        "wind": Variable("m/s", 5, 10, 0.5),
        "short": Variable("km", 5600, 6400, 100),
        "long": Variable("km", 8200, 9200, 100),
        "south": Variable("degree", 18, 30, 1),
        "north": Variable("degree", 46, 55, 1),
        "across": Variable("km", 9000, 11000, 100),
    },
    constants=("earth_rotation", "earth_radius"),
    forks={
        "higher": fork("used the [higher|lower] latitude", latitude=("north", "south")),
        "longer": fork("used the length of the [longer|shorter] wave", length=("long", "short")),
        "bounded": fork("[added a meridional wavenumber|left the meridional wavenumber out]", "reasoning"),
        "ground": fork("[added the wind|left the wind out]", "reasoning"),
    },
    question=(
        "Barotropic, non-divergent Rossby waves of small amplitude travel in a uniform easterly wind of {wind} m/s, "
        "that is, air moving westward. Waves with zonal wavelengths of {short} km and {long} km are seen at {south}° N "
        "and at {north}° N. Some have crests that reach far to the north and south (no meridional wavenumber), others "
        "are bounded, with a meridional wavelength of {across} km. Take the [longer:longer|shorter] wave at the "
        "[higher:higher|lower] latitude, [bounded:bounded|unbounded] in the meridional direction, on the beta plane of "
        "that latitude, and its motion relative to the [ground:ground|air]."
    ),
    solve=_solve,
    parts={
        "c": Part("the speed at which crests move westward along a latitude circle", "m/s", 3, 80),
        "period": Part(
            "the time in which one zonal wavelength moves past a point at rest in that frame", "day", 0.5, 20
        ),
    },
    collection="further",
    formula=Formula(
        symbols={
            "U": Symbol("the speed of the wind", "wind"),
            "L": Symbol("the zonal wavelength of that wave", "length"),
            "M": Symbol("the meridional wavelength of bounded waves", "across"),
            r"\phi": Symbol("that latitude", "latitude"),
            r"\Omega": Symbol("the angular velocity of the Earth", "earth_rotation"),
            "a": Symbol("the radius of the Earth", "earth_radius"),
        },
        latex=r"\frac{\Omega \cos(\phi)}{2 \pi^2 a} [bounded:\frac{L^2 M^2}{L^2 + M^2}|L^2][ground: + U|]",
    ),
)
