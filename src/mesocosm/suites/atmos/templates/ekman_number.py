"""Friction against rotation: the vertical Ekman number."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = "the northern section" if "northern" in taken else "the southern section"
    weather = "a gale" if "gale" in taken else "a breeze"
    state = "after the deepening" if "deepened" in taken else "before the deepening"
    return (
        f"Two sections cross a continental shelf at {p['south']:g}° N and {p['north']:g}° N. The vertical eddy "
        f"viscosity is {p['breeze']:g} m²/s in a breeze and {p['gale']:g} m²/s in a gale. The mixed layer was "
        f"{p['thin']:g} m thick before autumn cooling deepened it, and {p['thick']:g} m afterwards. Take {place} in "
        f"{weather}, {state}, and form the vertical Ekman number from the eddy viscosity, the Coriolis parameter and "
        f"the square of the thickness of the mixed layer, without any further factor."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    latitude = x["north" if "northern" in taken else "south"]
    viscosity = x["gale" if "gale" in taken else "breeze"]
    thickness = x["thick" if "deepened" in taken else "thin"]
    coriolis = 2 * x["earth_rotation"] * math.sin(latitude)
    return {"Ek": viscosity / (coriolis * thickness**2), "D": math.sqrt(2 * viscosity / coriolis)}


template = Template(
    category="physical oceanography",
    kind="knowledge",
    reference="Cushman-Roisin and Beckers (2011), Geophysical Fluid Dynamics, Section 4.5 and Chapter 8",
    background=(
        "The Ekman number ν/(f H²) compares friction with the Coriolis force, with f = 2 Ω sin(latitude). The "
        "e-folding depth of the Ekman spiral is √(2ν/f)."
    ),
    variables={
        "south": Variable("degree", 22, 26, 0.5),
        "north": Variable("degree", 41, 50, 0.5),
        "breeze": Variable("m**2/s", 0.011, 0.013, 0.0005),
        "gale": Variable("m**2/s", 0.025, 0.03, 0.0005),
        "thin": Variable("m", 33, 38, 0.5),
        "thick": Variable("m", 41, 45, 0.5),
    },
    constants=("earth_rotation",),
    forks={
        "northern": Fork(
            "used the latitude of the northern section", "used the latitude of the southern section", "misreading"
        ),
        "gale": Fork("used the viscosity of the gale", "used the viscosity of the breeze", "misreading"),
        "deepened": Fork(
            "used the thickness after the deepening", "used the thickness before the deepening", "misreading"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "Ek": Part("the Ekman number", "", 0.005, 2),
        "D": Part("the e-folding depth of the Ekman spiral", "m", 5, 60),
    },
    collection="extra",
    formula=Formula(
        symbols={
            r"\nu": Symbol(
                "the eddy viscosity in that weather", lambda x, taken: x["gale" if "gale" in taken else "breeze"]
            ),
            "h": Symbol(
                "the thickness of the mixed layer at that time",
                lambda x, taken: x["thick" if "deepened" in taken else "thin"],
            ),
            r"\varphi": Symbol(
                "the latitude of that section", lambda x, taken: x["north" if "northern" in taken else "south"]
            ),
            r"\Omega": Symbol("the angular velocity of the Earth", lambda x, taken: x["earth_rotation"]),
        },
        write=lambda taken: r"\frac{\nu}{2 \Omega h^2 \sin \varphi}",
    ),
)
