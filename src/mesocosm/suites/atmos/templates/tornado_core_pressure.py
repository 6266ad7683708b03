"""Pressure drop into the core of a tornado in cyclostrophic balance."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    inside = 1 - (x["near"] / x["core"]) ** 2 if "near" in taken else 1.0
    outside = 1 - (x["core"] / x["far"]) ** 2 if "far" in taken else 0.0
    exponent = x["speed"] ** 2 * (inside + outside) / (2 * x["r_dry"] * x["temperature"])
    left = x["pressure"] * math.exp(-exponent)
    return {"D": x["pressure"] - left, "p": left}


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
        "second": fork("used the wind of the [second|first] tornado", speed=("fast", "slow")),
        "far": fork("began [outside|at the edge of] the core", "reasoning"),
        "near": fork("[stopped before|went on to] the axis"),
    },
    question=(
        "Two tornadoes have cores of {core} m radius that turn like a solid body; outside, the wind falls off as one "
        "over the distance from the axis. At the edge of the core it blows at {slow} m/s in the first and at {fast} "
        "m/s in the second. The air is dry and at {temperature} °C throughout. At one height, probes stand on the "
        "axis, {near} m from it, at the edge of the core, and {far} m from the axis. In the [second:second|first] "
        "tornado, the probe [far:{far} m from the axis|at the edge of the core] reads {pressure} hPa; compare it with "
        "the one [near:{near} m from|on] the axis. Assume cyclostrophic balance."
    ),
    solve=_solve,
    parts={
        "D": Part("the pressure difference between the two probes", "hPa", 3, 150),
        "p": Part("the pressure at the inner of the two probes", "hPa", 700, 980),
    },
    formula=Formula(
        symbols={
            "p_0": Symbol("the pressure that is given", "pressure"),
            "V": Symbol("the speed of the wind at the edge of that core", "speed"),
            "a": Symbol("the radius of the core", "core"),
            "r_1": Symbol("the distance of the probe within the core from the axis", "near"),
            "r_2": Symbol("the distance of the probe outside the core from the axis", "far"),
            "T": Symbol("the temperature of the air", "temperature"),
            "R": Symbol("the gas constant of dry air", "r_dry"),
        },
        latex=(
            r"p_0 (1 - \exp (-\frac{V^2[far: (2[near: - \frac{r_1^2}{a^2}|] - \frac{a^2}{r_2^2})|"
            r"[near: (1 - \frac{r_1^2}{a^2})|]]}{2 R T}))"
        ),
    ),
)
