"""Height at which lifted air becomes saturated."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable

HALVINGS = 80
"""How often the interval that holds the condensation level is halved: beyond the precision of a float."""


def _ask(p: Printed, taken: Taken) -> str:
    time = "in the afternoon" if "afternoon" in taken else "in the morning"
    rain = "after the rain" if "rained" in taken else "before the rain"
    way = "crossed the lake" if "lake" in taken else "crossed land only"
    zero = "sea level" if "sea" in taken else "the station"
    return (
        f"At a station {p['station']:g} m above sea level the pressure is {p['pressure']:g} hPa. The air is at "
        f"{p['morning']:g} °C in the morning and at {p['noon']:g} °C in the afternoon. Its dew point is {p['dry']:g} "
        f"°C before and {p['wet']:g} °C after a rain, which may fall at any hour and leaves the temperature as it is. "
        f"Air that has crossed a lake nearby is cooler by {p['cooling']:g} K, with its dew point unchanged. Air "
        f"that has {way} rises {time}, {rain}, from the height of the station, without mixing or "
        f"exchange of heat, until cloud forms. Count the height of the cloud base from {zero}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    start = x["noon" if "afternoon" in taken else "morning"] - (x["cooling"] if "lake" in taken else 0.0)
    vapour = _saturation(x, x["wet" if "rained" in taken else "dry"])
    power = x["cp_dry"] / x["r_dry"]
    low, high = start * 0.7, start
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        saturated = vapour * (middle / start) ** power > _saturation(x, middle)
        low, high = (middle, high) if saturated else (low, middle)
    height = x["cp_dry"] * (start - low) / x["g"] + (x["station"] if "sea" in taken else 0.0)
    return {"z": height, "T": low, "p": x["pressure"] * (low / start) ** power}


def _saturation(x: SI, temperature: float) -> float:
    exponent = x["magnus_slope"] * (temperature - x["freezing"]) / (temperature - x["magnus_temperature"])
    return x["magnus_pressure"] * math.exp(exponent)


template = Template(
    category="atmospheric physics",
    kind="reasoning",
    reference="Wallace and Hobbs (2006), Atmospheric Science, Section 3.5; Bolton (1980), Mon. Weather Rev. 108, 1046",
    background=(
        "Lifted air cools by g/c_p per metre and keeps its mixing ratio, so that its vapour pressure falls as "
        "pressure, with p proportional to T^(c_p/R). Cloud forms where this vapour pressure equals saturation at the "
        "air's temperature, roughly 125 m per kelvin of dew-point depression."
    ),
    variables={
        "station": Variable("m", 400, 950, 10),
        "pressure": Variable("hPa", 900, 960, 1),
        "morning": Variable("degC", 21, 24, 0.5),
        "noon": Variable("degC", 29, 33, 0.5),
        "dry": Variable("degC", 1, 5, 0.5),
        "wet": Variable("degC", 9, 12, 0.5),
        "cooling": Variable("delta_degC", 2.5, 4, 0.1),
    },
    constants=(
        "g",
        "cp_dry",
        "r_dry",
        "freezing",
        "magnus_pressure",
        "magnus_slope",
        "magnus_temperature",
    ),
    forks={
        "afternoon": Fork("used the temperature of the afternoon", "used the temperature of the morning", "misreading"),
        "rained": Fork("used the dew point after the rain", "used the dew point before the rain", "misreading"),
        "lake": Fork("let the lake cool the air", "left out that the lake cools the air", "reasoning"),
        "sea": Fork("counted the height from sea level", "counted the height from the station", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "z": Part("that height of the cloud base", "m", 500, 5500),
        "T": Part("the temperature at the cloud base", "K", 260, 292),
        "p": Part("the pressure at the cloud base", "hPa", 500, 920),
    },
    collection="further",
)
