"""Humidity from a dry and a wet thermometer."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    saturated = _saturation(x, x["wet"])
    vapour = saturated - x["coefficient"] * x["pressure"] * (x["dry"] - x["wet"])
    return {"e": vapour, "RH": vapour / _saturation(x, x["dry"]), "E": saturated}


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
        "warm": fork("used the dry reading of a [warm|cool] room", dry=("warm", "cool")),
        "damp": fork("used the wet reading of a [humidified room|room that is not humidified]", wet=("high", "low")),
        "mountain": fork("used the pressure [on the mountain|in the valley]", pressure=("mountain", "valley")),
        "still": fork("used the coefficient [of still air|with the fan running]", coefficient=("still", "fan")),
    },
    question=(
        "A psychrometer has two thermometers, one of them kept wet. In a climate laboratory the dry one reads {cool} "
        "°C in two cool rooms and {warm} °C in two warm rooms. Of either two, one is humidified: there the wet one "
        "reads {high} °C, in the other {low} °C. There is such a laboratory in a valley, at {valley} hPa, and one on a "
        "mountain, at {mountain} hPa. The psychrometer coefficient is {fan} per kelvin while the fan runs and {still} "
        "per kelvin when it is broken. Take the [damp:humidified [warm:warm|cool] room|[warm:warm|cool] room that is "
        "not humidified,] [mountain:on the mountain|in the valley], with the fan [still:broken|running]."
    ),
    solve=_solve,
    parts={
        "e": Part("the vapour pressure of the air", "hPa", 1, 25),
        "RH": Part("the relative humidity", "percent", 3, 95),
    },
    collection="further",
    formula=Formula(
        symbols={
            "T_1": Symbol("the reading of the dry thermometer in that room", "dry"),
            "T_2": Symbol("the reading of the wet thermometer in that room", "wet"),
            "E": Symbol("the saturation vapour pressure at the reading of the wet thermometer", "E"),
            "p": Symbol("the pressure at that place", "pressure"),
            "A": Symbol("the psychrometer coefficient in that state of the fan", "coefficient"),
        },
        latex="E - A p (T_1 - T_2)",
    ),
)
