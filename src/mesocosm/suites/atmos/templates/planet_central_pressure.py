"""Pressure inside a moon of uniform density."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    density = x["rock"] * (1 - x["pores"]) if "porous" in taken else x["rock"]
    inner = x["radius"] - x["depth"] if "depth" in taken else 0.0
    pull = 4 / 3 * math.pi * x["gravitation"] * density
    return {"p": density * pull * (x["radius"] ** 2 - inner**2) / 2, "g": pull * x["radius"]}


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
        "large": fork("used the radius of the [large|small] moon", radius=("large", "small")),
        "heavy": fork("used the density of [heavy|light] rock", rock=("heavy", "light")),
        "porous": fork("took [off the pores|the rock as solid]", "reasoning"),
        "depth": fork("went to the [depth of the quakes|centre]"),
    },
    question=(
        "A small moon has a radius of {small} km, a large one a radius of {large} km. Moons are made of light rock of "
        "{light} kg/m³ or heavy rock of {heavy} kg/m³; in some, empty pores that never close take up {pores} % of the "
        "volume at every depth. Quakes begin {depth} km below the surface. Take a [large:large|small] moon of "
        "[heavy:heavy|light] rock [porous:with|without] pores, hydrostatic, of uniform density and without an "
        "atmosphere, and consider the pressure [depth:where the quakes begin|at its centre]."
    ),
    solve=_solve,
    parts={
        "p": Part("the pressure there", "GPa", 0.1, 20),
        "g": Part("the acceleration of gravity at the surface", "m/s**2", 0.3, 3),
    },
    formula=Formula(
        symbols={
            "R": Symbol("the radius of that moon", "radius"),
            r"\rho": Symbol("the density of that rock", "rock"),
            "b": Symbol("the share of the volume that pores take up in a moon that has them", "pores"),
            "z": Symbol("the depth where quakes begin", "depth"),
            "G": Symbol("the constant of gravitation", "gravitation"),
        },
        latex=r"\frac{2}{3} \pi G [porous:(\rho (1 - b))|\rho]^2 [depth:(R^2 - (R - z)^2)|R^2]",
    ),
)
