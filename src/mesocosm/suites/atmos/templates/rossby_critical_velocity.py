"""Strongest west wind that lets a stationary planetary wave rise."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    circle = x["earth_radius"] * math.cos(x["latitude"])
    zonal = x["number"] / circle
    meridional = math.pi / x["width"] if "channel" in taken else 0
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    beta = 2 * x["earth_rotation"] * math.cos(x["latitude"]) / x["earth_radius"]
    depth = (coriolis / (2 * x["stability"] * x["scale"])) ** 2
    return {"U": beta / (zonal**2 + meridional**2 + depth), "L": 2 * math.pi / zonal}


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Charney and Drazin (1961), J. Geophys. Res. 66, 83; Holton and Hakim (2013), Section 12.3",
    background=(
        "A stationary wave with zonal and meridional wavenumbers k and l rises only through west winds weaker than the "
        "Rossby critical velocity β / (k² + l² + f²/(4 N² H²)), with β = 2 Ω cos(φ)/a."
    ),
    variables={
        "south": Variable("degree", 38, 43, 1),
        "north": Variable("degree", 57, 62, 1),
        "width": Variable("km", 4000, 5000, 100),
        "longer": Variable("", 1, 2, 1),
        "shorter": Variable("", 3, 4, 1),
        "troposphere": Variable("1/s", 0.011, 0.014, 0.0005),
        "stratosphere": Variable("1/s", 0.019, 0.023, 0.0005),
        "scale": Variable("km", 6.5, 7.5, 0.1),
    },
    constants=("earth_radius", "earth_rotation"),
    forks={
        "northern": fork("used the latitude of the [northern|southern] belt", latitude=("north", "south")),
        "shorter": fork("used the number of the [shorter|longer] wave", number=("shorter", "longer")),
        "stratosphere": fork(
            "used the stability of [stratospheric|tropospheric] air", stability=("stratosphere", "troposphere")
        ),
        "channel": fork("[counted half a wave across the belt|left out the meridional wavenumber]", "reasoning"),
    },
    question=(
        "Stationary planetary waves are forced from below on beta planes, in belts {width} km wide from south to north "
        "that are centred at {south}° N and {north}° N: a longer wave with {longer} and a shorter one with {shorter} "
        "wavelengths around the circle of latitude. The buoyancy frequency is {troposphere} s⁻¹ in tropospheric and "
        "{stratosphere} s⁻¹ in stratospheric air, the density scale height {scale} km. Consider the "
        "[shorter:shorter|longer] wave in the [northern:northern|southern] belt in "
        "[stratosphere:stratospheric|tropospheric] air; it [channel:has half a wavelength across the belt and vanishes "
        "at its edges|does not vary from south to north]. The mean west wind is uniform."
    ),
    solve=_solve,
    parts={
        "U": Part("the Rossby critical velocity", "m/s", 2, 150),
        "L": Part("the zonal wavelength of that wave", "km", 4000, 35000),
    },
    formula=Formula(
        symbols={
            r"\phi": Symbol("the latitude of the centre of that belt", "latitude"),
            "m": Symbol("the number of wavelengths of that wave around the circle of latitude", "number"),
            "W": Symbol("the width of the belt", "width"),
            "N": Symbol("the buoyancy frequency of that air", "stability"),
            "H": Symbol("the density scale height", "scale"),
            r"\Omega": Symbol("the rate of the Earth's rotation", "earth_rotation"),
            "a": Symbol("the radius of the Earth", "earth_radius"),
        },
        latex=(
            r"\frac{2 \Omega \cos(\phi)}{a (\frac{m^2}{a^2 \cos^2(\phi)}[channel: + \frac{\pi^2}{W^2}|] + "
            r"\frac{\Omega^2 \sin^2(\phi)}{N^2 H^2})}"
        ),
    ),
)
