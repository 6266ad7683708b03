"""Log-pressure height of a level in air with a linear temperature profile."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    exponent = x["g"] / (x["r_dry"] * x["rate"])
    bottom = x["ground"] - (x["rate"] * x["station"] if "station" in taken else 0)
    end = x["ground"] - x["rate"] * x["height"]
    return {
        "dz": x["scale"] * exponent * math.log(bottom / end),
        "p": x["reference_pressure"] * (end / x["ground"]) ** exponent,
    }


template = Template(
    category="atmospheric physics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Sections 1.4 and 7.4 (log-pressure)",
    background=(
        "Hydrostatic balance gives d ln p/dz = -g/(R T). With T = T0 - c z this is ln(p0/p) = g/(R c) ln(T0/T), and "
        "the log-pressure height is H ln(p0/p)."
    ),
    variables={
        "ground": Variable("K", 270, 292, 1),
        "rate": Variable("K/km", 4.5, 6, 0.1),
        "cold": Variable("km", 6.5, 6.8, 0.05),
        "warm": Variable("km", 8.2, 8.6, 0.05),
        "station": Variable("km", 2.4, 3.4, 0.1),
        "lower": Variable("km", 6, 7, 0.1),
        "upper": Variable("km", 10, 11.5, 0.1),
    },
    constants=("g", "r_dry", "reference_pressure"),
    forks={
        "station": fork("counted from the [mountain station|ground]", "reasoning"),
        "upper": fork("used the height of the [upper|lower] level", height=("upper", "lower")),
        "warm": fork("used the [warm|cold] scale height", scale=("warm", "cold")),
    },
    question=(
        "From {ground} K at the ground, where the pressure is 1000 hPa, the temperature of dry air decreases linearly "
        "with height by {rate} K per kilometre. Log-pressure height is a scale height times the natural logarithm of "
        "1000 hPa over the pressure; one atlas uses a cold scale height of {cold} km, another a warm one of {warm} km. "
        "A mountain station lies {station} km, a lower level {lower} km and an upper level {upper} km above the "
        "ground. Consider the layer from the [station:mountain station|ground] up to the [upper:upper|lower] level, "
        "and its thickness in log-pressure height with the [warm:warm|cold] scale height."
    ),
    solve=_solve,
    parts={
        "dz": Part("the log-pressure thickness of that layer", "km", 2, 20),
        "p": Part("the pressure at the top of that layer", "hPa", 120, 600),
    },
    formula=Formula(
        symbols={
            "T": Symbol("the temperature at the ground", "ground"),
            r"\Gamma": Symbol("the decrease of temperature with height", "rate"),
            "H": Symbol("the scale height of that atlas", "scale"),
            "z_1": Symbol("the height of the mountain station", "station"),
            "z_2": Symbol("the height of the top of that layer", "height"),
            "R": Symbol("the gas constant of dry air", "r_dry"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=r"\frac{H g}{R \Gamma} \ln(\frac{T[station: - \Gamma z_1|]}{T - \Gamma z_2})",
    ),
)
