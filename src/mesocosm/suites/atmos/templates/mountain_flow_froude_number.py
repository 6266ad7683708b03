"""Stable air that meets a mountain ridge: Froude number and the wave that it makes."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    across = x["speed"] * math.cos(x["angle"]) if "oblique" in taken else x["speed"]
    buoyancy = math.sqrt(x["g"] / x["temperature"] * (x["g"] / x["cp_dry"] - x["lapse"]))
    return {"Fr": across / (buoyancy * x["height"]), "N": buoyancy, "lambda": 2 * math.pi * across / buoyancy}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Durran (1990), Mountain Waves and Downslope Winds, Meteorological Monographs 45, Section 4.2",
    background=(
        "The buoyancy frequency follows from N² = (g/T)(g/cp − Γ) with the lapse rate Γ. The Froude number of the "
        "mountain is U/(N h), with U the wind across the ridge, the Scorer parameter of uniform flow N/U, and a "
        "hydrostatic mountain wave has the vertical wavelength 2π U/N."
    ),
    variables={
        "west": Variable("m", 800, 1100, 10),
        "east": Variable("m", 1300, 1700, 10),
        "morning": Variable("m/s", 7.0, 9.0, 0.1),
        "afternoon": Variable("m/s", 16.0, 20.0, 0.1),
        "angle": Variable("degree", 34, 42, 1),
        "lower": Variable("K/km", 1.5, 3.0, 0.1),
        "upper": Variable("K/km", 7.0, 8.0, 0.1),
        "temperature": Variable("degC", -12, 12, 1),
    },
    constants=("g", "cp_dry"),
    forks={
        "oblique": fork(
            "took [only a component of the wind on the first|the full speed on the second] day", "reasoning"
        ),
        "afternoon": fork("used the wind of the [afternoon|morning]", speed=("afternoon", "morning")),
        "eastern": fork("measured the ridge from the [eastern|western] plain", height=("east", "west")),
        "upper": fork("used the lapse rate of the [upper|lower] layer", lapse=("upper", "lower")),
    },
    question=(
        "A long ridge stands {west} m above its western and {east} m above its eastern plain. The wind blows at "
        "{morning} m/s in the morning and at {afternoon} m/s in the afternoon; on the first day it meets the ridge at "
        "right angles, on the second day {angle}° off that. Temperature falls by {lower} K/km in a lower and by "
        "{upper} K/km in an upper layer, both at {temperature} °C in the mean. Dry air with the stability of the "
        "[upper:upper|lower] layer comes from the [eastern:eastern|western] plain in the [afternoon:afternoon|morning] "
        "of the [oblique:second|first] day. The Froude number, small where air is blocked, is built with the component "
        "of the wind across the ridge, the buoyancy frequency and the height above that plain."
    ),
    solve=_solve,
    parts={
        "Fr": Part("the Froude number", "", 0.1, 4),
        "N": Part("the buoyancy frequency", "1/s", 1e-3, 0.05),
        "lambda": Part(
            "the vertical wavelength of the hydrostatic mountain wave that the flow across the ridge makes",
            "km",
            0.5,
            60,
        ),
    },
    collection="further",
    formula=Formula(
        symbols={
            "U": Symbol("the speed of the wind at that time of day", "speed"),
            r"\alpha": Symbol("the angle given for the second day", "angle"),
            "h": Symbol("the height of the ridge above that plain", "height"),
            r"\Gamma": Symbol("the lapse rate of that layer", "lapse"),
            "T": Symbol("the mean temperature of the layers", "temperature"),
            "g": Symbol("the acceleration of gravity", "g"),
            "c_p": Symbol("the specific heat of dry air at constant pressure", "cp_dry"),
        },
        latex=r"\frac{U[oblique: \cos(\alpha)|]}{h \sqrt{\frac{g}{T} (\frac{g}{c_p} - \Gamma)}}",
    ),
)
