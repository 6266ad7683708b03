"""Ice that grows downwards by conduction, after Stefan, with or without snow."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    old = x["old"] if "old" in taken else 0.0
    blanket = x["ice_conductivity"] / x["conductivity"] * x["snow"] if "snow" in taken else 0.0
    melt = x["ice_density"] * x["latent_fusion"]
    grown = 2 * x["ice_conductivity"] * x["cold"] * x["time"] / melt
    thickness = math.sqrt((old + blanket) ** 2 + grown) - blanket
    flux = x["ice_conductivity"] * x["cold"] / (thickness + blanket)
    return {"h": thickness, "F": flux, "r": flux / melt}


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
        "strait": fork("used the cold of the [strait|bay]", cold=("strait", "bay")),
        "old": fork("[added old ice that was not there|left out the old ice]", "reasoning"),
        "snow": fork("[added snow that was not there|left out the snow]", "reasoning"),
        "end": fork("took the [end|middle] of winter", time=("end", "middle")),
    },
    question=(
        "All winter the upper surface of ice or snow stays {bay} K below the freezing point of the water in a bay, and "
        "{strait} K below it in a strait. Some spots began with {old} cm of old ice, others with open water; some "
        "carry {snow} cm of snow from the very beginning, with a conductivity of {conductivity} W/(m K). The middle of "
        "winter comes after {middle} days, its end after {end} days. No heat comes from the water; ice and snow store "
        "none. Consider the [strait:strait|bay] at the [end:end|middle] of winter, at a spot that began with "
        "[old:old ice|open water] and carries [snow:snow|no snow]."
    ),
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
                "the temperature difference between the freezing point and the upper surface at that place", "cold"
            ),
            "t": Symbol("the time since winter began", "time"),
            "h_0": Symbol("the thickness of old ice where there was some", "old"),
            "s": Symbol("the depth of snow where it lies", "snow"),
            "c": Symbol("the conductivity of the snow", "conductivity"),
            "k": Symbol("the conductivity of ice", "ice_conductivity"),
            "\\rho": Symbol("the density of ice", "ice_density"),
            "L": Symbol("the latent heat of fusion", "latent_fusion"),
        },
        latex=(
            r"[snow:\sqrt{([old:h_0 + \frac{k s}{c}|\frac{k s}{c}])^2 + \frac{2 k D t}{\rho L}} - \frac{k "
            r"s}{c}|[old:\sqrt{h_0^2 + \frac{2 k D t}{\rho L}}|\sqrt{\frac{2 k D t}{\rho L}}]]"
        ),
    ),
)
