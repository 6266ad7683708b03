"""Geostrophic current under a sloping sea, above and below the thermocline."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    change = x["light"] * x["g"] * x["level"]
    density = x["light"]
    if "air" in taken:
        change += x["air"]
    if "deep" in taken:
        change -= (x["dense"] - x["light"]) * x["g"] * x["tilt"]
        density = x["dense"]
    return {"v": change / x["width"] / (density * coriolis), "dp": change}


template = Template(
    category="physical oceanography",
    kind="reasoning",
    reference="Stewart (2008), Introduction to Physical Oceanography, Sections 10.2 to 10.4",
    background=(
        "The pressure difference across the strait is ρ₁ g Δη plus that of the air, less (ρ₂ - ρ₁) g ΔD below a "
        "boundary that is deeper by ΔD. Geostrophy gives v = Δp / (ρ f L) with f = 2 Ω sin(latitude)."
    ),
    variables={
        "width": Variable("km", 160, 260, 5),
        "spring": Variable("cm", 35, 50, 1),
        "autumn": Variable("cm", 60, 80, 1),
        "light": Variable("kg/m**3", 1023, 1024.5, 0.1),
        "dense": Variable("kg/m**3", 1026.5, 1028, 0.1),
        "tilt": Variable("m", 30, 55, 1),
        "south": Variable("degree", 22, 32, 1),
        "north": Variable("degree", 46, 62, 1),
        "air": Variable("hPa", 6, 10, 0.5),
    },
    constants=("earth_rotation", "g"),
    forks={
        "northern": fork("used the [northern|southern] latitude", latitude=("north", "south")),
        "autumn": fork("used the sea level of [autumn|spring]", level=("autumn", "spring")),
        "deep": fork("[went below|stayed above] the boundary", "reasoning"),
        "air": fork("[added|left out] the air pressure", "reasoning"),
    },
    question=(
        "Across a strait {width} km wide, the sea stands higher on one side than on the other by {spring} cm in spring "
        "and by {autumn} cm in autumn. Light water of {light} kg/m³ lies on dense water of {dense} kg/m³, and the "
        "boundary between them is {tilt} m lower on the side where the sea is higher. There are such straits at "
        "{south}° N and {north}° N. On stormy days the air pressure differs across them by {air} hPa. Take "
        "[autumn:autumn|spring] at [northern:{north}|{south}]° N and the water [deep:below|above] the boundary, on a "
        "day on which the air pressure is [air:{air} hPa higher on the side where the sea is higher|the same on both "
        "sides]."
    ),
    solve=_solve,
    parts={
        "v": Part("the speed of the geostrophic current", "m/s", 0.02, 2),
        "dp": Part("the pressure difference between the two sides at one level in that water", "Pa", 500, 12000),
    },
    formula=Formula(
        symbols={
            "W": Symbol("the width of the strait", "width"),
            "H": Symbol("the difference in sea level between the sides in that season", "level"),
            "\\rho_1": Symbol("the density of the light water", "light"),
            "\\rho_2": Symbol("the density of the dense water", "dense"),
            "D": Symbol("the difference in level of the boundary between the sides", "tilt"),
            "P": Symbol("the difference in air pressure on stormy days", "air"),
            "\\phi": Symbol("that latitude", "latitude"),
            "\\Omega": Symbol("the angular velocity of the Earth", "earth_rotation"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=(
            r"\frac{g [deep:(\rho_1 H - (\rho_2 - \rho_1) D)|H][air: + [deep:P|\frac{P}{\rho_1}]|]}{2[deep: \rho_2|] "
            r"\Omega W \sin \phi}"
        ),
    ),
)
