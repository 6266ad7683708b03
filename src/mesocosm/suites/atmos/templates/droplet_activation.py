"""Supersaturation that a particle needs to become a cloud droplet."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    size = "the larger" if "larger" in taken else "the smaller"
    matter = "organic matter" if "organic" in taken else "sulphate"
    core = "around an insoluble core" if "core" in taken else "throughout, with no core"
    film = "with the film" if "film" in taken else "with no film"
    return (
        f"Dry particles come with radii of {p['small']:g} nm and {p['large']:g} nm. They consist of sulphate, with a "
        f"hygroscopicity κ of {p['sulphate']:g}, or of organic matter, with {p['organic']:g}; in some an insoluble "
        f"core takes the share {p['core']:g} of the dry volume. At {p['warmth']:g} °C the solution has a surface "
        f"tension of {p['clean']:g} N/m, or of {p['film']:g} N/m where a film covers it. Take {size} particle, of "
        f"{matter} {core}, {film}. Use the Köhler curve in its simplest form: supersaturation = A/r − B/r³ at the "
        "droplet radius r, where A/r is the Kelvin term and B is κ times the soluble volume divided by 4π/3."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    tension = x["film" if "film" in taken else "clean"]
    curvature = 2 * tension / (x["water_density"] * x["r_vapour"] * x["warmth"])
    soluble = 1 - x["core"] if "core" in taken else 1.0
    radius = x["large" if "larger" in taken else "small"]
    solute = x["organic" if "organic" in taken else "sulphate"] * soluble * radius**3
    return {"s": math.sqrt(4 * curvature**3 / (27 * solute)), "r": math.sqrt(3 * solute / curvature)}


def _write(taken: Taken) -> str:
    soluble = r"\kappa (1 - c)" if "core" in taken else r"\kappa"
    return rf"\sqrt{{\frac{{32 \sigma^3}}{{27 {soluble} (\rho_w R_v T r_d)^3}}}}"


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
        "larger": Fork(
            "used the radius of the larger particle", "used the radius of the smaller particle", "misreading"
        ),
        "organic": Fork(
            "used the hygroscopicity of organic matter", "used the hygroscopicity of sulphate", "misreading"
        ),
        "core": Fork("took the core off the soluble volume", "took the whole volume as soluble", "reasoning"),
        "film": Fork("used the surface tension with a film", "used the surface tension without a film", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "s": Part("the critical supersaturation", "percent", 0.03, 2),
        "r": Part("the critical radius, at which the droplet activates", "um", 0.05, 2),
    },
    collection="further",
    formula=Formula(
        symbols={
            "r_d": Symbol(
                "the dry radius of that particle", lambda x, taken: x["large" if "larger" in taken else "small"]
            ),
            r"\kappa": Symbol(
                "the hygroscopicity of that matter", lambda x, taken: x["organic" if "organic" in taken else "sulphate"]
            ),
            "c": Symbol("the share of the dry volume that a core takes", lambda x, taken: x["core"]),
            r"\sigma": Symbol(
                "the surface tension of that solution", lambda x, taken: x["film" if "film" in taken else "clean"]
            ),
            "T": Symbol("the temperature", lambda x, taken: x["warmth"]),
            r"\rho_w": Symbol("the density of liquid water", lambda x, taken: x["water_density"]),
            "R_v": Symbol("the gas constant of water vapour", lambda x, taken: x["r_vapour"]),
        },
        write=_write,
    ),
)
