"""Humidity from a dry and a wet thermometer."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = "on the mountain" if "mountain" in taken else "in the valley"
    fan = "with the fan broken" if "still" in taken else "with the fan running"
    warmth = "warm" if "warm" in taken else "cool"
    room = f"humidified {warmth} room" if "damp" in taken else f"{warmth} room that is not humidified,"
    return (
        "A psychrometer has two thermometers, one of them kept wet. In a climate laboratory the dry one reads "
        f"{p['cool']:g} °C in two cool rooms and {p['warm']:g} °C in two warm rooms. Of either two, one is humidified: "
        f"there the wet one reads {p['high']:g} °C, in the other {p['low']:g} °C. There is such a laboratory in a "
        f"valley, at {p['valley']:g} hPa, and one on a mountain, at {p['mountain']:g} hPa. The psychrometer "
        f"coefficient is {p['fan']:g} per kelvin while the fan runs and {p['still']:g} per kelvin when it is broken. "
        f"Take the {room} {place}, {fan}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    dry = x["warm" if "warm" in taken else "cool"]
    wet = x["high" if "damp" in taken else "low"]
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
        "warm": Fork("used the dry reading of a warm room", "used the dry reading of a cool room", "misreading"),
        "damp": Fork(
            "used the wet reading of a humidified room",
            "used the wet reading of a room that is not humidified",
            "misreading",
        ),
        "mountain": Fork("used the pressure on the mountain", "used the pressure in the valley", "misreading"),
        "still": Fork("used the coefficient of still air", "used the coefficient with the fan running", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "e": Part("the vapour pressure of the air", "hPa", 1, 25),
        "RH": Part("the relative humidity", "percent", 3, 95),
    },
    collection="further",
    formula=Formula(
        symbols={
            "T_1": Symbol(
                "the reading of the dry thermometer in that room",
                lambda x, taken: x["warm" if "warm" in taken else "cool"],
            ),
            "T_2": Symbol(
                "the reading of the wet thermometer in that room",
                lambda x, taken: x["high" if "damp" in taken else "low"],
            ),
            "E": Symbol(
                "the saturation vapour pressure at the reading of the wet thermometer",
                lambda x, taken: _saturation(x, x["high" if "damp" in taken else "low"]),
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
