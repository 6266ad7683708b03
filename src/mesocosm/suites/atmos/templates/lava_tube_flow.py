"""Laminar lava in a tube or between two walls."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    state = "cooled" if "cooled" in taken else "fresh"
    way = "the round tube" if "tube" in taken else "the gap between the walls"
    lie = f"slopes down at {p['slope']:g}°" if "sloping" in taken else "is level"
    other = "lies level" if "sloping" in taken else f"slopes down at {p['slope']:g}°"
    return (
        f"Lava of density {p['density']:g} kg/m³ has a viscosity of {p['fresh']:g} Pa s when fresh and {p['cooled']:g} "
        f"Pa s when it has cooled. It can leave through a round tube of {p['tube']:g} m diameter or through a wide gap "
        f"between parallel walls {p['gap']:g} m apart. The pressure measured in the lava falls by {p['fall']:g} Pa per "
        f"metre along each, level or sloping. Consider {state} lava "
        f"that fills {way}, where the way {lie} (elsewhere it {other}). The flow is steady and laminar."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    viscosity = x["cooled" if "cooled" in taken else "fresh"]
    drive = x["fall"] + (x["density"] * x["g"] * math.sin(x["slope"]) if "sloping" in taken else 0.0)
    size, shape = (x["tube"], 32) if "tube" in taken else (x["gap"], 12)
    speed = drive * size**2 / (shape * viscosity)
    return {"V": speed, "Re": x["density"] * speed * size / viscosity}


def _write(taken: Taken) -> str:
    drive = r"(P + \rho g \sin(\alpha))" if "sloping" in taken else "P"
    shape = r"\frac{D^2}{32 \mu}" if "tube" in taken else r"\frac{h^2}{12 \mu}"
    return f"{drive} {shape}"


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
        "cooled": Fork("used the viscosity of cooled lava", "used the viscosity of fresh lava", "misreading"),
        "tube": Fork("let the lava flow in the round tube", "let the lava flow between the walls", "misreading"),
        "sloping": Fork("added the weight of the lava down the slope", "left out the weight of the lava", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "V": Part("the mean speed of the lava", "m/s", 0.01, 3),
        "Re": Part("the Reynolds number formed with the diameter of the tube or the width of the gap", "", 0.005, 30),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "P": Symbol("the fall per length of the pressure measured in the lava", lambda x, taken: x["fall"]),
            r"\rho": Symbol("the density of the lava", lambda x, taken: x["density"]),
            r"\alpha": Symbol("the angle of the sloping ways", lambda x, taken: x["slope"]),
            "D": Symbol("the diameter of the tube", lambda x, taken: x["tube"]),
            "h": Symbol("the distance between the walls", lambda x, taken: x["gap"]),
            r"\mu": Symbol(
                "the viscosity of that lava", lambda x, taken: x["cooled" if "cooled" in taken else "fresh"]
            ),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=_write,
    ),
)
