"""Internal waves between buoyancy and inertia: period and horizontal group velocity."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    radar = "northern" if "northern" in taken else "southern"
    layer = "stratosphere" if "stratosphere" in taken else "troposphere"
    wave = "second" if "tall" in taken else "first"
    return (
        f"Two radars, at {p['south']:g}° N and {p['north']:g}° N, see inertia-gravity waves with a horizontal "
        f"wavelength of {p['horizontal']:g} km. The vertical wavelength of the first wave is {p['short']:g} km, that "
        f"of the second {p['tall']:g} km. The buoyancy frequency is {p['troposphere']:g} s⁻¹ in the troposphere and "
        f"{p['stratosphere']:g} s⁻¹ in the stratosphere. Consider the {wave} wave in the {layer} over the {radar} "
        "radar, in air without mean wind, on an f-plane and with the Boussinesq approximation."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["north" if "northern" in taken else "south"])
    buoyancy = x["stratosphere" if "stratosphere" in taken else "troposphere"]
    k = 2 * math.pi / x["horizontal"]
    m = 2 * math.pi / x["tall" if "tall" in taken else "short"]
    frequency = math.sqrt((buoyancy**2 * k**2 + coriolis**2 * m**2) / (k**2 + m**2))
    group = k * m**2 * (buoyancy**2 - coriolis**2) / (frequency * (k**2 + m**2) ** 2)
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
        "northern": Fork(
            "used the latitude of the northern radar", "used the latitude of the southern radar", "misreading"
        ),
        "stratosphere": Fork("used the stratosphere's stability", "used the troposphere's stability", "misreading"),
        "tall": Fork(
            "used the second wave's vertical wavelength", "used the first wave's vertical wavelength", "misreading"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "P": Part("the period of the wave", "hour", 1, 34),
        "c": Part("the horizontal phase speed of the wave", "m/s", 1, 120),
        "cg": Part("the horizontal group speed of the wave", "m/s", 0.5, 120),
    },
    collection="further",
    formula=Formula(
        symbols={
            "X": Symbol("the horizontal wavelength", lambda x, taken: x["horizontal"]),
            "Z": Symbol(
                "the vertical wavelength of that wave", lambda x, taken: x["tall" if "tall" in taken else "short"]
            ),
            "N": Symbol(
                "the buoyancy frequency of that layer",
                lambda x, taken: x["stratosphere" if "stratosphere" in taken else "troposphere"],
            ),
            r"\varphi": Symbol(
                "the latitude of that radar", lambda x, taken: x["north" if "northern" in taken else "south"]
            ),
            r"\Omega": Symbol("the angular speed of the Earth", lambda x, taken: x["earth_rotation"]),
        },
        write=lambda taken: r"2 \pi \sqrt{\frac{X^2 + Z^2}{N^2 Z^2 + 4 \Omega^2 X^2 \sin^2\varphi}}",
    ),
)
