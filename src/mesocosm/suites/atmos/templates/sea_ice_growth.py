"""Ice that grows downwards by conduction, after Stefan, with or without snow."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = "strait" if "strait" in taken else "bay"
    start = "began with old ice" if "old" in taken else "began with open water"
    snow = "carries snow" if "snow" in taken else "carries no snow"
    end = "end" if "end" in taken else "middle"
    return (
        f"All winter the upper surface of ice or snow stays {p['bay']:g} K below the freezing point of the water in a "
        f"bay, and {p['strait']:g} K below it in a strait. Some spots began with {p['old']:g} cm of old ice, others "
        f"with open water; some carry {p['snow']:g} cm of snow from the very beginning, with a conductivity of "
        f"{p['conductivity']:g} W/(m K). The middle of winter comes after {p['middle']:g} days, its end after "
        f"{p['end']:g} days. No heat comes from the water; ice and snow store none. Consider the {place} at the {end} "
        f"of winter, at a spot that {start} and {snow}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    cold = x["strait" if "strait" in taken else "bay"]
    old = x["old"] if "old" in taken else 0.0
    blanket = x["ice_conductivity"] / x["conductivity"] * x["snow"] if "snow" in taken else 0.0
    melt = x["ice_density"] * x["latent_fusion"]
    grown = 2 * x["ice_conductivity"] * cold * x["end" if "end" in taken else "middle"] / melt
    thickness = math.sqrt((old + blanket) ** 2 + grown) - blanket
    flux = x["ice_conductivity"] * cold / (thickness + blanket)
    return {"h": thickness, "F": flux, "r": flux / melt}


def _write(taken: Taken) -> str:
    grown = r"\frac{2 k D t}{\rho L}"
    if "snow" in taken:
        start = r"h_0 + \frac{k s}{c}" if "old" in taken else r"\frac{k s}{c}"
        return rf"\sqrt{{({start})^2 + {grown}}} - \frac{{k s}}{{c}}"
    return rf"\sqrt{{h_0^2 + {grown}}}" if "old" in taken else rf"\sqrt{{{grown}}}"


template = Template(
    category="ice",
    kind="reasoning",
    reference="Leppäranta (1993), A Review of Analytical Models of Sea-Ice Growth, Atmosphere-Ocean 31, Section 2",
    background=(
        "Freezing at the base balances conduction: ρ L dh/dt = k ΔT/(h + (k/ks) hs), so that with s = (k/ks) hs the "
        "thickness is h = √((h0 + s)² + 2 k ΔT t/(ρ L)) − s."
    ),
    variables={
        "bay": Variable("K", 11.0, 12.5, 0.5),
        "strait": Variable("K", 18.0, 20.0, 0.5),
        "old": Variable("cm", 84, 98, 1),
        "snow": Variable("cm", 10, 16, 1),
        "conductivity": Variable("W/m/K", 0.28, 0.36, 0.01),
        "middle": Variable("day", 50, 65, 1),
        "end": Variable("day", 140, 170, 1),
    },
    constants=("ice_conductivity", "ice_density", "latent_fusion"),
    forks={
        "strait": Fork("used the cold of the strait", "used the cold of the bay", "misreading"),
        "old": Fork("added old ice that was not there", "left out the old ice", "reasoning"),
        "snow": Fork("added snow that was not there", "left out the snow", "reasoning"),
        "end": Fork("took the end of winter", "took the middle of winter", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "h": Part("the thickness of the ice", "m", 0.2, 3.5),
        "F": Part("the heat flux through the ice at that time", "W/m**2", 2, 200),
        "r": Part("the growth rate of the ice at that time", "mm/day", 0.2, 40),
    },
    collection="further",
    formula=Formula(
        symbols={
            "D": Symbol(
                "the temperature difference between the freezing point and the upper surface at that place",
                lambda x, taken: x["strait" if "strait" in taken else "bay"],
            ),
            "t": Symbol("the time since winter began", lambda x, taken: x["end" if "end" in taken else "middle"]),
            "h_0": Symbol("the thickness of old ice where there was some", lambda x, taken: x["old"]),
            "s": Symbol("the depth of snow where it lies", lambda x, taken: x["snow"]),
            "c": Symbol("the conductivity of the snow", lambda x, taken: x["conductivity"]),
            "k": Symbol("the conductivity of ice", lambda x, taken: x["ice_conductivity"]),
            "\\rho": Symbol("the density of ice", lambda x, taken: x["ice_density"]),
            "L": Symbol("the latent heat of fusion", lambda x, taken: x["latent_fusion"]),
        },
        write=_write,
    ),
)
