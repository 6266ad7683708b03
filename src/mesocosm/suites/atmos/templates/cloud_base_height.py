"""Height at which lifted air becomes saturated."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork

HALVINGS = 80
"""How often the interval that holds the condensation level is halved: beyond the precision of a float."""


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    start = x["temperature"] - (x["cooling"] if "lake" in taken else 0.0)
    vapour = _saturation(x, x["dew_point"])
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
    constants=("g", "cp_dry", "r_dry", "freezing", "magnus_pressure", "magnus_slope", "magnus_temperature"),
    forks={
        "afternoon": fork("used the temperature of the [afternoon|morning]", temperature=("noon", "morning")),
        "rained": fork("used the dew point [after|before] the rain", dew_point=("wet", "dry")),
        "lake": fork("[let the lake cool|left out that the lake cools] the air", "reasoning"),
        "sea": fork("counted the height from [sea level|the station]", "reasoning"),
    },
    question=(
        "At a station {station} m above sea level the pressure is {pressure} hPa. The air is at {morning} °C in the "
        "morning and at {noon} °C in the afternoon. Its dew point is {dry} °C before and {wet} °C after a rain, which "
        "may fall at any hour and leaves the temperature as it is. Air that has crossed a lake nearby is cooler by "
        "{cooling} K, with its dew point unchanged. Air that has crossed [lake:the lake|land only] rises in the "
        "[afternoon:afternoon|morning], [rained:after|before] the rain, from the height of the station, without mixing "
        "or exchange of heat, until cloud forms. Count the height of the cloud base from [sea:sea level|the station]."
    ),
    solve=_solve,
    parts={
        "z": Part("that height of the cloud base", "m", 500, 5500),
        "T": Part("the temperature at the cloud base", "K", 260, 292),
        "p": Part("the pressure at the cloud base", "hPa", 500, 920),
    },
    collection="further",
)
