"""The wind-driven current that turns and fades with depth."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    stress = x["air"] * x["drag"] * x["wind"] ** 2
    scale = math.sqrt(2 * x["viscosity"] / coriolis)
    surface = stress / (x["sea_density"] * math.sqrt(coriolis * x["viscosity"]))
    return {
        "v": surface * math.exp(-x["depth"] / scale),
        "V": stress / (x["sea_density"] * coriolis),
        "d": math.pi * scale,
    }


template = Template(
    category="physical oceanography",
    kind="knowledge",
    reference="Ekman (1905); Stewart (2008), Introduction to Physical Oceanography, Section 9.2",
    background=(
        "Under a wind stress τ = ρa CD U² the current has the speed τ/(ρ √(f A)) at the surface and decays with depth "
        "as exp(−z/√(2A/f)); the Ekman depth is π √(2A/f) and the transport per unit width τ/(ρ f)."
    ),
    variables={
        "south": Variable("degree", 22, 28, 1),
        "north": Variable("degree", 48, 60, 1),
        "upper": Variable("m", 4.0, 7.0, 0.5),
        "lower": Variable("m", 15.0, 19.0, 0.5),
        "first": Variable("m/s", 7.0, 8.0, 0.1),
        "second": Variable("m/s", 11.0, 12.5, 0.1),
        "air": Variable("kg/m**3", 1.18, 1.28, 0.01),
        "drag": Variable("", 0.0011, 0.0016, 0.0001),
        "viscosity": Variable("m**2/s", 0.03, 0.06, 0.002),
    },
    constants=("earth_rotation", "sea_density"),
    forks={
        "northern": fork("used the latitude of the [northern|southern] mooring", latitude=("north", "south")),
        "windy": fork("used the wind of the [second|first] week", wind=("second", "first")),
        "lower": fork("used the depth of the [lower|upper] meter", depth=("lower", "upper")),
    },
    question=(
        "Two moorings stand in deep open ocean, at {south}° N and {north}° N, each with an upper current meter at "
        "{upper} m and a lower one at {lower} m depth. A steady wind blows at {first} m/s in the first and at {second} "
        "m/s in the second week; the density of the air is {air} kg/m³ and the drag coefficient {drag}. The eddy "
        "viscosity of the sea is {viscosity} m²/s at all depths. Assume a steady Ekman spiral without other currents, "
        "and consider the [lower:lower|upper] meter of the [northern:northern|southern] mooring in the "
        "[windy:second|first] week."
    ),
    solve=_solve,
    parts={
        "v": Part("the speed of the current at that meter", "cm/s", 0.2, 60),
        "V": Part("the Ekman volume transport per unit width", "m**2/s", 0.1, 20),
        "d": Part(
            "the Ekman depth, the least depth where the current runs opposite to that at the surface", "m", 20, 300
        ),
    },
    collection="further",
    formula=Formula(
        symbols={
            "U": Symbol("the speed of the wind in that week", "wind"),
            r"\rho_a": Symbol("the density of the air", "air"),
            "C": Symbol("the drag coefficient", "drag"),
            r"\rho": Symbol("the density of sea water", "sea_density"),
            "A": Symbol("the eddy viscosity of the sea", "viscosity"),
            "z": Symbol("the depth of that meter", "depth"),
            r"\varphi": Symbol("the latitude of that mooring", "latitude"),
            r"\Omega": Symbol("the angular speed of the Earth", "earth_rotation"),
        },
        latex=(
            r"\frac{\rho_a C U^2}{\rho \sqrt{2 \Omega A \sin\varphi}} \exp\left(-z \sqrt{\frac{\Omega "
            r"\sin\varphi}{A}}\right)"
        ),
    ),
)
