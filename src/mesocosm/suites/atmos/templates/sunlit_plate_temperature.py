"""Temperature of a thin plate in space that conducts heat well."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    distance = p["near" if "near" in taken else "far"]
    paint = "white" if "white" in taken else "dark"
    turned = f"is tilted by {p['tilt']:g}° away from facing the Sun" if "tilted" in taken else "faces the Sun squarely"
    back = (
        "Its back is insulated, so that only its front radiates."
        if "insulated" in taken
        else "It radiates from its front and its back."
    )
    return (
        f"A thin plate that conducts heat so well that it has one temperature floats in space. It can be placed at "
        f"{p['near']:g} or at {p['far']:g} times the Earth's distance from the Sun, with its front facing the Sun "
        f"squarely or tilted away by {p['tilt']:g}°. Its paint reflects {p['dark']:g} of the sunlight if dark and "
        f"{p['white']:g} if white, and radiates as a black body in the infrared. Take the {paint} plate at "
        f"{distance:g} times the Earth's distance, where it {turned}. {back}"
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    distance = x["near" if "near" in taken else "far"]
    albedo = x["white" if "white" in taken else "dark"]
    facing = math.cos(x["tilt"]) if "tilted" in taken else 1.0
    sides = 1 if "insulated" in taken else 2
    absorbed = x["solar_constant"] / distance**2 * facing * (1 - albedo)
    return {"T": (absorbed / (sides * x["stefan_boltzmann"])) ** 0.25, "F": absorbed}


def _write(taken: Taken) -> str:
    facing = r" \cos \theta" if "tilted" in taken else ""
    sides = "" if "insulated" in taken else "2 "
    return rf"(\frac{{S (1 - A){facing}}}{{{sides}\sigma D^2}})^{{\frac{{1}}{{4}}}}"


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
        "near": Fork("placed the plate near the Sun", "placed the plate far from the Sun", "misreading"),
        "white": Fork("used the albedo of white paint", "used the albedo of dark paint", "misreading"),
        "tilted": Fork("tilted the plate", "let the plate face the Sun squarely", "reasoning"),
        "insulated": Fork("let only the front radiate", "let both sides radiate", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "T": Part("the temperature of the plate", "K", 120, 800, tolerance=0.01),
        "F": Part("the sunlight absorbed per square metre of the front", "W/m**2", 20, 20000),
    },
    formula=Formula(
        symbols={
            "D": Symbol(
                "the distance from the Sun there, in units of the Earth's",
                lambda x, taken: x["near" if "near" in taken else "far"],
            ),
            "A": Symbol(
                "the share of sunlight that this paint reflects",
                lambda x, taken: x["white" if "white" in taken else "dark"],
            ),
            "\\theta": Symbol(
                "the angle by which a tilted plate is turned away from facing the Sun", lambda x, taken: x["tilt"]
            ),
            "S": Symbol("the solar constant, at the distance of the Earth", lambda x, taken: x["solar_constant"]),
            "\\sigma": Symbol("the Stefan-Boltzmann constant", lambda x, taken: x["stefan_boltzmann"]),
        },
        write=_write,
    ),
)
