"""Flux of a star's radiation at a planet, from its temperature and size."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    spectrum = "the new spectrum" if "new" in taken else "the old spectrum"
    planet = "the outer planet" if "outer" in taken else "the inner planet"
    wanted = "the ground absorbs" if "absorbed" in taken else "reaches the ground, reflected then or not"
    return (
        f"A star radiates as a black body and has a radius of {p['radius']:g} thousand km. An old spectrum put its "
        f"surface at {p['old']:g} K, a new one puts it at {p['new']:g} K. Two planets without atmosphere circle it at "
        f"distances of {p['inner']:g} and {p['outer']:g} million km from its centre; the ground of both reflects "
        f"{p['albedo']:g} % of the light. Trust {spectrum}, and consider, on {planet} with the star overhead, the flux "
        f"of radiation that {wanted}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    temperature = x["new" if "new" in taken else "old"]
    distance = x["outer" if "outer" in taken else "inner"]
    emitted = x["stefan_boltzmann"] * temperature**4
    arriving = emitted * (x["radius"] / distance) ** 2
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
        "new": Fork(
            "used the temperature of the new spectrum", "used the temperature of the old spectrum", "misreading"
        ),
        "outer": Fork("used the distance of the outer planet", "used the distance of the inner planet", "misreading"),
        "absorbed": Fork("took off the reflected part", "left the reflected part in", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "E": Part("this flux of radiation", "W/m**2", 100, 5000),
        "M": Part("the flux of radiation that leaves the star's surface", "W/m**2", 1e7, 1e8),
    },
    formula=Formula(
        symbols={
            "T": Symbol(
                "the temperature of the star's surface by that spectrum",
                lambda x, taken: x["new" if "new" in taken else "old"],
            ),
            "R": Symbol("the radius of the star", lambda x, taken: x["radius"]),
            "D": Symbol(
                "the distance of that planet from the star's centre",
                lambda x, taken: x["outer" if "outer" in taken else "inner"],
            ),
            "A": Symbol("the share of the light that the ground reflects", lambda x, taken: x["albedo"]),
            "\\sigma": Symbol("the Stefan-Boltzmann constant", lambda x, taken: x["stefan_boltzmann"]),
        },
        write=lambda taken: rf"\frac{{\sigma T^4 R^2{' (1 - A)' if 'absorbed' in taken else ''}}}{{D^2}}",
    ),
)
