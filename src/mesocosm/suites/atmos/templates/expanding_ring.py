"""Wind that a ring of air gains when it spreads on the turning Earth."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = "the northern site" if "northern" in taken else "the southern site"
    start = f"turns anticyclonically at {p['wind']:g} m/s" if "turning" in taken else "is at rest"
    growth = "the area inside it" if "area" in taken else "its radius"
    return (
        f"A horizontal ring of air, {p['radius']:g} km in radius and centred over a site, spreads without friction and "
        f"stays circular. The sites lie at {p['south']:g}° N and {p['north']:g}° N. Some rings are at rest to begin "
        f"with, others turn anticyclonically at {p['wind']:g} m/s. At {place} the ring {start} to begin with, then "
        f"spreads until {growth} is {p['factor']:g} times what it was. The Coriolis parameter is that of the site "
        f"throughout, and pressure and density surfaces coincide."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["north" if "northern" in taken else "south"])
    stretch = math.sqrt(x["factor"]) if "area" in taken else x["factor"]
    before = x["radius"]
    after = before * stretch
    wind = coriolis * (after**2 - before**2) / (2 * after)
    if "turning" in taken:
        wind += x["wind"] / stretch
    return {"V": wind, "C": 2 * math.pi * after * wind}


def _write(taken: Taken) -> str:
    stretch, square = (r"\sqrt{n}", "n") if "area" in taken else ("n", "n^2")
    wind = " + w" if "turning" in taken else ""
    return rf"\frac{{({square} - 1) \Omega r \sin\varphi{wind}}}{{{stretch}}}"


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 4.1 (Bjerknes' theorem)",
    background=(
        "Without friction and solenoids the absolute circulation 2π r v + f π r² of a ring of air is conserved, v "
        "counted cyclonically. A ring that spreads takes in more planetary circulation and so turns anticyclonically."
    ),
    variables={
        "radius": Variable("km", 90, 150, 5),
        "factor": Variable("", 1.7, 2.3, 0.05),
        "south": Variable("degree", 26, 33, 1),
        "north": Variable("degree", 44, 54, 1),
        "wind": Variable("m/s", 1.6, 2.8, 0.1),
    },
    constants=("earth_rotation",),
    forks={
        "northern": Fork(
            "used the latitude of the northern site", "used the latitude of the southern site", "misreading"
        ),
        "turning": Fork(
            "gave the ring a wind to begin with", "left out the wind that the ring began with", "reasoning"
        ),
        "area": Fork("took the factor as that of the area", "took the factor as that of the radius", "calculation"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "V": Part("the anticyclonic wind speed along the ring afterwards", "m/s", 0.5, 40),
        "C": Part("the anticyclonic circulation around the ring afterwards", "m**2/s", 1e5, 1e8),
    },
    formula=Formula(
        symbols={
            "r": Symbol("the radius of the ring to begin with", lambda x, taken: x["radius"]),
            "n": Symbol("the factor by which that radius or area grows", lambda x, taken: x["factor"]),
            "w": Symbol("the anticyclonic wind speed of a ring that turns to begin with", lambda x, taken: x["wind"]),
            r"\varphi": Symbol(
                "the latitude of that site", lambda x, taken: x["north" if "northern" in taken else "south"]
            ),
            r"\Omega": Symbol("the angular speed of the Earth", lambda x, taken: x["earth_rotation"]),
        },
        write=_write,
    ),
)
