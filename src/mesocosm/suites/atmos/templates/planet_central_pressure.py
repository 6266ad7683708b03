"""Pressure inside a moon of uniform density."""

from __future__ import annotations

import math

from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable
from mesocosm.suites.forks import Fork, Taken


def _ask(p: Printed, taken: Taken) -> str:
    size = "large" if "large" in taken else "small"
    rock = "heavy" if "heavy" in taken else "light"
    inside = "full of empty pores" if "porous" in taken else "without pores"
    place = f"at a depth of {p['depth']:g} km" if "depth" in taken else "at its centre"
    return (
        f"A small moon has a radius of {p['small']:g} km, a large one a radius of {p['large']:g} km. Moons are made of "
        f"light rock of {p['light']:g} kg/m³ or heavy rock of {p['heavy']:g} kg/m³; in some, empty pores take up "
        f"{p['pores']:g} % of the volume everywhere. Drills may reach a depth of {p['depth']:g} km, but not the "
        f"centre. Take a {size} moon of {rock} rock {inside}, hydrostatic, of uniform density and without an "
        f"atmosphere, and consider the pressure {place}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    radius = x["large" if "large" in taken else "small"]
    rock = x["heavy" if "heavy" in taken else "light"]
    density = rock * (1 - x["pores"]) if "porous" in taken else rock
    inner = radius - x["depth"] if "depth" in taken else 0.0
    pull = 4 / 3 * math.pi * x["gravitation"] * density
    return {"p": density * pull * (radius**2 - inner**2) / 2, "g": pull * radius}


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
        "large": Fork("used the radius of the large moon", "used the radius of the small moon"),
        "heavy": Fork("used the density of heavy rock", "used the density of light rock"),
        "porous": Fork("took off the pores", "took the rock as solid"),
        "depth": Fork("went to the depth of the drill", "went to the centre"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "p": Part("the pressure there", "GPa", 0.1, 20),
        "g": Part("the gravity at the surface", "m/s**2", 0.3, 3),
    },
)
