"""Warming of air that sinks through an isothermal atmosphere."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    around = x["temperature"]

    def warmed(depth: float) -> float:
        return around * math.exp(x["g"] * depth / (x["cp_dry"] * around))

    excess = warmed(x["start"] - x["end"]) - around - (x["snow"] if "snow" in taken else 0.0)
    return {"dT": excess * (x["share"] if "mixed" in taken else 1.0), "theta": warmed(x["start"])}


template = Template(
    category="atmospheric physics",
    kind="reasoning",
    reference="Wallace and Hobbs (2006), Atmospheric Science: An Introductory Survey, Sections 3.2 and 3.4",
    background=(
        "In an isothermal atmosphere p falls as exp(-g z / (R T)); adiabatic descent keeps T p^(-R/cp), so air that "
        "sinks by h arrives with T exp(g h / (cp T)). Its potential temperature is what it would have at 1000 hPa."
    ),
    variables={
        "temperature": Variable("degC", -50, -20, 1),
        "middle": Variable("km", 5.5, 7.0, 0.1),
        "high": Variable("km", 9.0, 11.0, 0.1),
        "raised": Variable("km", 2.5, 3.5, 0.1),
        "low": Variable("km", 0.3, 1.2, 0.1),
        "snow": Variable("K", 6, 12, 0.5),
        "share": Variable("percent", 55, 80, 1),
    },
    constants=("g", "cp_dry"),
    forks={
        "high": fork("started from the [upper|middle] height", start=("high", "middle")),
        "low": fork("went down to the [lower|higher] level", end=("low", "raised")),
        "snow": fork("[took off|left out] the cooling by snow", "reasoning"),
        "mixed": fork("[mixed the air with its surroundings|left out the mixing]", "reasoning"),
    },
    question=(
        "A hydrostatic polar atmosphere is at {temperature} °C at all heights, with 1000 hPa at the ground. Dry air is "
        "forced down adiabatically, always at the pressure of its surroundings, from {middle} km or from {high} km "
        "above the ground to {raised} km or to {low} km. On arrival, evaporating snow may cool it by {snow} K at "
        "constant pressure; then it may mix with air of its surroundings until it makes up {share} % of the mass of "
        "the mixture. Take air that sinks from [high:{high}|{middle}] km to [low:{low}|{raised}] km, meets "
        "[snow:the|no] snow, and [mixed:then mixes as said|does not mix]."
    ),
    solve=_solve,
    parts={
        "dT": Part("the final temperature excess of the air over its surroundings", "K", 5, 150),
        "theta": Part("the potential temperature of the air before it sinks", "K", 250, 450, tolerance=0.005),
    },
    formula=Formula(
        symbols={
            "T": Symbol("the absolute temperature of the atmosphere", "temperature"),
            "z_1": Symbol("the height where that air begins to sink", "start"),
            "z_2": Symbol("the height where that air arrives", "end"),
            "D": Symbol("the cooling by evaporating snow", "snow"),
            "s": Symbol("the share of the sunk air in the mass of a mixture", "share"),
            "g": Symbol("the acceleration of gravity", "g"),
            "c_p": Symbol("the specific heat of dry air at constant pressure", "cp_dry"),
        },
        latex=(
            r"[mixed:s \left(T \exp\left(\frac{g (z_1 - z_2)}{c_p T}\right) - T[snow: - D|]\right)|T \exp\left(\frac{g "
            r"(z_1 - z_2)}{c_p T}\right) - T[snow: - D|]]"
        ),
    ),
)
