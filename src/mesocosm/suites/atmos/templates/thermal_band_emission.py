"""Part of thermal emission that lies in a band of wavelengths."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable

TERMS = 60
"""Terms of the series, which converges as fast as exp(-n x) with x near 4."""


def _ask(p: Printed, taken: Taken) -> str:
    time = "by day" if "day" in taken else "by night"
    ground = "the sand" if "sand" in taken else "the black surface"
    long = "the wide filter" if "wide" in taken else "the narrow filter"
    short = "the second window" if "late" in taken else "the first window"
    return (
        f"The ground is at {p['night']:g} °C by night and at {p['noon']:g} °C by day. Part of it is covered by a black "
        f"surface, the rest is sand that emits the share {p['emissivity']:g} of what a black body does, at every "
        f"wavelength. A radiometer lets pass wavelengths from {p['first']:g} µm through its first or from "
        f"{p['second']:g} µm through its second window, up to {p['narrow']:g} µm with a narrow or {p['wide']:g} µm "
        f"with a wide filter. Take {ground} {time}, seen through {short} with {long}, and neglect the air between."
    )


def _below(x: float) -> float:
    """Share of black-body emission at wavelengths shorter than that of x = h c / (wavelength k T)."""
    terms = (math.exp(-n * x) / n * (x**3 + 3 * x**2 / n + 6 * x / n**2 + 6 / n**3) for n in range(1, TERMS + 1))
    return 15 / math.pi**4 * sum(terms)


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    temperature = x["noon" if "day" in taken else "night"]
    edge = x["planck"] * x["light_speed"] / (x["boltzmann"] * temperature)
    upper, lower = x["wide" if "wide" in taken else "narrow"], x["second" if "late" in taken else "first"]
    share = _below(edge / upper) - _below(edge / lower)
    emissivity = x["emissivity"] if "sand" in taken else 1.0
    return {"M": emissivity * x["stefan_boltzmann"] * temperature**4 * share, "share": share}


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
        "day": Fork("used the temperature of the day", "used the temperature of the night", "misreading"),
        "sand": Fork("used the emissivity of the sand", "took the ground as black", "knowledge"),
        "wide": Fork("used the edge of the wide filter", "used the edge of the narrow filter", "misreading"),
        "late": Fork("used the edge of the second window", "used the edge of the first window", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "M": Part("the emission within the band into the hemisphere above, per area of ground", "W/m**2", 10, 300),
        "share": Part("the share of the emission at all wavelengths that lies within the band", "", 0.05, 0.6),
    },
    collection="further",
)
