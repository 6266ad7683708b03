"""Fall speed of a small drop beyond the reach of Stokes drag."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork

HALVINGS = 80
"""How often the interval that holds the speed is halved: beyond the precision of a float."""


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    excess = x["density"] - x["air"]
    stokes = excess * x["g"] * x["diameter"] ** 2 / (18 * x["air_viscosity"])
    reynolds = x["air"] * stokes * x["diameter"] / x["air_viscosity"]
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
        "larger": fork("used the diameter of the [larger|smaller] sphere", diameter=("large", "small")),
        "graupel": fork("used the density of [graupel|liquid water]", density=("graupel", "water_density")),
        "stokes": fork("[used Stokes' drag alone|corrected the drag for the Reynolds number]", "knowledge"),
        "updraught": fork("[took the updraught off|left the updraught out]", "reasoning"),
    },
    question=(
        "Spheres of {small} µm and {large} µm in diameter fall out of a cloud at their terminal speed, some as liquid "
        "water of 1000 kg/m³, some as graupel of {graupel} kg/m³. The air has a density of {air} kg/m³ and a viscosity "
        "of 1.8×10⁻⁵ kg/(m s); part of it rises in an updraught at {updraught} m/s, the rest is at rest. [stokes:Use "
        "Stokes' drag alone, with no correction.|Multiply Stokes' drag by 1 + 0.15 Re^0.687, where Re is built with "
        "the diameter.] Take the [larger:larger|smaller] sphere of [graupel:graupel|liquid water], [updraught:inside "
        "the updraught of {updraught} m/s|outside the updraught]."
    ),
    solve=_solve,
    parts={
        "v": Part("the speed at which the sphere comes down relative to the ground", "m/s", 0.03, 2),
        "Re": Part("the Reynolds number of the motion through the air, built with the diameter", "", 0.3, 40),
    },
    collection="further",
)
