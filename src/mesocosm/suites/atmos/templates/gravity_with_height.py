"""Loss of gravity with height, in free air and on a plateau."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    planet = "the other planet" if "other" in taken else "the Earth"
    height = "high" if "high" in taken else "low"
    place = (
        "on a wide plateau of rock that rises from the surface" if "plateau" in taken else "in a balloon in free air"
    )
    return (
        f"A gravimeter is read at the surface of a spherical planet without rotation and then {place}. Its height "
        f"above the surface is then {p['low']:g} km in a low and {p['high']:g} km in a high case. The rock of a "
        f"plateau has a density of {p['rock']:g} kg/m³ and attracts like an infinite flat slab. Besides the Earth, "
        f"with its mean radius and a surface gravity of 9.81 m/s², there is another planet with a radius of "
        f"{p['radius']:g} km and a surface gravity of {p['gravity']:g} m/s². Consider the {height} case on {planet}, "
        f"without linearising in height."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    gravity, radius = (x["gravity"], x["radius"]) if "other" in taken else (x["g"], x["earth_radius"])
    height = x["high" if "high" in taken else "low"]
    slab = 2 * math.pi * x["gravitation"] * x["rock"] * height if "plateau" in taken else 0
    loss = gravity * (1 - (radius / (radius + height)) ** 2) - slab
    return {"dg": loss, "share": loss / gravity}


def _write(taken: Taken) -> str:
    free = r"g \left(1 - \left(\frac{R}{R + h}\right)^2\right)"
    return rf"{free} - 2 \pi G \rho h" if "plateau" in taken else free


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
        "other": Fork(
            "used radius and gravity of the other planet", "used radius and gravity of the Earth", "misreading"
        ),
        "high": Fork("used the height of the high case", "used the height of the low case", "misreading"),
        "plateau": Fork("added the attraction of a plateau", "forgot the attraction of the plateau", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "dg": Part("the loss of gravity relative to the surface", "mm/s**2", 0.5, 20),
        "share": Part("this loss as a share of the surface gravity", "percent", 0.01, 0.5),
    },
    formula=Formula(
        symbols={
            "g": Symbol(
                "the gravity at the surface of that planet", lambda x, taken: x["gravity" if "other" in taken else "g"]
            ),
            "R": Symbol(
                "the radius of that planet", lambda x, taken: x["radius" if "other" in taken else "earth_radius"]
            ),
            "h": Symbol("the height in that case", lambda x, taken: x["high" if "high" in taken else "low"]),
            r"\rho": Symbol("the density of rock", lambda x, taken: x["rock"]),
            "G": Symbol("the gravitational constant", lambda x, taken: x["gravitation"]),
        },
        write=_write,
    ),
)
