"""Gradient wind where the cyclone moves, so that paths and streamlines differ."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    force = x["gradient"] / x["density"]
    radius = x["radius"]
    along = -x["motion"] if "north_side" in taken else x["motion"]
    return {
        "V": _wind(coriolis * radius - along, radius * force),
        "V0": _wind(coriolis * radius, radius * force),
        "Vg": force / coriolis,
        "f": coriolis,
    }


def _wind(linear: float, constant: float) -> float:
    """The positive root of V² + linear V = constant."""
    return (math.sqrt(linear**2 + 4 * constant) - linear) / 2


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Sections 3.2.5 and 3.3",
    background=(
        "Gradient balance is V²/Rt + f V = (pressure gradient)/(density) with the radius Rt of the trajectory. In a "
        "low that moves at c, V/Rt = (V - c cos(γ)) / Rs with the radius Rs of the streamline and the angle γ between "
        "wind and motion, which gives a quadratic equation for V."
    ),
    variables={
        "south": Variable("degree", 28, 36, 1),
        "north": Variable("degree", 54, 66, 1),
        "motion": Variable("m/s", 9, 14, 0.5),
        "first": Variable("Pa/km", 1.6, 2.2, 0.1),
        "second": Variable("Pa/km", 3.2, 4.4, 0.1),
        "radius": Variable("km", 300, 450, 10),
        "density": Variable("kg/m**3", 1.1, 1.25, 0.01),
    },
    constants=("earth_rotation",),
    forks={
        "northern": fork("used the latitude of the [northern|southern] low", latitude=("north", "south")),
        "north_side": fork("let the wind blow [against|with] the motion of the low", "reasoning"),
        "second_day": fork("used the gradient of the [second|first] day", gradient=("second", "first")),
    },
    question=(
        "Of two circular lows, one is centred at {south}° N and the other at {north}° N; both travel due east at "
        "{motion} m/s without changing shape. Pressure rises outwards by {first} hPa per 100 km on the first day and "
        "by {second} hPa per 100 km on the second, on a circle of {radius} km radius around each centre. The air "
        "density is {density} kg/m³. Consider the point of this circle due [north_side:north|south] of the centre of "
        "the [northern:northern|southern] low, on the [second_day:second|first] day. The wind blows along the circle "
        "in gradient balance; respect that trajectories differ from streamlines, and use the Coriolis parameter of the "
        "centre."
    ),
    solve=_solve,
    parts={
        "V": Part("the wind speed at this point", "m/s", 4, 60),
        "V0": Part("the gradient wind speed there in a low at rest with the same pressures", "m/s", 4, 60),
        "Vg": Part("the geostrophic wind speed of the same pressure gradient", "m/s", 4, 80),
    },
    formula=Formula(
        symbols={
            "f": Symbol("the Coriolis parameter of that low's centre", "f"),
            "R": Symbol("the radius of the circle", "radius"),
            "C": Symbol("the speed at which the low travels", "motion"),
            "G": Symbol("the rise of pressure per length on that day", "gradient"),
            r"\rho": Symbol("the density of the air", "density"),
        },
        latex=r"\frac{\sqrt{(f R [north_side:+|-] C)^2 + \frac{4 R G}{\rho}} - (f R [north_side:+|-] C)}{2}",
    ),
)
