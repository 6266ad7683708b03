"""Humidity from a dry and a wet thermometer."""

from __future__ import annotations

import math

from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable
from mesocosm.suites.forks import Fork, Taken


def _ask(p: Printed, taken: Taken) -> str:
    place = "on the mountain" if "mountain" in taken else "in the valley"
    fan = "with the fan broken" if "still" in taken else "with the fan running"
    dry = "the second dry reading" if "second_dry" in taken else "the first dry reading"
    wet = "the second wet reading" if "second_wet" in taken else "the first wet reading"
    return (
        f"A psychrometer has two thermometers, one of them kept wet. The dry one reads first {p['cool']:g} °C and then "
        f"{p['warm']:g} °C; the wet one first {p['low']:g} °C and then {p['high']:g} °C. The pressure is "
        f"{p['valley']:g} hPa in the valley and {p['mountain']:g} hPa on the mountain. The psychrometer coefficient is "
        f"{p['fan']:g} per kelvin while the fan runs and {p['still']:g} per kelvin when it is broken. Take {dry} "
        f"together with {wet}, {place}, {fan}. The wet bulb bears liquid water."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    dry = x["warm" if "second_dry" in taken else "cool"]
    wet = x["high" if "second_wet" in taken else "low"]
    pressure = x["mountain" if "mountain" in taken else "valley"]
    coefficient = x["still" if "still" in taken else "fan"]
    vapour = _saturation(x, wet) - coefficient * pressure * (dry - wet)
    return {"e": vapour, "RH": vapour / _saturation(x, dry)}


def _saturation(x: SI, temperature: float) -> float:
    exponent = x["magnus_slope"] * (temperature - x["freezing"]) / (temperature - x["magnus_temperature"])
    return x["magnus_pressure"] * math.exp(exponent)


template = Template(
    category="atmospheric physics",
    kind="knowledge",
    reference="WMO (2018), Guide to Instruments and Methods of Observation (No. 8), Volume I, Chapter 4, Annex 4.B",
    background=(
        "The vapour pressure is that of saturation at the wet-bulb temperature less A p (T − T_wet), with the "
        "psychrometer coefficient A and pressure p; relative humidity divides it by saturation at the dry temperature."
    ),
    variables={
        "cool": Variable("degC", 23.5, 25, 0.1),
        "warm": Variable("degC", 26.5, 28, 0.1),
        "low": Variable("degC", 13, 14, 0.1),
        "high": Variable("degC", 16, 17.2, 0.1),
        "valley": Variable("hPa", 970, 1015, 1),
        "mountain": Variable("hPa", 570, 650, 1),
        "fan": Variable("1/K", 6.2e-4, 6.8e-4, 1e-5),
        "still": Variable("1/K", 8.2e-4, 9.0e-4, 1e-5),
    },
    constants=("freezing", "magnus_pressure", "magnus_slope", "magnus_temperature"),
    forks={
        "second_dry": Fork("used the second dry reading", "used the first dry reading", "misreading"),
        "second_wet": Fork("used the second wet reading", "used the first wet reading", "misreading"),
        "mountain": Fork("used the pressure on the mountain", "used the pressure in the valley", "misreading"),
        "still": Fork("used the coefficient of still air", "used the coefficient with the fan running", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "e": Part("the vapour pressure of the air", "hPa", 1, 25),
        "RH": Part("the relative humidity", "percent", 3, 95),
    },
    part="further",
    formula=Formula(
        symbols={
            "T_1": Symbol("that dry reading", lambda x, taken: x["warm" if "second_dry" in taken else "cool"]),
            "T_2": Symbol("that wet reading", lambda x, taken: x["high" if "second_wet" in taken else "low"]),
            "E": Symbol(
                "the saturation vapour pressure at that wet reading",
                lambda x, taken: _saturation(x, x["high" if "second_wet" in taken else "low"]),
            ),
            "p": Symbol(
                "the pressure at that place", lambda x, taken: x["mountain" if "mountain" in taken else "valley"]
            ),
            "A": Symbol(
                "the psychrometer coefficient in that state of the fan",
                lambda x, taken: x["still" if "still" in taken else "fan"],
            ),
        },
        write=lambda taken: "E - A p (T_1 - T_2)",
    ),
)
