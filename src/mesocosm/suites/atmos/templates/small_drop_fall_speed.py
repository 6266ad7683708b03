"""Fall speed of a small drop beyond the reach of Stokes drag."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable

HALVINGS = 80
"""How often the interval that holds the speed is halved: beyond the precision of a float."""


def _ask(p: Printed, taken: Taken) -> str:
    size = "the larger" if "larger" in taken else "the smaller"
    matter = "graupel" if "graupel" in taken else "liquid water"
    drag = (
        "Use Stokes' drag alone, with no correction."
        if "stokes" in taken
        else "Multiply Stokes' drag by 1 + 0.15 Re^0.687, where Re is built with the diameter."
    )
    air = f"inside the updraught of {p['updraught']:g} m/s" if "updraught" in taken else "outside the updraught"
    return (
        f"Spheres of {p['small']:g} µm and {p['large']:g} µm in diameter fall out of a cloud at their terminal speed, "
        f"some as liquid water of 1000 kg/m³, some as graupel of {p['graupel']:g} kg/m³. The air has a density of "
        f"{p['air']:g} kg/m³ and a viscosity of 1.8×10⁻⁵ kg/(m s); part of it rises in an updraught at "
        f"{p['updraught']:g} m/s, the rest is at rest. {drag} Take {size} sphere of {matter}, {air}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    diameter = x["large" if "larger" in taken else "small"]
    excess = x["graupel" if "graupel" in taken else "water_density"] - x["air"]
    stokes = excess * x["g"] * diameter**2 / (18 * x["air_viscosity"])
    reynolds = x["air"] * stokes * diameter / x["air_viscosity"]
    share = 1.0 if "stokes" in taken else _share(reynolds)
    speed = stokes * share - (x["updraught"] if "updraught" in taken else 0.0)
    return {"v": speed, "Re": reynolds * share}


def _share(reynolds: float) -> float:
    """The share of the Stokes speed at which drag balances weight, from the Reynolds number at the Stokes speed."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        too_fast = middle * (1 + 0.15 * (reynolds * middle) ** 0.687) > 1
        low, high = (low, middle) if too_fast else (middle, high)
    return low


template = Template(
    category="clouds and aerosol",
    kind="reasoning",
    reference="Schiller and Naumann (1933); Seinfeld and Pandis (2016), Atmospheric Chemistry and Physics, Chapter 9",
    background=(
        "Weight less buoyancy balances drag: v (1 + 0.15 Re^0.687) = (ρ − ρ_air) g d² / (18 μ), with "
        "Re = ρ_air v d / μ of the motion relative to the air; the correction is dropped where Stokes' drag suffices."
    ),
    variables={
        "small": Variable("um", 110, 140, 5),
        "large": Variable("um", 170, 210, 5),
        "graupel": Variable("kg/m**3", 500, 700, 10),
        "air": Variable("kg/m**3", 0.90, 1.25, 0.01),
        "updraught": Variable("m/s", 0.06, 0.14, 0.01),
    },
    constants=("g", "water_density", "air_viscosity"),
    forks={
        "larger": Fork(
            "used the diameter of the larger sphere", "used the diameter of the smaller sphere", "misreading"
        ),
        "graupel": Fork("used the density of graupel", "used the density of liquid water", "misreading"),
        "stokes": Fork("used Stokes' drag alone", "corrected the drag for the Reynolds number", "knowledge"),
        "updraught": Fork("took the updraught off", "left the updraught out", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "v": Part("the speed at which the sphere comes down relative to the ground", "m/s", 0.03, 2),
        "Re": Part("the Reynolds number of the motion through the air, built with the diameter", "", 0.3, 40),
    },
    collection="further",
)
