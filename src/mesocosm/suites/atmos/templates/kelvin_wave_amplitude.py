"""Vertical motion of an equatorial Kelvin wave in a mean wind."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    wind = "west" if "westerly" in taken else "east"
    wave = "long" if "long" in taken else "short"
    air = "stratospheric" if "stratosphere" in taken else "tropospheric"
    return (
        f"An equatorial Kelvin wave travels eastwards at {p['speed']:g} m/s over the ground, through a uniform mean "
        f"wind of {p['mean']:g} m/s from the {wind}. Its zonal wind has an amplitude of {p['amplitude']:g} m/s. Its "
        f"zonal wavelength is {p['short']:g} km if it is a short and {p['long']:g} km if it is a long wave. The "
        f"buoyancy frequency is {p['troposphere']:g} s⁻¹ in tropospheric and {p['stratosphere']:g} s⁻¹ in "
        f"stratospheric air. Consider the {wave} wave in {air} air, at the equator; it is hydrostatic, and the "
        f"decrease of density with height is neglected."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    speed = x["speed"] - x["mean"] * (1 if "westerly" in taken else -1)
    zonal = 2 * math.pi / x["long" if "long" in taken else "short"]
    stability = x["stratosphere" if "stratosphere" in taken else "troposphere"]
    return {
        "w": zonal * speed * x["amplitude"] / stability,
        "Z": speed * x["amplitude"] / x["g"],
        "Lz": 2 * math.pi * speed / stability,
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
        "westerly": Fork("let the mean wind blow from the west", "let the mean wind blow from the east", "reasoning"),
        "long": Fork("used the wavelength of the long wave", "used the wavelength of the short wave", "misreading"),
        "stratosphere": Fork(
            "used the stability of stratospheric air", "used the stability of tropospheric air", "misreading"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "w": Part("the amplitude of the vertical velocity", "mm/s", 0.2, 40),
        "Z": Part("the amplitude of the geopotential height", "m", 3, 80),
        "Lz": Part("the vertical wavelength", "km", 2, 40),
    },
    formula=Formula(
        symbols={
            "c": Symbol("the speed of the wave over the ground", lambda x, taken: x["speed"]),
            "U": Symbol("the speed of the mean wind", lambda x, taken: x["mean"]),
            "a": Symbol("the amplitude of the zonal wind at the equator", lambda x, taken: x["amplitude"]),
            r"\lambda": Symbol(
                "the zonal wavelength of that wave", lambda x, taken: x["long" if "long" in taken else "short"]
            ),
            "N": Symbol(
                "the buoyancy frequency of that air",
                lambda x, taken: x["stratosphere" if "stratosphere" in taken else "troposphere"],
            ),
        },
        write=lambda taken: rf"\frac{{2 \pi (c {'-' if 'westerly' in taken else '+'} U) a}}{{\lambda N}}",
    ),
)
