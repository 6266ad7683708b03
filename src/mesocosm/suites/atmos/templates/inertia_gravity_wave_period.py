"""Internal waves between buoyancy and inertia: period and horizontal group velocity."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    k = 2 * math.pi / x["horizontal"]
    m = 2 * math.pi / x["vertical"]
    frequency = math.sqrt((x["buoyancy"] ** 2 * k**2 + coriolis**2 * m**2) / (k**2 + m**2))
    group = k * m**2 * (x["buoyancy"] ** 2 - coriolis**2) / (frequency * (k**2 + m**2) ** 2)
    return {"P": 2 * math.pi / frequency, "c": frequency / k, "cg": group}


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Gill (1982), Atmosphere-Ocean Dynamics, Section 8.4",
    background=(
        "An internal wave with horizontal and vertical wavenumbers k and m has ω² = (N²k² + f²m²)/(k² + m²), where "
        "f = 2 Ω sin(latitude); its horizontal phase speed is ω/k and its horizontal group speed ∂ω/∂k."
    ),
    variables={
        "south": Variable("degree", 20, 28, 1),
        "north": Variable("degree", 56, 70, 1),
        "horizontal": Variable("km", 500, 700, 10),
        "short": Variable("km", 4.0, 5.0, 0.1),
        "tall": Variable("km", 6.5, 8.0, 0.1),
        "troposphere": Variable("1/s", 0.009, 0.011, 0.0001),
        "stratosphere": Variable("1/s", 0.02, 0.023, 0.0001),
    },
    constants=("earth_rotation",),
    forks={
        "northern": fork("used the latitude of the [northern|southern] radar", latitude=("north", "south")),
        "stratosphere": fork(
            "used the [stratosphere's|troposphere's] stability", buoyancy=("stratosphere", "troposphere")
        ),
        "tall": fork("used the [second|first] wave's vertical wavelength", vertical=("tall", "short")),
    },
    question=(
        "Two radars, at {south}° N and {north}° N, see inertia-gravity waves with a horizontal wavelength of "
        "{horizontal} km. The vertical wavelength of the first wave is {short} km, that of the second {tall} km. The "
        "buoyancy frequency is {troposphere} s⁻¹ in the troposphere and {stratosphere} s⁻¹ in the stratosphere. "
        "Consider the [tall:second|first] wave in the [stratosphere:stratosphere|troposphere] over the "
        "[northern:northern|southern] radar, in air without mean wind, on an f-plane and with the Boussinesq "
        "approximation."
    ),
    solve=_solve,
    parts={
        "P": Part("the period of the wave", "hour", 1, 34),
        "c": Part("the horizontal phase speed of the wave", "m/s", 1, 120),
        "cg": Part("the horizontal group speed of the wave", "m/s", 0.5, 120),
    },
    collection="further",
    formula=Formula(
        symbols={
            "X": Symbol("the horizontal wavelength", "horizontal"),
            "Z": Symbol("the vertical wavelength of that wave", "vertical"),
            "N": Symbol("the buoyancy frequency of that layer", "buoyancy"),
            r"\varphi": Symbol("the latitude of that radar", "latitude"),
            r"\Omega": Symbol("the angular speed of the Earth", "earth_rotation"),
        },
        latex=r"2 \pi \sqrt{\frac{X^2 + Z^2}{N^2 Z^2 + 4 \Omega^2 X^2 \sin^2\varphi}}",
    ),
)
