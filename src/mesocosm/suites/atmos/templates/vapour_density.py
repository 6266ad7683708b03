"""Water vapour that air holds or still lacks."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    exponent = x["magnus_slope"] * (x["temperature"] - x["freezing"]) / (x["temperature"] - x["magnus_temperature"])
    saturated = x["magnus_pressure"] * math.exp(exponent)
    share = 1 - x["humidity"] if "deficit" in taken else x["humidity"]
    return {"rho": share * saturated / (x["r_vapour"] * x["temperature"]), "e": x["humidity"] * saturated}


template = Template(
    category="atmospheric physics",
    kind="knowledge",
    reference="Bolton (1980), Mon. Weather Rev. 108, 1046; Wallace and Hobbs (2006), Section 3.5",
    background=(
        "Vapour density is e/(Rv T) with Rv = 461.5 J/kg/K; the vapour pressure e is the relative humidity times the "
        "saturation vapour pressure, and what is missing is the rest of it."
    ),
    variables={
        "morning": Variable("degC", 9, 14, 0.5),
        "afternoon": Variable("degC", 18, 24, 0.5),
        "damp": Variable("percent", 66, 78, 1),
        "dry": Variable("percent", 38, 46, 1),
    },
    constants=("magnus_pressure", "magnus_slope", "magnus_temperature", "freezing", "r_vapour"),
    forks={
        "afternoon": fork("used the temperature of the [afternoon|morning]", temperature=("afternoon", "morning")),
        "dry": fork("used the humidity of the [dry|damp] hall", humidity=("dry", "damp")),
        "deficit": fork("gave what the air [still lacks|already holds]", "reasoning"),
    },
    question=(
        "Two halls of a museum are at {morning} °C in the morning and at {afternoon} °C in the afternoon. The relative "
        "humidity is kept at {damp} % in the damp hall and at {dry} % in the dry one. Saturation vapour pressure "
        "follows the Magnus formula 611.2 Pa × exp(17.67 (T − 273.15) / (T − 29.65)), with T in kelvin, and vapour is "
        "an ideal gas. Consider the [dry:dry|damp] hall in the [afternoon:afternoon|morning], and the mass of vapour "
        "that each cubic metre of its air [deficit:still lacks for saturation|holds]."
    ),
    solve=_solve,
    parts={
        "rho": Part("this mass of vapour per volume", "g/m**3", 1, 30),
        "e": Part("the vapour pressure of the air", "hPa", 3, 30),
    },
    formula=Formula(
        symbols={
            "T": Symbol("the temperature at that time", "temperature"),
            "U": Symbol("the relative humidity of that hall", "humidity"),
            "p_0": Symbol("the 611.2 Pa of the Magnus formula", "magnus_pressure"),
            "a": Symbol("the 17.67 of the Magnus formula", "magnus_slope"),
            "T_0": Symbol("the 273.15 K of the Magnus formula", "freezing"),
            "T_1": Symbol("the 29.65 K of the Magnus formula", "magnus_temperature"),
            "R": Symbol("the gas constant of water vapour", "r_vapour"),
        },
        latex=r"\frac{[deficit:(1 - U)|U] p_0}{R T} \exp \frac{a (T - T_0)}{T - T_1}",
    ),
)
