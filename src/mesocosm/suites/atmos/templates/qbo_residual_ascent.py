"""Ascent that keeps a shear zone of the equatorial stratosphere cold."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    zone = "wide" if "wide" in taken else "narrow"
    phase = "strong" if "strong" in taken else "weak"
    air = "dusty" if "dusty" in taken else "clean"
    total = "include it in the velocity" if "total" in taken else "leave it out"
    return (
        f"Over the equator the stratospheric wind becomes more easterly with height, by {p['weak']:g} m/s per "
        f"kilometre in a weak and by {p['strong']:g} in a strong phase. The shear varies with the distance y from the "
        f"equator as exp(−y²/(2L²)), with L = {p['narrow']:g} km in a narrow and {p['wide']:g} km in a wide zone. The "
        f"temperature anomaly in thermal-wind balance with it vanishes far from the equator; radiation damps it with a "
        f"time constant of {p['clean']:g} days in clean and {p['dusty']:g} days in dusty air. The buoyancy frequency "
        f"is {p['stability']:g} s⁻¹, the scale height {p['scale']:g} km. There is a uniform upwelling of "
        f"{p['upwelling']:g} mm/s from other causes; {total}. Consider the steady {phase} phase in the {zone} zone in "
        f"{air} air."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    width = x["wide" if "wide" in taken else "narrow"]
    shear = x["strong" if "strong" in taken else "weak"]
    relaxation = x["dusty" if "dusty" in taken else "clean"]
    cold = 2 * x["earth_rotation"] / x["earth_radius"] * width**2 * shear
    ascent = cold / (x["stability"] ** 2 * relaxation)
    return {
        "w": ascent + (x["upwelling"] if "total" in taken else 0),
        "T": cold * x["scale"] / x["r_dry"],
    }


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Andrews, Holton and Leovy (1987), Middle Atmosphere Dynamics, Section 8.2; Plumb and Bell (1982)",
    background=(
        "Thermal wind on the equatorial beta plane, β y ∂u/∂z = -(R/H) ∂T/∂y, gives for a Gaussian shear an anomaly of "
        "(H/R) β L² ∂u/∂z on the equator. In a steady state the residual vertical velocity balances the relaxation: w "
        "N² H/R = -(anomaly)/(relaxation time)."
    ),
    variables={
        "weak": Variable("m/s/km", 3, 3.6, 0.1),
        "strong": Variable("m/s/km", 5.6, 7, 0.1),
        "narrow": Variable("km", 900, 1000, 10),
        "wide": Variable("km", 1080, 1180, 10),
        "clean": Variable("day", 20, 24, 1),
        "dusty": Variable("day", 13, 15, 1),
        "stability": Variable("1/s", 0.020, 0.023, 0.0005),
        "scale": Variable("km", 5.9, 6.5, 0.1),
        "upwelling": Variable("mm/s", 0.15, 0.3, 0.01),
    },
    constants=("earth_rotation", "earth_radius", "r_dry"),
    forks={
        "wide": Fork("used the width of the wide zone", "used the width of the narrow zone", "misreading"),
        "strong": Fork("used the shear of the strong phase", "used the shear of the weak phase", "misreading"),
        "dusty": Fork("used the relaxation time of dusty air", "used the relaxation time of clean air", "misreading"),
        "total": Fork("added the uniform upwelling", "left out the uniform upwelling", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "w": Part("the upward residual velocity on the equator", "mm/s", 0.02, 1.5),
        "T": Part("the magnitude of the temperature anomaly on the equator in balance with the shear", "K", 0.5, 8),
    },
    formula=Formula(
        symbols={
            "s": Symbol(
                "the magnitude of the wind shear on the equator in that phase",
                lambda x, taken: x["strong" if "strong" in taken else "weak"],
            ),
            "L": Symbol(
                "the length in the exponent, for that zone", lambda x, taken: x["wide" if "wide" in taken else "narrow"]
            ),
            r"\tau": Symbol(
                "the time constant of radiation in that air",
                lambda x, taken: x["dusty" if "dusty" in taken else "clean"],
            ),
            "N": Symbol("the buoyancy frequency", lambda x, taken: x["stability"]),
            "W": Symbol("the uniform upwelling", lambda x, taken: x["upwelling"]),
            r"\Omega": Symbol("the rate of the Earth's rotation", lambda x, taken: x["earth_rotation"]),
            "a": Symbol("the radius of the Earth", lambda x, taken: x["earth_radius"]),
        },
        write=lambda taken: rf"\frac{{2 \Omega L^2 s}}{{a N^2 \tau}}{' + W' if 'total' in taken else ''}",
    ),
)
