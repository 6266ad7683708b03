"""Pressure drop into the core of a tornado in cyclostrophic balance."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    storm = "the second tornado" if "second" in taken else "the first tornado"
    start = f"the probe {p['far']:g} m from the axis" if "far" in taken else "the probe at the edge of the core"
    end = f"{p['near']:g} m from the axis" if "near" in taken else "on the axis"
    return (
        f"Two tornadoes have cores of {p['core']:g} m radius that turn like a solid body; outside, the wind falls off "
        f"as one over the distance from the axis. At the edge of the core it blows at {p['slow']:g} m/s in the first "
        f"and at {p['fast']:g} m/s in the second. The air is dry and at {p['temperature']:g} °C throughout. At one "
        f"height, probes stand on the axis, {p['near']:g} m from it, at the edge of the core, and {p['far']:g} m from "
        f"the axis. In {storm}, {start} reads {p['pressure']:g} hPa; compare it with the one {end}. Assume "
        f"cyclostrophic balance."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    speed = x["fast" if "second" in taken else "slow"]
    inside = 1 - (x["near"] / x["core"]) ** 2 if "near" in taken else 1.0
    outside = 1 - (x["core"] / x["far"]) ** 2 if "far" in taken else 0.0
    exponent = speed**2 * (inside + outside) / (2 * x["r_dry"] * x["temperature"])
    left = x["pressure"] * math.exp(-exponent)
    return {"D": x["pressure"] - left, "p": left}


def _write(taken: Taken) -> str:
    fall = "2" if "far" in taken else "1"
    if "near" in taken:
        fall += r" - \frac{r_1^2}{a^2}"
    if "far" in taken:
        fall += r" - \frac{a^2}{r_2^2}"
    square = "V^2" if fall == "1" else f"V^2 ({fall})"
    return rf"p_0 (1 - \exp (-\frac{{{square}}}{{2 R T}}))"


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 3.2 (cyclostrophic flow)",
    background=(
        "Cyclostrophic balance is V²/r = (R T/p) dp/dr. With V = V0 r/a inside the core, ln p changes by V0²/(2 R T) "
        "times the change of (r/a)²; with V = V0 a/r outside, by V0²/(2 R T) times the change of -(a/r)²."
    ),
    variables={
        "core": Variable("m", 90, 120, 5),
        "near": Variable("m", 45, 60, 1),
        "far": Variable("m", 150, 180, 5),
        "slow": Variable("m/s", 55, 65, 1),
        "fast": Variable("m/s", 80, 92, 1),
        "temperature": Variable("degC", 18, 30, 1),
        "pressure": Variable("hPa", 880, 980, 5),
    },
    constants=("r_dry",),
    forks={
        "second": Fork("used the wind of the second tornado", "used the wind of the first tornado", "misreading"),
        "far": Fork("began outside the core", "began at the edge of the core", "reasoning"),
        "near": Fork("stopped before the axis", "went on to the axis", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "D": Part("the pressure difference between the two probes", "hPa", 3, 150),
        "p": Part("the pressure at the inner of the two probes", "hPa", 700, 980),
    },
    formula=Formula(
        symbols={
            "p_0": Symbol("the pressure that is given", lambda x, taken: x["pressure"]),
            "V": Symbol(
                "the speed of the wind at the edge of that core",
                lambda x, taken: x["fast" if "second" in taken else "slow"],
            ),
            "a": Symbol("the radius of the core", lambda x, taken: x["core"]),
            "r_1": Symbol("the distance of the probe within the core from the axis", lambda x, taken: x["near"]),
            "r_2": Symbol("the distance of the probe outside the core from the axis", lambda x, taken: x["far"]),
            "T": Symbol("the temperature of the air", lambda x, taken: x["temperature"]),
            "R": Symbol("the gas constant of dry air", lambda x, taken: x["r_dry"]),
        },
        write=_write,
    ),
)
