"""Mean vorticity of a vortex whose wind falls off as a power of the distance."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    reach = x["reach"]
    wind = x["wind"] * (x["eyewall"] / reach) ** x["power"]
    if "ring" not in taken:
        return {"z": 2 * wind / reach, "V": wind}
    inner = x["wind"] * x["eyewall"]
    return {"z": 2 * (wind * reach - inner) / (reach**2 - x["eyewall"] ** 2), "V": wind}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 4.2",
    background=(
        "The mean vorticity of a region is the circulation around its edge over its area: 2 V/r for a disc with the "
        "wind V along its edge. For a ring the circulation of the inner edge is taken off; it is zero where V falls "
        "off as 1/r."
    ),
    variables={
        "eyewall": Variable("km", 30, 45, 1),
        "wind": Variable("m/s", 38, 60, 1),
        "mature": Variable("", 0.3, 0.4, 0.01),
        "weak": Variable("", 0.54, 0.62, 0.01),
        "close": Variable("km", 64, 80, 2),
        "wide": Variable("km", 96, 120, 2),
    },
    constants=(),
    forks={
        "weak": fork("used the power of the [weakening|mature] phase", power=("weak", "mature")),
        "wide": fork("used the radius of the [wider|closer] circle", reach=("wide", "close")),
        "ring": fork("took the [ring outside the eyewall only|whole disc]", "reasoning"),
    },
    question=(
        "In a hurricane the wind blows along circles. At the eyewall, {eyewall} km from the centre, it reaches {wind} "
        "m/s, and outside it falls off as the distance from the centre to the power of minus n, with n = {mature} in "
        "the mature phase and n = {weak} in the weakening phase. Flights circle at {close} km and at {wide} km from "
        "the centre. Consider the [weak:weakening|mature] phase and the "
        "[ring:ring between the eyewall and|whole disc inside] the circle of [wide:{wide}|{close}] km radius."
    ),
    solve=_solve,
    parts={
        "z": Part("the mean relative vorticity of this region", "1/s", 2e-5, 5e-3),
        "V": Part("the wind speed on that circle", "m/s", 10, 60),
    },
    formula=Formula(
        symbols={
            "U": Symbol("the wind at the eyewall", "wind"),
            "a": Symbol("the distance of the eyewall from the centre", "eyewall"),
            "r": Symbol("the radius of that circle", "reach"),
            "n": Symbol("the exponent of that phase", "power"),
        },
        latex=r"[ring:\frac{2 U (r (\frac{a}{r})^n - a)}{r^2 - a^2}|\frac{2 U}{r} (\frac{a}{r})^n]",
    ),
)
