"""Vertical motion of an equatorial Kelvin wave in a mean wind."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    speed = x["speed"] - x["mean"] * (1 if "westerly" in taken else -1)
    zonal = 2 * math.pi / x["wavelength"]
    return {
        "w": zonal * speed * x["amplitude"] / x["stability"],
        "Z": speed * x["amplitude"] / x["g"],
        "Lz": 2 * math.pi * speed / x["stability"],
    }


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Sections 11.4 and 12.5",
    background=(
        "With the phase speed c relative to the mean wind, a Kelvin wave in Boussinesq air has the geopotential c u', "
        "the vertical wavenumber N/c and the vertical velocity k c u'/N for the zonal wavenumber k."
    ),
    variables={
        "speed": Variable("m/s", 24, 34, 1),
        "mean": Variable("m/s", 7, 10, 0.5),
        "amplitude": Variable("m/s", 4, 10, 0.5),
        "short": Variable("km", 10000, 12500, 500),
        "long": Variable("km", 17000, 20000, 500),
        "troposphere": Variable("1/s", 0.010, 0.012, 0.0005),
        "stratosphere": Variable("1/s", 0.021, 0.025, 0.0005),
    },
    constants=("g",),
    forks={
        "westerly": fork("let the mean wind blow from the [west|east]", "reasoning"),
        "long": fork("used the wavelength of the [long|short] wave", wavelength=("long", "short")),
        "stratosphere": fork(
            "used the stability of [stratospheric|tropospheric] air", stability=("stratosphere", "troposphere")
        ),
    },
    question=(
        "An equatorial Kelvin wave travels eastwards at {speed} m/s over the ground, through a uniform mean wind of "
        "{mean} m/s from the [westerly:west|east]. Its zonal wind has an amplitude of {amplitude} m/s. Its zonal "
        "wavelength is {short} km if it is a short and {long} km if it is a long wave. The buoyancy frequency is "
        "{troposphere} s⁻¹ in tropospheric and {stratosphere} s⁻¹ in stratospheric air. Consider the [long:long|short] "
        "wave in [stratosphere:stratospheric|tropospheric] air, at the equator; it is hydrostatic, and the decrease of "
        "density with height is neglected."
    ),
    solve=_solve,
    parts={
        "w": Part("the amplitude of the vertical velocity", "mm/s", 0.2, 40),
        "Z": Part("the amplitude of the geopotential height", "m", 3, 80),
        "Lz": Part("the vertical wavelength", "km", 2, 40),
    },
    formula=Formula(
        symbols={
            "c": Symbol("the speed of the wave over the ground", "speed"),
            "U": Symbol("the speed of the mean wind", "mean"),
            "a": Symbol("the amplitude of the zonal wind at the equator", "amplitude"),
            r"\lambda": Symbol("the zonal wavelength of that wave", "wavelength"),
            "N": Symbol("the buoyancy frequency of that air", "stability"),
        },
        latex=r"\frac{2 \pi (c [westerly:-|+] U) a}{\lambda N}",
    ),
)
