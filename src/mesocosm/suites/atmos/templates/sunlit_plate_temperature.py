"""Temperature of a thin plate in space that conducts heat well."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    facing = math.cos(x["tilt"]) if "tilted" in taken else 1.0
    sides = 1 if "insulated" in taken else 2
    absorbed = x["solar_constant"] / x["distance"] ** 2 * facing * (1 - x["albedo"])
    return {"T": (absorbed / (sides * x["stefan_boltzmann"])) ** 0.25, "F": absorbed}


template = Template(
    category="geophysics",
    kind="reasoning",
    reference="Pierrehumbert (2010), Principles of Planetary Climate, Section 3.3",
    background=(
        "A plate absorbs S cos(tilt) (1 - albedo) / d² on its front, d in units of the Earth's distance, and loses "
        "σ T⁴ from every side that radiates."
    ),
    variables={
        "near": Variable("", 0.30, 0.45, 0.01),
        "far": Variable("", 0.80, 1.20, 0.01),
        "dark": Variable("", 0.05, 0.15, 0.01),
        "white": Variable("", 0.72, 0.86, 0.01),
        "tilt": Variable("degree", 58, 72, 1),
    },
    constants=("solar_constant", "stefan_boltzmann"),
    forks={
        "near": fork("placed the plate [near|far from] the Sun", distance=("near", "far")),
        "white": fork("used the albedo of [white|dark] paint", albedo=("white", "dark")),
        "tilted": fork("[tilted the plate|let the plate face the Sun squarely]", "reasoning"),
        "insulated": fork("let [only the front|both sides] radiate", "reasoning"),
    },
    question=(
        "A thin plate that conducts heat so well that it has one temperature floats in space. It can be placed at "
        "{near} or at {far} times the Earth's distance from the Sun, with its front facing the Sun squarely or tilted "
        "away by {tilt}°. Its paint reflects {dark} of the sunlight if dark and {white} if white, and radiates as a "
        "black body in the infrared. Take the [white:white|dark] plate at [near:{near}|{far}] times the Earth's "
        "distance, where it [tilted:is tilted by {tilt}° away from facing the Sun|faces the Sun squarely]. "
        "[insulated:Its back is insulated, so that only its front radiates.|It radiates from its front and its back.]"
    ),
    solve=_solve,
    parts={
        "T": Part("the temperature of the plate", "K", 120, 800, tolerance=0.01),
        "F": Part("the sunlight absorbed per square metre of the front", "W/m**2", 20, 20000),
    },
    formula=Formula(
        symbols={
            "D": Symbol("the distance from the Sun there, in units of the Earth's", "distance"),
            "A": Symbol("the share of sunlight that this paint reflects", "albedo"),
            "\\theta": Symbol("the angle by which a tilted plate is turned away from facing the Sun", "tilt"),
            "S": Symbol("the solar constant, at the distance of the Earth", "solar_constant"),
            "\\sigma": Symbol("the Stefan-Boltzmann constant", "stefan_boltzmann"),
        },
        latex=r"(\frac{S (1 - A)[tilted: \cos \theta|]}{[insulated:|2 ]\sigma D^2})^{\frac{1}{4}}",
    ),
)
