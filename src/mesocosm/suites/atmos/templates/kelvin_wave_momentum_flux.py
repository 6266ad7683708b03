"""Upward flux of westerly momentum in an equatorial Kelvin wave."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    year = "second" if "second_year" in taken else "first"
    level = "upper" if "upper" in taken else "lower"
    wave = "long" if "long" in taken else "short"
    wind = "into account" if "doppler" in taken else "to be zero instead"
    return (
        f"Kelvin waves carry energy upward and move eastward along the equator, at {p['speed']:g} m/s over the ground. "
        f"Their zonal wind on the equator has an amplitude of {p['first']:g} m/s in a first and of {p['second']:g} m/s "
        f"in a second year; short waves are {p['short']:g} km and long waves {p['long']:g} km long. The air is at "
        f"{p['temperature']:g} K and has a buoyancy frequency of {p['stability']:g} s⁻¹; a lower level lies at "
        f"{p['lower']:g} hPa, an upper one at {p['upper']:g} hPa. A mean wind of {p['mean']:g} m/s from the east was "
        f"measured; take it {wind}. Consider a {wave} wave of the {year} year at the {level} level, and let the "
        "density vary little over a wave."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    amplitude = x["second" if "second_year" in taken else "first"]
    speed = x["speed"] + (x["mean"] if "doppler" in taken else 0)
    zonal = 2 * math.pi / x["long" if "long" in taken else "short"]
    density = x["upper" if "upper" in taken else "lower"] / (x["r_dry"] * x["temperature"])
    vertical = zonal * speed * amplitude / x["stability"]
    return {
        "F": density * amplitude * vertical / 2,
        "T": x["temperature"] * x["stability"] * amplitude / x["g"],
    }


def _write(taken: Taken) -> str:
    speed = "(c + U)" if "doppler" in taken else "c"
    return rf"\frac{{\pi p a^2 {speed}}}{{R T_0 \lambda N}}"


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
        "second_year": Fork(
            "used the amplitude of the second year", "used the amplitude of the first year", "misreading"
        ),
        "upper": Fork("used the pressure of the upper level", "used the pressure of the lower level", "misreading"),
        "long": Fork("used the length of the long wave", "used the length of the short wave", "misreading"),
        "doppler": Fork(
            "measured the phase speed relative to the mean wind", "used the phase speed over the ground", "reasoning"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "F": Part("the wavelength-mean upward flux of eastward momentum on the equator", "mPa", 0.1, 20),
        "T": Part("the temperature amplitude of the wave on the equator", "K", 1, 10),
    },
    formula=Formula(
        symbols={
            "c": Symbol("the speed of the waves over the ground", lambda x, taken: x["speed"]),
            "U": Symbol("the speed of the mean wind that was measured", lambda x, taken: x["mean"]),
            "a": Symbol(
                "the amplitude of the zonal wind in that year",
                lambda x, taken: x["second" if "second_year" in taken else "first"],
            ),
            r"\lambda": Symbol(
                "the wavelength of that wave", lambda x, taken: x["long" if "long" in taken else "short"]
            ),
            "p": Symbol("the pressure at that level", lambda x, taken: x["upper" if "upper" in taken else "lower"]),
            "T_0": Symbol("the temperature of the air", lambda x, taken: x["temperature"]),
            "N": Symbol("the buoyancy frequency", lambda x, taken: x["stability"]),
            "R": Symbol("the gas constant of dry air", lambda x, taken: x["r_dry"]),
        },
        write=_write,
    ),
)
