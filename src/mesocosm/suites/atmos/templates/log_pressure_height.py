"""Log-pressure height of a level in air with a linear temperature profile."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    base = "the mountain station" if "station" in taken else "the ground"
    level = "upper" if "upper" in taken else "lower"
    scale = "warm" if "warm" in taken else "cold"
    return (
        f"From {p['ground']:g} K at the ground, where the pressure is 1000 hPa, the temperature of dry air decreases "
        f"linearly with height by {p['rate']:g} K per kilometre. Log-pressure height is a scale height times the "
        f"natural logarithm of 1000 hPa over the pressure; one atlas uses a cold scale height of {p['cold']:g} km, "
        f"another a warm one of {p['warm']:g} km. A mountain station lies {p['station']:g} km, a lower level "
        f"{p['lower']:g} km and an upper level {p['upper']:g} km above the ground. Consider the layer from {base} up "
        f"to the {level} level, and its thickness in log-pressure height with the {scale} scale height."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    exponent = x["g"] / (x["r_dry"] * x["rate"])
    bottom = x["ground"] - (x["rate"] * x["station"] if "station" in taken else 0)
    end = x["ground"] - x["rate"] * x["upper" if "upper" in taken else "lower"]
    return {
        "dz": x["warm" if "warm" in taken else "cold"] * exponent * math.log(bottom / end),
        "p": x["reference_pressure"] * (end / x["ground"]) ** exponent,
    }


def _write(taken: Taken) -> str:
    bottom = r"T - \Gamma z_1" if "station" in taken else "T"
    return rf"\frac{{H g}}{{R \Gamma}} \ln(\frac{{{bottom}}}{{T - \Gamma z_2}})"


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
        "station": Fork("counted from the mountain station", "counted from the ground", "reasoning"),
        "upper": Fork("used the height of the upper level", "used the height of the lower level", "misreading"),
        "warm": Fork("used the warm scale height", "used the cold scale height", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "dz": Part("the log-pressure thickness of that layer", "km", 2, 20),
        "p": Part("the pressure at the top of that layer", "hPa", 120, 600),
    },
    formula=Formula(
        symbols={
            "T": Symbol("the temperature at the ground", lambda x, taken: x["ground"]),
            r"\Gamma": Symbol("the decrease of temperature with height", lambda x, taken: x["rate"]),
            "H": Symbol("the scale height of that atlas", lambda x, taken: x["warm" if "warm" in taken else "cold"]),
            "z_1": Symbol("the height of the mountain station", lambda x, taken: x["station"]),
            "z_2": Symbol(
                "the height of the top of that layer", lambda x, taken: x["upper" if "upper" in taken else "lower"]
            ),
            "R": Symbol("the gas constant of dry air", lambda x, taken: x["r_dry"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=_write,
    ),
)
