"""Pressure inside a moon of uniform density."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    size = "large" if "large" in taken else "small"
    rock = "heavy" if "heavy" in taken else "light"
    inside = "with pores" if "porous" in taken else "without pores"
    place = "where the quakes begin" if "depth" in taken else "at its centre"
    return (
        f"A small moon has a radius of {p['small']:g} km, a large one a radius of {p['large']:g} km. Moons are made of "
        f"light rock of {p['light']:g} kg/m³ or heavy rock of {p['heavy']:g} kg/m³; in some, empty pores that never "
        f"close take up {p['pores']:g} % of the volume at every depth. Quakes begin {p['depth']:g} km below the "
        f"surface. Take a {size} moon of {rock} rock {inside}, hydrostatic, of uniform density and without an "
        f"atmosphere, and consider the pressure {place}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    radius = x["large" if "large" in taken else "small"]
    rock = x["heavy" if "heavy" in taken else "light"]
    density = rock * (1 - x["pores"]) if "porous" in taken else rock
    inner = radius - x["depth"] if "depth" in taken else 0.0
    pull = 4 / 3 * math.pi * x["gravitation"] * density
    return {"p": density * pull * (radius**2 - inner**2) / 2, "g": pull * radius}


def _write(taken: Taken) -> str:
    density = r"(\rho (1 - b))" if "porous" in taken else r"\rho"
    spread = "(R^2 - (R - z)^2)" if "depth" in taken else "R^2"
    return rf"\frac{{2}}{{3}} \pi G {density}^2 {spread}"


template = Template(
    category="atmospheric physics",
    kind="reasoning",
    reference="Turcotte and Schubert (2014), Geodynamics, Section 2.5",
    background=(
        "Inside a uniform sphere gravity grows in proportion to the radius, g(r) = (4/3) π G ρ r. Hydrostatic balance "
        "gives p(r) = (2/3) π G ρ² (R² - r²)."
    ),
    variables={
        "small": Variable("km", 950, 1200, 10),
        "large": Variable("km", 1450, 1750, 10),
        "light": Variable("kg/m**3", 2500, 2800, 10),
        "heavy": Variable("kg/m**3", 3150, 3700, 10),
        "pores": Variable("percent", 15, 25, 1),
        "depth": Variable("km", 300, 450, 10),
    },
    constants=("gravitation",),
    forks={
        "large": Fork("used the radius of the large moon", "used the radius of the small moon", "misreading"),
        "heavy": Fork("used the density of heavy rock", "used the density of light rock", "misreading"),
        "porous": Fork("took off the pores", "took the rock as solid", "reasoning"),
        "depth": Fork("went to the depth of the quakes", "went to the centre", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "p": Part("the pressure there", "GPa", 0.1, 20),
        "g": Part("the acceleration of gravity at the surface", "m/s**2", 0.3, 3),
    },
    formula=Formula(
        symbols={
            "R": Symbol("the radius of that moon", lambda x, taken: x["large" if "large" in taken else "small"]),
            r"\rho": Symbol("the density of that rock", lambda x, taken: x["heavy" if "heavy" in taken else "light"]),
            "b": Symbol(
                "the share of the volume that pores take up in a moon that has them", lambda x, taken: x["pores"]
            ),
            "z": Symbol("the depth where quakes begin", lambda x, taken: x["depth"]),
            "G": Symbol("the constant of gravitation", lambda x, taken: x["gravitation"]),
        },
        write=_write,
    ),
)
