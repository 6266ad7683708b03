"""Stable air that meets a mountain ridge: Froude number and the wave that it makes."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    day = "the second day" if "oblique" in taken else "the first day"
    time = "afternoon" if "afternoon" in taken else "morning"
    side = "eastern" if "eastern" in taken else "western"
    layer = "upper" if "upper" in taken else "lower"
    return (
        f"A long ridge stands {p['west']:g} m above its western and {p['east']:g} m above its eastern plain. The wind "
        f"blows at {p['morning']:g} m/s in the morning and at {p['afternoon']:g} m/s in the afternoon; on the first "
        f"day it meets the ridge at right angles, on the second day {p['angle']:g}° off that. Temperature falls by "
        f"{p['lower']:g} K/km in a lower and by {p['upper']:g} K/km in an upper layer, both at {p['temperature']:g} °C "
        f"in the mean. Dry air with the stability of the {layer} layer comes from the {side} plain in the {time} of "
        f"{day}. The Froude number, small where air is blocked, is built with the component of the wind across the "
        "ridge, the buoyancy frequency and the height above that plain."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    speed = x["afternoon" if "afternoon" in taken else "morning"]
    across = speed * math.cos(x["angle"]) if "oblique" in taken else speed
    height = x["east" if "eastern" in taken else "west"]
    lapse = x["upper" if "upper" in taken else "lower"]
    buoyancy = math.sqrt(x["g"] / x["temperature"] * (x["g"] / x["cp_dry"] - lapse))
    return {"Fr": across / (buoyancy * height), "N": buoyancy, "lambda": 2 * math.pi * across / buoyancy}


def _write(taken: Taken) -> str:
    across = r"U \cos(\alpha)" if "oblique" in taken else "U"
    return rf"\frac{{{across}}}{{h \sqrt{{\frac{{g}}{{T}} (\frac{{g}}{{c_p}} - \Gamma)}}}}"


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
        "oblique": Fork(
            "took only a component of the wind on the first day", "took the full speed on the second day", "reasoning"
        ),
        "afternoon": Fork("used the wind of the afternoon", "used the wind of the morning", "misreading"),
        "eastern": Fork(
            "measured the ridge from the eastern plain", "measured the ridge from the western plain", "misreading"
        ),
        "upper": Fork("used the lapse rate of the upper layer", "used the lapse rate of the lower layer", "misreading"),
    },
    ask=_ask,
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
            "U": Symbol(
                "the speed of the wind at that time of day",
                lambda x, taken: x["afternoon" if "afternoon" in taken else "morning"],
            ),
            r"\alpha": Symbol("the angle given for the second day", lambda x, taken: x["angle"]),
            "h": Symbol(
                "the height of the ridge above that plain", lambda x, taken: x["east" if "eastern" in taken else "west"]
            ),
            r"\Gamma": Symbol(
                "the lapse rate of that layer", lambda x, taken: x["upper" if "upper" in taken else "lower"]
            ),
            "T": Symbol("the mean temperature of the layers", lambda x, taken: x["temperature"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
            "c_p": Symbol("the specific heat of dry air at constant pressure", lambda x, taken: x["cp_dry"]),
        },
        write=_write,
    ),
)
