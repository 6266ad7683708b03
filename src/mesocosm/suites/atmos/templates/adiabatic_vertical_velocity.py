"""Vertical velocity from temperature change and advection of air that keeps its heat."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    change = "fell" if "cooling" in taken else "rose"
    map_ = "evening" if "evening" in taken else "morning"
    profile = "stable" if "stable" in taken else "ordinary"
    station = "second" if "oblique" in taken else "first"
    return (
        f"Air keeps its potential temperature, yet at a fixed height over two stations the temperature {change} by "
        f"{p['change']:g} K per hour. At this height the horizontal temperature gradient is {p['morning']:g} K per "
        f"1000 km on the morning map and {p['evening']:g} K per 1000 km on the evening map. The wind of {p['wind']:g} "
        f"m/s comes from the warm side: at the first station it blows straight down the gradient, at the second at an "
        f"angle of {p['angle']:g}° to that direction. The temperature falls with height by {p['ordinary']:g} K/km in "
        f"the ordinary and by {p['stable']:g} K/km in the stable case. Neglect changes of pressure other than by "
        f"vertical motion. Consider the {station} station on the {map_} map, in the {profile} case."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    change = x["change"] * (-1 if "cooling" in taken else 1)
    gradient = x["evening" if "evening" in taken else "morning"]
    advection = x["wind"] * gradient * (math.cos(x["angle"]) if "oblique" in taken else 1)
    lapse = x["stable" if "stable" in taken else "ordinary"]
    return {"w": (advection - change) / (x["g"] / x["cp_dry"] - lapse), "A": advection}


def _write(taken: Taken) -> str:
    advection = r"U B \cos \alpha" if "oblique" in taken else "U B"
    sign = "+" if "cooling" in taken else "-"
    return rf"\frac{{{advection} {sign} S}}{{\frac{{g}}{{c_p}} - \Gamma}}"


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 3.5.2",
    background=(
        "Without heating, and if only w changes the pressure, dT/dt at a place = advection - w (Γd - Γ), with the "
        "dry-adiabatic lapse rate Γd = g/cp and the lapse rate Γ of the air; so w = (warm advection - local change) / "
        "(Γd - Γ)."
    ),
    variables={
        "change": Variable("K/hour", 0.08, 0.16, 0.01),
        "morning": Variable("K/Mm", 12, 16, 0.5),
        "evening": Variable("K/Mm", 21, 28, 0.5),
        "wind": Variable("m/s", 10, 16, 0.5),
        "angle": Variable("degree", 40, 50, 1),
        "ordinary": Variable("K/km", 5.8, 6.6, 0.1),
        "stable": Variable("K/km", 3.4, 4.6, 0.1),
    },
    constants=("g", "cp_dry"),
    forks={
        "cooling": Fork(
            "let the temperature at the station fall", "let the temperature at the station rise", "calculation"
        ),
        "evening": Fork("used the gradient of the evening map", "used the gradient of the morning map", "misreading"),
        "stable": Fork(
            "used the lapse rate of the stable case", "used the lapse rate of the ordinary case", "misreading"
        ),
        "oblique": Fork(
            "took the wind at the angle of the second station",
            "took the whole wind, as at the first station",
            "reasoning",
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "w": Part("the upward velocity of the air", "cm/s", 0.3, 20),
        "A": Part("the rate of warming by horizontal advection", "K/hour", 0.1, 3),
    },
    formula=Formula(
        symbols={
            "S": Symbol("the magnitude of the measured change of temperature per time", lambda x, taken: x["change"]),
            "U": Symbol("the speed of the wind", lambda x, taken: x["wind"]),
            "B": Symbol(
                "the horizontal temperature gradient on that map",
                lambda x, taken: x["evening" if "evening" in taken else "morning"],
            ),
            r"\alpha": Symbol(
                "the angle of the wind at the second station to the direction down the gradient",
                lambda x, taken: x["angle"],
            ),
            r"\Gamma": Symbol(
                "the lapse rate of that case", lambda x, taken: x["stable" if "stable" in taken else "ordinary"]
            ),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
            "c_p": Symbol("the specific heat of air at constant pressure", lambda x, taken: x["cp_dry"]),
        },
        write=_write,
    ),
)
