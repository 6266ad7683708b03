"""Flux of a star's radiation at a planet, from its temperature and size."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    emitted = x["stefan_boltzmann"] * x["temperature"] ** 4
    arriving = emitted * (x["radius"] / x["distance"]) ** 2
    return {"E": arriving * (1 - x["albedo"]) if "absorbed" in taken else arriving, "M": emitted}


template = Template(
    category="radiation and climate",
    kind="knowledge",
    reference="Hartmann (2016), Global Physical Climatology, Chapter 2 (solar luminosity, inverse square law)",
    background=(
        "A black body emits σ T⁴ per area. The power of the whole star spreads over spheres of growing radius, so at "
        "the distance d the flux is σ T⁴ (R/d)²; a surface of albedo a absorbs the share 1 - a of it."
    ),
    variables={
        "radius": Variable("Mm", 640, 760, 5),
        "old": Variable("K", 4800, 5200, 20),
        "new": Variable("K", 5750, 6100, 10),
        "inner": Variable("Gm", 120, 150, 1),
        "outer": Variable("Gm", 160, 190, 1),
        "albedo": Variable("percent", 16, 28, 1),
    },
    constants=("stefan_boltzmann",),
    forks={
        "new": fork("used the temperature of the [new|old] spectrum", temperature=("new", "old")),
        "outer": fork("used the distance of the [outer|inner] planet", distance=("outer", "inner")),
        "absorbed": fork("[took off the reflected part|left the reflected part in]", "reasoning"),
    },
    question=(
        "A star radiates as a black body and has a radius of {radius} thousand km. An old spectrum put its surface at "
        "{old} K, a new one puts it at {new} K. Two planets without atmosphere circle it at distances of {inner} and "
        "{outer} million km from its centre; the ground of both reflects {albedo} % of the light. Trust the "
        "[new:new|old] spectrum, and consider, on the [outer:outer|inner] planet with the star overhead, the flux of "
        "radiation that [absorbed:the ground absorbs|reaches the ground, reflected then or not]."
    ),
    solve=_solve,
    parts={
        "E": Part("this flux of radiation", "W/m**2", 100, 5000),
        "M": Part("the flux of radiation that leaves the star's surface", "W/m**2", 1e7, 1e8),
    },
    formula=Formula(
        symbols={
            "T": Symbol("the temperature of the star's surface by that spectrum", "temperature"),
            "R": Symbol("the radius of the star", "radius"),
            "D": Symbol("the distance of that planet from the star's centre", "distance"),
            "A": Symbol("the share of the light that the ground reflects", "albedo"),
            "\\sigma": Symbol("the Stefan-Boltzmann constant", "stefan_boltzmann"),
        },
        latex=r"\frac{\sigma T^4 R^2[absorbed: (1 - A)|]}{D^2}",
    ),
)
