"""Loss of gravity with height, in free air and on a plateau."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    slab = 2 * math.pi * x["gravitation"] * x["rock"] * x["height"] if "plateau" in taken else 0
    loss = x["surface_gravity"] * (1 - (x["planet_radius"] / (x["planet_radius"] + x["height"])) ** 2) - slab
    return {"dg": loss, "share": loss / x["surface_gravity"]}


template = Template(
    category="geophysics",
    kind="knowledge",
    reference="Turcotte and Schubert (2014), Geodynamics, Chapter 5 (Bouguer formula)",
    background=(
        "Gravity above a sphere falls with the square of the distance from its centre; a wide plateau of height h and "
        "density ρ below the instrument adds the attraction 2π G ρ h of an infinite slab."
    ),
    variables={
        "low": Variable("km", 1.8, 2.6, 0.1),
        "high": Variable("km", 3.8, 5.2, 0.1),
        "rock": Variable("kg/m**3", 2900, 3100, 10),
        "radius": Variable("km", 3250, 3500, 10),
        "gravity": Variable("m/s**2", 3.5, 3.9, 0.01),
    },
    constants=("g", "earth_radius", "gravitation"),
    forks={
        "other": fork(
            "used radius and gravity of the [other planet|Earth]",
            surface_gravity=("gravity", "g"),
            planet_radius=("radius", "earth_radius"),
        ),
        "high": fork("used the height of the [high|low] case", height=("high", "low")),
        "plateau": fork("[added the attraction of a|forgot the attraction of the] plateau", "reasoning"),
    },
    question=(
        "A gravimeter is read at the surface of a spherical planet without rotation and then [plateau:on a wide "
        "plateau of rock that rises from the surface|in a balloon in free air]. Its height above the surface is then "
        "{low} km in a low and {high} km in a high case. The rock of a plateau has a density of {rock} kg/m³ and "
        "attracts like an infinite flat slab. Besides the Earth, with its mean radius and a surface gravity of 9.81 "
        "m/s², there is another planet with a radius of {radius} km and a surface gravity of {gravity} m/s². Consider "
        "the [high:high|low] case on the [other:other planet|Earth], without linearising in height."
    ),
    solve=_solve,
    parts={
        "dg": Part("the loss of gravity relative to the surface", "mm/s**2", 0.5, 20),
        "share": Part("this loss as a share of the surface gravity", "percent", 0.01, 0.5),
    },
    formula=Formula(
        symbols={
            "g": Symbol("the gravity at the surface of that planet", "surface_gravity"),
            "R": Symbol("the radius of that planet", "planet_radius"),
            "h": Symbol("the height in that case", "height"),
            r"\rho": Symbol("the density of rock", "rock"),
            "G": Symbol("the gravitational constant", "gravitation"),
        },
        latex=r"g \left(1 - \left(\frac{R}{R + h}\right)^2\right)[plateau: - 2 \pi G \rho h|]",
    ),
)
