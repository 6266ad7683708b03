"""Friction against rotation: the vertical Ekman number."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    return {"Ek": x["viscosity"] / (coriolis * x["thickness"] ** 2), "D": math.sqrt(2 * x["viscosity"] / coriolis)}


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
        "northern": fork("used the latitude of the [northern|southern] section", latitude=("north", "south")),
        "gale": fork("used the viscosity of the [gale|breeze]", viscosity=("gale", "breeze")),
        "deepened": fork("used the thickness [after|before] the deepening", thickness=("thick", "thin")),
    },
    question=(
        "Two sections cross a continental shelf at {south}° N and {north}° N. The vertical eddy viscosity is {breeze} "
        "m²/s in a breeze and {gale} m²/s in a gale. The mixed layer was {thin} m thick before autumn cooling deepened "
        "it, and {thick} m afterwards. Take the [northern:northern|southern] section in a [gale:gale|breeze], "
        "[deepened:after|before] the deepening, and form the vertical Ekman number from the eddy viscosity, the "
        "Coriolis parameter and the square of the thickness of the mixed layer, without any further factor."
    ),
    solve=_solve,
    parts={
        "Ek": Part("the Ekman number", "", 0.005, 2),
        "D": Part("the e-folding depth of the Ekman spiral", "m", 5, 60),
    },
    collection="extra",
    formula=Formula(
        symbols={
            r"\nu": Symbol("the eddy viscosity in that weather", "viscosity"),
            "h": Symbol("the thickness of the mixed layer at that time", "thickness"),
            r"\varphi": Symbol("the latitude of that section", "latitude"),
            r"\Omega": Symbol("the angular velocity of the Earth", "earth_rotation"),
        },
        latex=r"\frac{\nu}{2 \Omega h^2 \sin \varphi}",
    ),
)
