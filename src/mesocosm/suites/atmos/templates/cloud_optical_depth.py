"""Optical depth of a liquid cloud and what more droplets do to it."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    cube = 3 * x["water"] / (4 * math.pi * x["water_density"] * x["number"])
    effective = (cube / (x["spread"] if "spread" in taken else 1.0)) ** (1 / 3)
    depth = 2 * math.pi * x["number"] * cube / effective * x["thickness"]
    back = math.sqrt(3) * (1 - x["asymmetry"]) * depth
    return {"tau": depth, "r": effective, "A": back / (2 + back)}


template = Template(
    category="clouds and aerosol",
    kind="reasoning",
    reference=(
        "Twomey (1977), J. Atmos. Sci. 34, 1149; Lohmann, Lüönd and Mahrt (2016), An Introduction to Clouds, Chapter 12"
    ),
    background=(
        "Droplets of number N share the liquid water w, so that their mean-volume radius cubed is 3 w / (4 π ρ_w N). "
        "With effective radius r the optical depth of a cloud of thickness h is 3 w h / (2 ρ_w r)."
    ),
    variables={
        "clean": Variable("1/cm**3", 40, 60, 1),
        "polluted": Variable("1/cm**3", 320, 450, 10),
        "afternoon": Variable("g/m**3", 0.20, 0.26, 0.01),
        "morning": Variable("g/m**3", 0.42, 0.52, 0.01),
        "shallow": Variable("m", 200, 240, 5),
        "deep": Variable("m", 285, 330, 5),
        "spread": Variable("", 0.50, 0.66, 0.01),
        "asymmetry": Variable("", 0.84, 0.87, 0.01),
    },
    constants=("water_density",),
    forks={
        "polluted": fork("used the droplet number of [polluted|clean] air", number=("polluted", "clean")),
        "morning": fork("used the water content of the [morning|afternoon]", water=("morning", "afternoon")),
        "deep": fork("used the thickness of the [deep|shallow] part", thickness=("deep", "shallow")),
        "spread": fork("[spread the sizes of the droplets|took all droplets as equally large]", "reasoning"),
    },
    question=(
        "A uniform liquid cloud holds {clean} droplets per cm³ in clean and {polluted} per cm³ in polluted air. Its "
        "liquid water content is {afternoon} g/m³ in the afternoon and {morning} g/m³ in the morning. It is {shallow} "
        "m thick in its shallow and {deep} m in its deep part. Where droplets are of many sizes, the cube of their "
        "effective radius is that of the mean-volume radius divided by {spread}. Put 2 for the extinction efficiency, "
        "{asymmetry} for the asymmetry factor g, and √3(1−g)τ/(2+√3(1−g)τ) for the albedo at optical depth τ. Take the "
        "[deep:deep|shallow] part in the [morning:morning|afternoon] in [polluted:polluted|clean] air, with droplets "
        "[spread:of many sizes|all of one size]."
    ),
    solve=_solve,
    parts={
        "tau": Part("the optical depth of the cloud", "", 2, 80),
        "r": Part("the effective radius of the droplets", "um", 3, 30),
        "A": Part("the albedo of the cloud", "", 0.1, 0.95),
    },
    collection="further",
    formula=Formula(
        symbols={
            "N": Symbol("the number of droplets per volume in that air", "number"),
            "w": Symbol("the liquid water content at that time", "water"),
            "h": Symbol("the thickness of that part", "thickness"),
            "k": Symbol("the number given for droplets of many sizes", "spread"),
            r"\rho_w": Symbol("the density of liquid water", "water_density"),
        },
        latex=r"\frac{3 w h}{2 \rho_w} (\frac{4 \pi \rho_w N[spread: k|]}{3 w})^{\frac{1}{3}}",
    ),
)
