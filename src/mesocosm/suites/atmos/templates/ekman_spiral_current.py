"""The wind-driven current that turns and fades with depth."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = "northern" if "northern" in taken else "southern"
    week = "second" if "windy" in taken else "first"
    meter = "lower" if "lower" in taken else "upper"
    return (
        f"Two moorings stand in deep open ocean, at {p['south']:g}° N and {p['north']:g}° N, each with an upper "
        f"current meter at {p['upper']:g} m and a lower one at {p['lower']:g} m depth. A steady wind blows at "
        f"{p['first']:g} m/s in the first and at {p['second']:g} m/s in the second week; the density of the air is "
        f"{p['air']:g} kg/m³ and the drag coefficient {p['drag']:g}. The eddy viscosity of the sea is "
        f"{p['viscosity']:g} m²/s at all depths. Assume a steady Ekman spiral without other currents, and consider the "
        f"{meter} meter of the {place} mooring in the {week} week."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["north" if "northern" in taken else "south"])
    stress = x["air"] * x["drag"] * x["second" if "windy" in taken else "first"] ** 2
    depth = x["lower" if "lower" in taken else "upper"]
    scale = math.sqrt(2 * x["viscosity"] / coriolis)
    surface = stress / (x["sea_density"] * math.sqrt(coriolis * x["viscosity"]))
    return {"v": surface * math.exp(-depth / scale), "V": stress / (x["sea_density"] * coriolis), "d": math.pi * scale}


template = Template(
    category="physical oceanography",
    kind="knowledge",
    reference="Ekman (1905); Stewart (2008), Introduction to Physical Oceanography, Section 9.2",
    background=(
        "Under a wind stress τ = ρa CD U² the current has the speed τ/(ρ √(f A)) at the surface and decays with depth "
        "as exp(−z/√(2A/f)); the Ekman depth is π √(2A/f) and the transport per unit width τ/(ρ f)."
    ),
    variables={
        "south": Variable("degree", 22, 28, 1),
        "north": Variable("degree", 48, 60, 1),
        "upper": Variable("m", 4.0, 7.0, 0.5),
        "lower": Variable("m", 15.0, 19.0, 0.5),
        "first": Variable("m/s", 7.0, 8.0, 0.1),
        "second": Variable("m/s", 11.0, 12.5, 0.1),
        "air": Variable("kg/m**3", 1.18, 1.28, 0.01),
        "drag": Variable("", 0.0011, 0.0016, 0.0001),
        "viscosity": Variable("m**2/s", 0.03, 0.06, 0.002),
    },
    constants=("earth_rotation", "sea_density"),
    forks={
        "northern": Fork(
            "used the latitude of the northern mooring", "used the latitude of the southern mooring", "misreading"
        ),
        "windy": Fork("used the wind of the second week", "used the wind of the first week", "misreading"),
        "lower": Fork("used the depth of the lower meter", "used the depth of the upper meter", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "v": Part("the speed of the current at that meter", "cm/s", 0.2, 60),
        "V": Part("the Ekman volume transport per unit width", "m**2/s", 0.1, 20),
        "d": Part(
            "the Ekman depth, the least depth where the current runs opposite to that at the surface", "m", 20, 300
        ),
    },
    collection="further",
    formula=Formula(
        symbols={
            "U": Symbol(
                "the speed of the wind in that week", lambda x, taken: x["second" if "windy" in taken else "first"]
            ),
            r"\rho_a": Symbol("the density of the air", lambda x, taken: x["air"]),
            "C": Symbol("the drag coefficient", lambda x, taken: x["drag"]),
            r"\rho": Symbol("the density of sea water", lambda x, taken: x["sea_density"]),
            "A": Symbol("the eddy viscosity of the sea", lambda x, taken: x["viscosity"]),
            "z": Symbol("the depth of that meter", lambda x, taken: x["lower" if "lower" in taken else "upper"]),
            r"\varphi": Symbol(
                "the latitude of that mooring", lambda x, taken: x["north" if "northern" in taken else "south"]
            ),
            r"\Omega": Symbol("the angular speed of the Earth", lambda x, taken: x["earth_rotation"]),
        },
        write=lambda taken: (
            r"\frac{\rho_a C U^2}{\rho \sqrt{2 \Omega A \sin\varphi}}"
            r" \exp\left(-z \sqrt{\frac{\Omega \sin\varphi}{A}}\right)"
        ),
    ),
)
