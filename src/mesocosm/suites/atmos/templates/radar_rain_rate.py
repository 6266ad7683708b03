"""Rain rate behind a radar reflectivity, for exponentially distributed drops."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    reflectivity = x["reflectivity"]
    reflectivity *= 10 ** (x["bias"] / 10) if "biased" in taken else 1.0
    slope = (x["intercept"] * math.gamma(7) / reflectivity) ** (1 / 7)
    speed = x["speed"] * ((x["ground"] / x["air"]) ** 0.4 if "aloft" in taken else 1.0)
    moment = math.gamma(4 + x["power"]) / (slope**4 * (slope * x["size"]) ** x["power"])
    return {
        "R": math.pi / 6 * x["intercept"] * speed * moment,
        "W": math.pi * x["water_density"] * x["intercept"] / slope**4,
    }


template = Template(
    category="clouds and aerosol",
    kind="reasoning",
    reference="Marshall and Palmer (1948), J. Meteorol. 5, 165; Rinehart (2010), Radar for Meteorologists, Chapter 8",
    background=(
        "With N(D) = N₀ exp(−Λ D) the reflectivity factor is Z = N₀ 6!/Λ⁷ and the liquid water content π ρ_w N₀ / Λ⁴. "
        "With fall speed v₁ (D/D₁)^b the rain rate is π/6 N₀ v₁ D₁^(−b) Γ(4 + b) / Λ^(4 + b). Z that is read x dB too "
        "low is to be raised by the factor 10^(x/10)."
    ),
    variables={
        "first": Variable("mm**6/m**3", 4000, 5400, 100),
        "second": Variable("mm**6/m**3", 9500, 13000, 100),
        "bias": Variable("", 1.8, 2.8, 0.1),
        "steady": Variable("1/m**3/mm", 7500, 9500, 100),
        "convective": Variable("1/m**3/mm", 1200, 2200, 100),
        "size": Variable("mm", 0.9, 1.1, 0.1),
        "speed": Variable("m/s", 3.7, 4.3, 0.1),
        "power": Variable("", 0.60, 0.70, 0.01),
        "ground": Variable("kg/m**3", 1.18, 1.26, 0.01),
        "air": Variable("kg/m**3", 0.70, 0.82, 0.01),
    },
    constants=("water_density",),
    forks={
        "second": fork("used the reflectivity of the [second|first] echo", reflectivity=("second", "first")),
        "biased": fork("[corrected a reading that was right|did not correct the reading]", "reasoning"),
        "convective": fork("used the drops of [convective|steady] rain", intercept=("convective", "steady")),
        "aloft": fork("used the fall speed [aloft|at the ground]", "reasoning"),
    },
    question=(
        "A radar reads reflectivity factors of {first} and {second} mm⁶/m³ in two echoes. Until it was repaired it "
        "read {bias} dB too low. Drops are spread as N₀ exp(−Λ D) over all diameters D, with N₀ = {steady} m⁻³ mm⁻¹ in "
        "steady and {convective} m⁻³ mm⁻¹ in convective rain. At the ground a drop of {size} mm falls at {speed} m/s, "
        "other drops at speeds proportional to D^{power}. Aloft all of them fall faster by the factor (ground density "
        "/ density aloft)^0.4, with densities of {ground} and {air} kg/m³. Take the [second:second|first] echo, read "
        "[biased:before|after] the repair, in [convective:convective|steady] rain, [aloft:aloft, where the radar "
        "looks|at the ground, with the same drops there]."
    ),
    solve=_solve,
    parts={
        "R": Part("the rain rate there", "mm/hour", 1, 80),
        "W": Part("the mass of rain water per volume of air", "g/m**3", 0.05, 6),
    },
    collection="further",
)
