"""Wind that balances a pressure gradient on the turning Earth."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    speed = x["change"] / x["distance"] / (x["density"] * coriolis)
    return {"V": speed, "a": coriolis * speed}


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 2.4",
    background=(
        "In geostrophic balance the Coriolis acceleration f V equals the pressure gradient divided by the density, "
        "with f = 2 Ω sin(latitude)."
    ),
    variables={
        "south": Variable("degree", 28, 40, 1),
        "north": Variable("degree", 48, 65, 1),
        "morning": Variable("hPa", 3.0, 6.0, 0.1),
        "evening": Variable("hPa", 7.5, 12.0, 0.1),
        "distance": Variable("km", 400, 700, 10),
        "summer": Variable("kg/m**3", 1.05, 1.16, 0.01),
        "winter": Variable("kg/m**3", 1.28, 1.42, 0.01),
    },
    constants=("earth_rotation",),
    forks={
        "northern": fork("used the latitude of the [northern|southern] station", latitude=("north", "south")),
        "evening": fork("used the gradient of the [evening|morning] map", change=("evening", "morning")),
        "winter": fork("used the density of [winter|summer] air", density=("winter", "summer")),
    },
    question=(
        "Isobars run straight over two stations, at {south}° N and {north}° N. On the morning map the pressure changes "
        "by {morning} hPa over {distance} km across the isobars, on the evening map by {evening} hPa over the same "
        "distance. Summer air has a density of {summer} kg/m³, winter air of {winter} kg/m³. Take the "
        "[evening:evening|morning] map at the [northern:northern|southern] station, in [winter:winter|summer] air, and "
        "assume geostrophic balance."
    ),
    solve=_solve,
    parts={
        "V": Part("the geostrophic wind speed", "m/s", 1, 60),
        "a": Part("the Coriolis acceleration of the air", "m/s**2", 1e-4, 1e-2),
    },
    collection="further",
    formula=Formula(
        symbols={
            "P": Symbol("the change of pressure on that map", "change"),
            "L": Symbol("the distance over which it changes", "distance"),
            r"\rho": Symbol("the density of that air", "density"),
            r"\varphi": Symbol("the latitude of that station", "latitude"),
            r"\Omega": Symbol("the angular speed of the Earth", "earth_rotation"),
        },
        latex=r"\frac{P}{2 \Omega \rho L \sin\varphi}",
    ),
)
