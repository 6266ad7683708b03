"""Geostrophic current under a sloping sea, above and below the thermocline."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = p["north" if "northern" in taken else "south"]
    season = "autumn" if "autumn" in taken else "spring"
    depth = "below" if "deep" in taken else "above"
    air = (
        f"is {p['air']:g} hPa higher on the side where the sea is higher"
        if "air" in taken
        else "is the same on both sides"
    )
    return (
        f"Across a strait {p['width']:g} km wide, the sea stands higher on one side than on the other by "
        f"{p['spring']:g} cm in spring and by {p['autumn']:g} cm in autumn. Light water of {p['light']:g} kg/m³ lies "
        f"on dense water of {p['dense']:g} kg/m³, and the boundary between them is {p['tilt']:g} m lower on the side "
        f"where the sea is higher. There are such straits at {p['south']:g}° N and {p['north']:g}° N. On stormy days "
        f"the air pressure differs across them by {p['air']:g} hPa. Take {season} at {place:g}° N and the water "
        f"{depth} the boundary, on a day on which the air pressure {air}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["north" if "northern" in taken else "south"])
    change = x["light"] * x["g"] * x["autumn" if "autumn" in taken else "spring"]
    density = x["light"]
    if "air" in taken:
        change += x["air"]
    if "deep" in taken:
        change -= (x["dense"] - x["light"]) * x["g"] * x["tilt"]
        density = x["dense"]
    return {"v": change / x["width"] / (density * coriolis), "dp": change}


def _write(taken: Taken) -> str:
    change, below, air = "g H", "2", r"\frac{P}{\rho_1}"
    if "deep" in taken:
        change, below, air = r"g (\rho_1 H - (\rho_2 - \rho_1) D)", r"2 \rho_2", "P"
    if "air" in taken:
        change += f" + {air}"
    return rf"\frac{{{change}}}{{{below} \Omega W \sin \phi}}"


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
        "northern": Fork("used the northern latitude", "used the southern latitude", "misreading"),
        "autumn": Fork("used the sea level of autumn", "used the sea level of spring", "misreading"),
        "deep": Fork("went below the boundary", "stayed above the boundary", "reasoning"),
        "air": Fork("added the air pressure", "left out the air pressure", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "v": Part("the speed of the geostrophic current", "m/s", 0.02, 2),
        "dp": Part("the pressure difference between the two sides at one level in that water", "Pa", 500, 12000),
    },
    formula=Formula(
        symbols={
            "W": Symbol("the width of the strait", lambda x, taken: x["width"]),
            "H": Symbol(
                "the difference in sea level between the sides in that season",
                lambda x, taken: x["autumn" if "autumn" in taken else "spring"],
            ),
            "\\rho_1": Symbol("the density of the light water", lambda x, taken: x["light"]),
            "\\rho_2": Symbol("the density of the dense water", lambda x, taken: x["dense"]),
            "D": Symbol("the difference in level of the boundary between the sides", lambda x, taken: x["tilt"]),
            "P": Symbol("the difference in air pressure on stormy days", lambda x, taken: x["air"]),
            "\\phi": Symbol("that latitude", lambda x, taken: x["north" if "northern" in taken else "south"]),
            "\\Omega": Symbol("the angular velocity of the Earth", lambda x, taken: x["earth_rotation"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=_write,
    ),
)
