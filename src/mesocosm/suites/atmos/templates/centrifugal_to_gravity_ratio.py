"""How strongly a planet's spin lightens what lies on it."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    rotation = 2 * math.pi / x["turn"]
    attraction = 4 / 3 * math.pi * x["gravitation"] * x["density"] * x["radius"]
    acceleration = rotation**2 * x["radius"] * math.cos(x["latitude"])
    if "vertical" in taken:
        acceleration *= math.cos(x["latitude"])
    return {"ratio": acceleration / attraction, "a": acceleration, "g": attraction}


template = Template(
    category="geophysics",
    kind="reasoning",
    reference="Turcotte and Schubert (2014), Geodynamics, Sections 5.2 and 5.3",
    background=(
        "The centrifugal acceleration Ω² R cos(latitude) points away from the axis; its part along the radius has "
        "one more factor cos(latitude). A uniform sphere of density ρ attracts with 4/3 π G ρ R at its surface."
    ),
    variables={
        "radius": Variable("km", 2500, 9000, 100),
        "density": Variable("kg/m**3", 3000, 6000, 50),
        "today": Variable("hour", 14, 17, 0.25),
        "youth": Variable("hour", 9, 10.5, 0.25),
        "sea": Variable("degree", 26, 35, 1),
        "plain": Variable("degree", 48, 58, 1),
    },
    constants=("gravitation",),
    forks={
        "young": fork("used the rotation of [the planet's youth|today]", turn=("youth", "today")),
        "northern": fork("used the latitude of the [plain|sea]", latitude=("plain", "sea")),
        "vertical": fork("took the [radial component alone|whole acceleration]", "reasoning"),
    },
    question=(
        "A spherical planet has a radius of {radius} km and a mean density of {density} kg/m³. Today it turns once in "
        "{today} hours; in its youth it turned once in {youth} hours. A sea lies at {sea}° S, a plain at {plain}° N. "
        "Compare the [vertical:component of the centrifugal acceleration that points away from the planet's "
        "centre|whole centrifugal acceleration] with the gravitational attraction, at the surface of the "
        "[northern:northern plain|southern sea], [young:in its youth|today]."
    ),
    solve=_solve,
    parts={
        "ratio": Part("the ratio of that acceleration to the attraction", "", 1e-3, 0.2),
        "a": Part("that acceleration", "m/s**2", 1e-3, 1),
        "g": Part("the gravitational attraction", "m/s**2", 1, 20),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "T": Symbol("the time of one turn at that age", "turn"),
            r"\varphi": Symbol("the latitude of that place", "latitude"),
            r"\rho": Symbol("the mean density of the planet", "density"),
            "G": Symbol("the constant of gravitation", "gravitation"),
        },
        latex=r"\frac{3 \pi \cos[vertical:^2|] \varphi}{G \rho T^2}",
    ),
)
