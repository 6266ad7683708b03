"""Bobbing of a balloon that keeps its potential temperature in a stable layer."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    layer = "upper" if "upper" in taken else "lower"
    change = "rises" if "inversion" in taken else "falls"
    inertia = "Take this into account" if "added" in taken else "Leave this out"
    return (
        f"A balloon that expands freely and keeps its potential temperature floats in the {layer} of two stable "
        f"layers. With height the temperature {change} by {p['low']:g} K per kilometre in the lower layer and by "
        f"{p['high']:g} K per kilometre in the upper one. At the float level the air is at {p['temperature']:g} K. The "
        f"balloon is pulled down by {p['pull']:g} m and released. Air that it drags along adds {p['added']:g} % to its "
        f"inertia. {inertia}, and neglect friction."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    change = x["high" if "upper" in taken else "low"] * (1 if "inversion" in taken else -1)
    inertia = 1 + (x["added"] if "added" in taken else 0)
    frequency = math.sqrt(x["g"] / x["temperature"] * (x["g"] / x["cp_dry"] + change) / inertia)
    return {"P": 2 * math.pi / frequency, "w": frequency * x["pull"]}


def _write(taken: Taken) -> str:
    inertia = "(1 + a) T" if "added" in taken else "T"
    sign = "+" if "inversion" in taken else "-"
    return rf"2 \pi \sqrt{{\frac{{{inertia}}}{{g (\frac{{g}}{{c_p}} {sign} \gamma)}}}}"


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 2.7.3",
    background=(
        "A parcel that keeps its potential temperature oscillates with the buoyancy frequency N, where N² is g/T times "
        "the sum of g/cp and the change of temperature with height; more inertia divides N² by its factor."
    ),
    variables={
        "low": Variable("K/km", 1.0, 2.5, 0.1),
        "high": Variable("K/km", 4.8, 6.4, 0.1),
        "temperature": Variable("K", 225, 265, 1),
        "pull": Variable("m", 20, 80, 5),
        "added": Variable("percent", 50, 95, 1),
    },
    constants=("g", "cp_dry"),
    forks={
        "upper": Fork(
            "used the temperature change of the upper layer",
            "used the temperature change of the lower layer",
            "misreading",
        ),
        "inversion": Fork(
            "let the temperature rise with height", "let the temperature fall with height", "calculation"
        ),
        "added": Fork(
            "added the inertia of the air dragged along", "left out the inertia of the air dragged along", "reasoning"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "P": Part("the period of the oscillation", "s", 150, 1500),
        "w": Part("the greatest vertical speed of the balloon", "m/s", 0.05, 4),
    },
    formula=Formula(
        symbols={
            "T": Symbol("the temperature of the air at the float level", lambda x, taken: x["temperature"]),
            r"\gamma": Symbol(
                "the magnitude of the temperature change with height in that layer",
                lambda x, taken: x["high" if "upper" in taken else "low"],
            ),
            "a": Symbol(
                "the inertia of the air dragged along, as a share of the balloon's own", lambda x, taken: x["added"]
            ),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
            "c_p": Symbol("the specific heat of air at constant pressure", lambda x, taken: x["cp_dry"]),
        },
        write=_write,
    ),
)
