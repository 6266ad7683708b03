"""Wind that a ring of air gains when it spreads on the turning Earth."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    stretch = math.sqrt(x["factor"]) if "area" in taken else x["factor"]
    before = x["radius"]
    after = before * stretch
    wind = coriolis * (after**2 - before**2) / (2 * after)
    if "turning" in taken:
        wind += x["wind"] / stretch
    return {"V": wind, "C": 2 * math.pi * after * wind}


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
        "northern": fork("used the latitude of the [northern|southern] site", latitude=("north", "south")),
        "turning": fork("[gave the ring a wind to begin|left out the wind that the ring began] with", "reasoning"),
        "area": fork("took the factor as that of the [area|radius]", "calculation"),
    },
    question=(
        "A horizontal ring of air, {radius} km in radius and centred over a site, spreads without friction and stays "
        "circular. The sites lie at {south}° N and {north}° N. Some rings are at rest to begin with, others turn "
        "anticyclonically at {wind} m/s. At the [northern:northern|southern] site the ring "
        "[turning:turns anticyclonically at {wind} m/s|is at rest] to begin with, then spreads until "
        "[area:the area inside it|its radius] is {factor} times what it was. The Coriolis parameter is that of the "
        "site throughout, and pressure and density surfaces coincide."
    ),
    solve=_solve,
    parts={
        "V": Part("the anticyclonic wind speed along the ring afterwards", "m/s", 0.5, 40),
        "C": Part("the anticyclonic circulation around the ring afterwards", "m**2/s", 1e5, 1e8),
    },
    formula=Formula(
        symbols={
            "r": Symbol("the radius of the ring to begin with", "radius"),
            "n": Symbol("the factor by which that radius or area grows", "factor"),
            "w": Symbol("the anticyclonic wind speed of a ring that turns to begin with", "wind"),
            r"\varphi": Symbol("the latitude of that site", "latitude"),
            r"\Omega": Symbol("the angular speed of the Earth", "earth_rotation"),
        },
        latex=r"\frac{(n[area:|^2] - 1) \Omega r \sin\varphi[turning: + w|]}{[area:\sqrt{n}|n]}",
    ),
)
