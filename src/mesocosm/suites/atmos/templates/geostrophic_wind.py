"""Wind that balances a pressure gradient on the turning Earth."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = "the northern station" if "northern" in taken else "the southern station"
    map_ = "the evening map" if "evening" in taken else "the morning map"
    air = "winter air" if "winter" in taken else "summer air"
    return (
        f"Isobars run straight over two stations, at {p['south']:g}° N and {p['north']:g}° N. On the morning map the "
        f"pressure changes by {p['morning']:g} hPa over {p['distance']:g} km across the isobars, on the evening map by "
        f"{p['evening']:g} hPa over the same distance. Summer air has a density of {p['summer']:g} kg/m³, winter air "
        f"of {p['winter']:g} kg/m³. Take {map_} at {place}, in {air}, and assume geostrophic balance."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    latitude = x["north" if "northern" in taken else "south"]
    change = x["evening" if "evening" in taken else "morning"]
    density = x["winter" if "winter" in taken else "summer"]
    coriolis = 2 * x["earth_rotation"] * math.sin(latitude)
    speed = change / x["distance"] / (density * coriolis)
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
        "northern": Fork(
            "used the latitude of the northern station", "used the latitude of the southern station", "misreading"
        ),
        "evening": Fork("used the gradient of the evening map", "used the gradient of the morning map", "misreading"),
        "winter": Fork("used the density of winter air", "used the density of summer air", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "V": Part("the geostrophic wind speed", "m/s", 1, 60),
        "a": Part("the Coriolis acceleration of the air", "m/s**2", 1e-4, 1e-2),
    },
    collection="further",
    formula=Formula(
        symbols={
            "P": Symbol(
                "the change of pressure on that map", lambda x, taken: x["evening" if "evening" in taken else "morning"]
            ),
            "L": Symbol("the distance over which it changes", lambda x, taken: x["distance"]),
            r"\rho": Symbol("the density of that air", lambda x, taken: x["winter" if "winter" in taken else "summer"]),
            r"\varphi": Symbol(
                "the latitude of that station", lambda x, taken: x["north" if "northern" in taken else "south"]
            ),
            r"\Omega": Symbol("the angular speed of the Earth", lambda x, taken: x["earth_rotation"]),
        },
        write=lambda taken: r"\frac{P}{2 \Omega \rho L \sin\varphi}",
    ),
)
