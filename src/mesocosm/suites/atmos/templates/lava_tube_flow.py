"""Laminar lava in a tube or between two walls."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    drive = x["fall"] + (x["density"] * x["g"] * math.sin(x["slope"]) if "sloping" in taken else 0.0)
    size, shape = (x["tube"], 32) if "tube" in taken else (x["gap"], 12)
    speed = drive * size**2 / (shape * x["viscosity"])
    return {"V": speed, "Re": x["density"] * speed * size / x["viscosity"]}


template = Template(
    category="solid earth",
    kind="reasoning",
    reference="Turcotte and Schubert (2014), Geodynamics, Sections 6.2 and 6.4",
    background=(
        "Laminar flow driven by the force G per volume has the mean speed G D²/(32 μ) in a round tube of diameter D "
        "and G h²/(12 μ) between parallel walls h apart. On a slope ρ g sin(slope) adds to the fall of pressure."
    ),
    variables={
        "density": Variable("kg/m**3", 2400, 2750, 10),
        "fresh": Variable("Pa*s", 900, 1300, 10),
        "cooled": Variable("Pa*s", 1600, 2600, 10),
        "tube": Variable("m", 2.0, 2.6, 0.05),
        "gap": Variable("m", 0.8, 1.1, 0.05),
        "fall": Variable("Pa/m", 900, 2400, 50),
        "slope": Variable("degree", 1, 3.5, 0.1),
    },
    constants=("g",),
    forks={
        "cooled": fork("used the viscosity of [cooled|fresh] lava", viscosity=("cooled", "fresh")),
        "tube": fork("let the lava flow [in the round tube|between the walls]"),
        "sloping": fork("[added the weight of the lava down the slope|left out the weight of the lava]", "reasoning"),
    },
    question=(
        "Lava of density {density} kg/m³ has a viscosity of {fresh} Pa s when fresh and {cooled} Pa s when it has "
        "cooled. It can leave through a round tube of {tube} m diameter or through a wide gap between parallel walls "
        "{gap} m apart. The pressure measured in the lava falls by {fall} Pa per metre along each, level or sloping. "
        "Consider [cooled:cooled|fresh] lava that fills the [tube:round tube|gap between the walls], where the way "
        "[sloping:slopes down at {slope}°|is level] (elsewhere it [sloping:lies level|slopes down at {slope}°]). The "
        "flow is steady and laminar."
    ),
    solve=_solve,
    parts={
        "V": Part("the mean speed of the lava", "m/s", 0.01, 3),
        "Re": Part("the Reynolds number formed with the diameter of the tube or the width of the gap", "", 0.005, 30),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "P": Symbol("the fall per length of the pressure measured in the lava", "fall"),
            r"\rho": Symbol("the density of the lava", "density"),
            r"\alpha": Symbol("the angle of the sloping ways", "slope"),
            "D": Symbol("the diameter of the tube", "tube"),
            "h": Symbol("the distance between the walls", "gap"),
            r"\mu": Symbol("the viscosity of that lava", "viscosity"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=r"[sloping:(P + \rho g \sin(\alpha))|P] [tube:\frac{D^2}{32 \mu}|\frac{h^2}{12 \mu}]",
    ),
)
