"""Ascent that keeps a shear zone of the equatorial stratosphere cold."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    cold = 2 * x["earth_rotation"] / x["earth_radius"] * x["width"] ** 2 * x["shear"]
    ascent = cold / (x["stability"] ** 2 * x["relaxation"])
    return {"w": ascent + (x["upwelling"] if "total" in taken else 0), "T": cold * x["scale"] / x["r_dry"]}


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
        "wide": fork("used the width of the [wide|narrow] zone", width=("wide", "narrow")),
        "strong": fork("used the shear of the [strong|weak] phase", shear=("strong", "weak")),
        "dusty": fork("used the relaxation time of [dusty|clean] air", relaxation=("dusty", "clean")),
        "total": fork("[added|left out] the uniform upwelling", "reasoning"),
    },
    question=(
        "Over the equator the stratospheric wind becomes more easterly with height, by {weak} m/s per kilometre in a "
        "weak and by {strong} in a strong phase. The shear varies with the distance y from the equator as "
        "exp(−y²/(2L²)), with L = {narrow} km in a narrow and {wide} km in a wide zone. The temperature anomaly in "
        "thermal-wind balance with it vanishes far from the equator; radiation damps it with a time constant of "
        "{clean} days in clean and {dusty} days in dusty air. The buoyancy frequency is {stability} s⁻¹, the scale "
        "height {scale} km. There is a uniform upwelling of {upwelling} mm/s from other causes; "
        "[total:include it in the velocity|leave it out]. Consider the steady [strong:strong|weak] phase in the "
        "[wide:wide|narrow] zone in [dusty:dusty|clean] air."
    ),
    solve=_solve,
    parts={
        "w": Part("the upward residual velocity on the equator", "mm/s", 0.02, 1.5),
        "T": Part("the magnitude of the temperature anomaly on the equator in balance with the shear", "K", 0.5, 8),
    },
    formula=Formula(
        symbols={
            "s": Symbol("the magnitude of the wind shear on the equator in that phase", "shear"),
            "L": Symbol("the length in the exponent, for that zone", "width"),
            r"\tau": Symbol("the time constant of radiation in that air", "relaxation"),
            "N": Symbol("the buoyancy frequency", "stability"),
            "W": Symbol("the uniform upwelling", "upwelling"),
            r"\Omega": Symbol("the rate of the Earth's rotation", "earth_rotation"),
            "a": Symbol("the radius of the Earth", "earth_radius"),
        },
        latex=r"\frac{2 \Omega L^2 s}{a N^2 \tau}[total: + W|]",
    ),
)
