"""Warming of air that sinks through an isothermal atmosphere."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    start = p["high" if "high" in taken else "middle"]
    end = p["low" if "low" in taken else "raised"]
    snow = "meets the snow" if "snow" in taken else "meets no snow"
    mixing = "then mixes as said" if "mixed" in taken else "does not mix"
    return (
        f"A hydrostatic polar atmosphere is at {p['temperature']:g} °C at all heights, with 1000 hPa at the ground. "
        f"Dry air is forced down adiabatically, always at the pressure of its surroundings, from {p['middle']:g} km or "
        f"from {p['high']:g} km above the ground to {p['raised']:g} km or to {p['low']:g} km. On arrival, evaporating "
        f"snow may cool it by {p['snow']:g} K at constant pressure; then it may mix with air of its surroundings until "
        f"it makes up {p['share']:g} % of the mass of the mixture. Take air that sinks from {start:g} km to {end:g} "
        f"km, {snow}, and {mixing}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    start = x["high" if "high" in taken else "middle"]
    end = x["low" if "low" in taken else "raised"]
    around = x["temperature"]

    def warmed(depth: float) -> float:
        return around * math.exp(x["g"] * depth / (x["cp_dry"] * around))

    excess = warmed(start - end) - around - (x["snow"] if "snow" in taken else 0.0)
    return {"dT": excess * (x["share"] if "mixed" in taken else 1.0), "theta": warmed(start)}


def _write(taken: Taken) -> str:
    excess = r"T \exp\left(\frac{g (z_1 - z_2)}{c_p T}\right) - T"
    if "snow" in taken:
        excess += " - D"
    return rf"s \left({excess}\right)" if "mixed" in taken else excess


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
        "high": Fork("started from the upper height", "started from the middle height", "misreading"),
        "low": Fork("went down to the lower level", "went down to the higher level", "misreading"),
        "snow": Fork("took off the cooling by snow", "left out the cooling by snow", "reasoning"),
        "mixed": Fork("mixed the air with its surroundings", "left out the mixing", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "dT": Part("the final temperature excess of the air over its surroundings", "K", 5, 150),
        "theta": Part("the potential temperature of the air before it sinks", "K", 250, 450, tolerance=0.005),
    },
    formula=Formula(
        symbols={
            "T": Symbol("the absolute temperature of the atmosphere", lambda x, taken: x["temperature"]),
            "z_1": Symbol(
                "the height where that air begins to sink", lambda x, taken: x["high" if "high" in taken else "middle"]
            ),
            "z_2": Symbol(
                "the height where that air arrives", lambda x, taken: x["low" if "low" in taken else "raised"]
            ),
            "D": Symbol("the cooling by evaporating snow", lambda x, taken: x["snow"]),
            "s": Symbol("the share of the sunk air in the mass of a mixture", lambda x, taken: x["share"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
            "c_p": Symbol("the specific heat of dry air at constant pressure", lambda x, taken: x["cp_dry"]),
        },
        write=_write,
    ),
)
