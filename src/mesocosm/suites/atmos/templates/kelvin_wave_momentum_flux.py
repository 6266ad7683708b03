"""Upward flux of westerly momentum in an equatorial Kelvin wave."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    speed = x["speed"] + (x["mean"] if "doppler" in taken else 0)
    zonal = 2 * math.pi / x["wavelength"]
    density = x["pressure"] / (x["r_dry"] * x["temperature"])
    vertical = zonal * speed * x["amplitude"] / x["stability"]
    return {
        "F": density * x["amplitude"] * vertical / 2,
        "T": x["temperature"] * x["stability"] * x["amplitude"] / x["g"],
    }


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 12.5",
    background=(
        "In a Kelvin wave w' = k c u'/N is in phase with u', so the mean flux of zonal momentum is ρ k c u'²/(2 N), "
        "with c relative to the mean wind; hydrostatic balance with the vertical wavenumber N/c gives T' = T N u'/g."
    ),
    variables={
        "speed": Variable("m/s", 22, 28, 1),
        "first": Variable("m/s", 6, 7, 0.1),
        "second": Variable("m/s", 8.5, 9.5, 0.1),
        "short": Variable("km", 18000, 20000, 500),
        "long": Variable("km", 30000, 34000, 500),
        "temperature": Variable("K", 205, 225, 1),
        "stability": Variable("1/s", 0.020, 0.024, 0.0005),
        "lower": Variable("hPa", 68, 75, 1),
        "upper": Variable("hPa", 46, 54, 1),
        "mean": Variable("m/s", 6, 9, 0.5),
    },
    constants=("r_dry", "g"),
    forks={
        "second_year": fork("used the amplitude of the [second|first] year", amplitude=("second", "first")),
        "upper": fork("used the pressure of the [upper|lower] level", pressure=("upper", "lower")),
        "long": fork("used the length of the [long|short] wave", wavelength=("long", "short")),
        "doppler": fork(
            "[measured the phase speed relative to the mean wind|used the phase speed over the ground]", "reasoning"
        ),
    },
    question=(
        "Kelvin waves carry energy upward and move eastward along the equator, at {speed} m/s over the ground. Their "
        "zonal wind on the equator has an amplitude of {first} m/s in a first and of {second} m/s in a second year; "
        "short waves are {short} km and long waves {long} km long. The air is at {temperature} K and has a buoyancy "
        "frequency of {stability} s⁻¹; a lower level lies at {lower} hPa, an upper one at {upper} hPa. A mean wind of "
        "{mean} m/s from the east was measured; take it [doppler:into account|to be zero instead]. Consider a "
        "[long:long|short] wave of the [second_year:second|first] year at the [upper:upper|lower] level, and let the "
        "density vary little over a wave."
    ),
    solve=_solve,
    parts={
        "F": Part("the wavelength-mean upward flux of eastward momentum on the equator", "mPa", 0.1, 20),
        "T": Part("the temperature amplitude of the wave on the equator", "K", 1, 10),
    },
    formula=Formula(
        symbols={
            "c": Symbol("the speed of the waves over the ground", "speed"),
            "U": Symbol("the speed of the mean wind that was measured", "mean"),
            "a": Symbol("the amplitude of the zonal wind in that year", "amplitude"),
            r"\lambda": Symbol("the wavelength of that wave", "wavelength"),
            "p": Symbol("the pressure at that level", "pressure"),
            "T_0": Symbol("the temperature of the air", "temperature"),
            "N": Symbol("the buoyancy frequency", "stability"),
            "R": Symbol("the gas constant of dry air", "r_dry"),
        },
        latex=r"\frac{\pi p a^2 [doppler:(c + U)|c]}{R T_0 \lambda N}",
    ),
)
