"""Part of thermal emission that lies in a band of wavelengths."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork

TERMS = 60
"""Terms of the series, which converges as fast as exp(-n x) with x near 4."""


def _below(x: float) -> float:
    """Share of black-body emission at wavelengths shorter than that of x = h c / (wavelength k T)."""
    terms = (math.exp(-n * x) / n * (x**3 + 3 * x**2 / n + 6 * x / n**2 + 6 / n**3) for n in range(1, TERMS + 1))
    return 15 / math.pi**4 * sum(terms)


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    edge = x["planck"] * x["light_speed"] / (x["boltzmann"] * x["temperature"])
    share = _below(edge / x["upper"]) - _below(edge / x["lower"])
    emissivity = x["emissivity"] if "sand" in taken else 1.0
    return {"M": emissivity * x["stefan_boltzmann"] * x["temperature"] ** 4 * share, "share": share}


template = Template(
    category="radiation and climate",
    kind="reasoning",
    reference="Petty (2006), A First Course in Atmospheric Radiation, Section 6.1",
    background=(
        "Of black-body emission σ T⁴ the share at wavelengths below λ is 15/π⁴ times the sum over n = 1, 2, … of "
        "exp(−n x)/n (x³ + 3 x²/n + 6 x/n² + 6/n³), with x = h c / (λ k T); a band takes the difference of two shares."
    ),
    variables={
        "night": Variable("degC", -4, 6, 1),
        "noon": Variable("degC", 28, 42, 1),
        "emissivity": Variable("", 0.60, 0.80, 0.01),
        "first": Variable("um", 8.0, 8.6, 0.1),
        "second": Variable("um", 9.4, 10.0, 0.1),
        "narrow": Variable("um", 11.4, 12.0, 0.1),
        "wide": Variable("um", 13.6, 14.6, 0.1),
    },
    constants=("planck", "light_speed", "boltzmann", "stefan_boltzmann"),
    forks={
        "day": fork("used the temperature of the [day|night]", temperature=("noon", "night")),
        "sand": fork("[used the emissivity of the sand|took the ground as black]", "knowledge"),
        "wide": fork("used the edge of the [wide|narrow] filter", upper=("wide", "narrow")),
        "late": fork("used the edge of the [second|first] window", lower=("second", "first")),
    },
    question=(
        "The ground is at {night} °C by night and at {noon} °C by day. Part of it is covered by a black surface, the "
        "rest is sand that emits the share {emissivity} of what a black body does, at every wavelength. A radiometer "
        "lets pass wavelengths from {first} µm through its first or from {second} µm through its second window, up to "
        "{narrow} µm with a narrow or {wide} µm with a wide filter. Take the [sand:sand|black surface] by "
        "[day:day|night], seen through the [late:second|first] window with the [wide:wide|narrow] filter, and neglect "
        "the air between."
    ),
    solve=_solve,
    parts={
        "M": Part("the emission within the band into the hemisphere above, per area of ground", "W/m**2", 10, 300),
        "share": Part("the share of the emission at all wavelengths that lies within the band", "", 0.05, 0.6),
    },
    collection="further",
)
