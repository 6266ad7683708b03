"""Supersaturation that a particle needs to become a cloud droplet."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    curvature = 2 * x["tension"] / (x["water_density"] * x["r_vapour"] * x["warmth"])
    soluble = 1 - x["core"] if "core" in taken else 1.0
    solute = x["hygroscopicity"] * soluble * x["radius"] ** 3
    return {"s": math.sqrt(4 * curvature**3 / (27 * solute)), "r": math.sqrt(3 * solute / curvature)}


template = Template(
    category="clouds and aerosol",
    kind="reasoning",
    reference="Petters and Kreidenweis (2007), Atmos. Chem. Phys. 7, 1961; Rogers and Yau (1989), Chapter 6",
    background=(
        "With A = 2 σ / (ρ_w R_v T) and B = κ r_d³ (times the soluble share of the volume) the Köhler curve "
        "A/r − B/r³ peaks at r = √(3B/A) with the critical supersaturation √(4A³ / 27B)."
    ),
    variables={
        "small": Variable("nm", 32, 44, 1),
        "large": Variable("nm", 52, 64, 1),
        "sulphate": Variable("", 0.54, 0.66, 0.01),
        "organic": Variable("", 0.16, 0.28, 0.01),
        "core": Variable("", 0.40, 0.60, 0.01),
        "warmth": Variable("degC", 0, 20, 1),
        "clean": Variable("N/m", 0.072, 0.076, 0.001),
        "film": Variable("N/m", 0.054, 0.062, 0.001),
    },
    constants=("water_density", "r_vapour"),
    forks={
        "larger": fork("used the radius of the [larger|smaller] particle", radius=("large", "small")),
        "organic": fork("used the hygroscopicity of [organic matter|sulphate]", hygroscopicity=("organic", "sulphate")),
        "core": fork("took the [core off the soluble volume|whole volume as soluble]", "reasoning"),
        "film": fork("used the surface tension [with|without] a film", tension=("film", "clean")),
    },
    question=(
        "Dry particles come with radii of {small} nm and {large} nm. They consist of sulphate, with a hygroscopicity κ "
        "of {sulphate}, or of organic matter, with {organic}; in some an insoluble core takes the share {core} of the "
        "dry volume. At {warmth} °C the solution has a surface tension of {clean} N/m, or of {film} N/m where a film "
        "covers it. Take the [larger:larger|smaller] particle, of [organic:organic matter|sulphate] "
        "[core:around an insoluble|throughout, with no] core, with [film:the|no] film. Use the Köhler curve in its "
        "simplest form: supersaturation = A/r − B/r³ at the droplet radius r, where A/r is the Kelvin term and B is κ "
        "times the soluble volume divided by 4π/3."
    ),
    solve=_solve,
    parts={
        "s": Part("the critical supersaturation", "percent", 0.03, 2),
        "r": Part("the critical radius, at which the droplet activates", "um", 0.05, 2),
    },
    collection="further",
    formula=Formula(
        symbols={
            "r_d": Symbol("the dry radius of that particle", "radius"),
            r"\kappa": Symbol("the hygroscopicity of that matter", "hygroscopicity"),
            "c": Symbol("the share of the dry volume that a core takes", "core"),
            r"\sigma": Symbol("the surface tension of that solution", "tension"),
            "T": Symbol("the temperature", "warmth"),
            r"\rho_w": Symbol("the density of liquid water", "water_density"),
            "R_v": Symbol("the gas constant of water vapour", "r_vapour"),
        },
        latex=r"\sqrt{\frac{32 \sigma^3}{27 \kappa[core: (1 - c)|] (\rho_w R_v T r_d)^3}}",
    ),
)
