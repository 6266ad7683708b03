"""Gradient wind where the cyclone moves, so that paths and streamlines differ."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    low = "northern" if "northern" in taken else "southern"
    side = "north" if "north_side" in taken else "south"
    day = "second" if "second_day" in taken else "first"
    return (
        f"Of two circular lows, one is centred at {p['south']:g}° N and the other at {p['north']:g}° N; both travel "
        f"due east at {p['motion']:g} m/s without changing shape. Pressure rises outwards by {p['first']:g} hPa per "
        f"100 km on the first day and by {p['second']:g} hPa per 100 km on the second, on a circle of {p['radius']:g} "
        f"km radius around each centre. The air density is {p['density']:g} kg/m³. Consider the point of this circle "
        f"due {side} of the centre of the {low} low, on the {day} day. The wind blows along the circle in gradient "
        f"balance; respect that trajectories differ from streamlines, and use the Coriolis parameter of the centre."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["north" if "northern" in taken else "south"])
    force = x["second" if "second_day" in taken else "first"] / x["density"]
    radius = x["radius"]
    along = -x["motion"] if "north_side" in taken else x["motion"]
    return {
        "V": _wind(coriolis * radius - along, radius * force),
        "V0": _wind(coriolis * radius, radius * force),
        "Vg": force / coriolis,
    }


def _write(taken: Taken) -> str:
    linear = f"f R {'+' if 'north_side' in taken else '-'} C"
    return rf"\frac{{\sqrt{{({linear})^2 + \frac{{4 R G}}{{\rho}}}} - ({linear})}}{{2}}"


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
        "northern": Fork(
            "used the latitude of the northern low", "used the latitude of the southern low", "misreading"
        ),
        "north_side": Fork(
            "let the wind blow against the motion of the low",
            "let the wind blow with the motion of the low",
            "reasoning",
        ),
        "second_day": Fork("used the gradient of the second day", "used the gradient of the first day", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "V": Part("the wind speed at this point", "m/s", 4, 60),
        "V0": Part("the gradient wind speed there in a low at rest with the same pressures", "m/s", 4, 60),
        "Vg": Part("the geostrophic wind speed of the same pressure gradient", "m/s", 4, 80),
    },
    formula=Formula(
        symbols={
            "f": Symbol(
                "the Coriolis parameter of that low's centre",
                lambda x, taken: 2 * x["earth_rotation"] * math.sin(x["north" if "northern" in taken else "south"]),
            ),
            "R": Symbol("the radius of the circle", lambda x, taken: x["radius"]),
            "C": Symbol("the speed at which the low travels", lambda x, taken: x["motion"]),
            "G": Symbol(
                "the rise of pressure per length on that day",
                lambda x, taken: x["second" if "second_day" in taken else "first"],
            ),
            r"\rho": Symbol("the density of the air", lambda x, taken: x["density"]),
        },
        write=_write,
    ),
)
