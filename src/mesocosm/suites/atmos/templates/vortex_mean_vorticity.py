"""Mean vorticity of a vortex whose wind falls off as a power of the distance."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    phase = "the weakening" if "weak" in taken else "the mature"
    reach = p["wide"] if "wide" in taken else p["close"]
    region = "the ring between the eyewall and" if "ring" in taken else "the whole disc inside"
    return (
        f"In a hurricane the wind blows along circles. At the eyewall, {p['eyewall']:g} km from the centre, it reaches "
        f"{p['wind']:g} m/s, and outside it falls off as the distance from the centre to the power of minus n, with n "
        f"= {p['mature']:g} in the mature phase and n = {p['weak']:g} in the weakening phase. Flights circle at "
        f"{p['close']:g} km and at {p['wide']:g} km from the centre. Consider {phase} phase and {region} the circle of "
        f"{reach:g} km radius."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    power = x["weak" if "weak" in taken else "mature"]
    reach = x["wide" if "wide" in taken else "close"]
    wind = x["wind"] * (x["eyewall"] / reach) ** power
    if "ring" not in taken:
        return {"z": 2 * wind / reach, "V": wind}
    inner = x["wind"] * x["eyewall"]
    return {"z": 2 * (wind * reach - inner) / (reach**2 - x["eyewall"] ** 2), "V": wind}


def _write(taken: Taken) -> str:
    if "ring" in taken:
        return r"\frac{2 U (r (\frac{a}{r})^n - a)}{r^2 - a^2}"
    return r"\frac{2 U}{r} (\frac{a}{r})^n"


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
        "weak": Fork("used the power of the weakening phase", "used the power of the mature phase", "misreading"),
        "wide": Fork("used the radius of the wider circle", "used the radius of the closer circle", "misreading"),
        "ring": Fork("took the ring outside the eyewall only", "took the whole disc", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "z": Part("the mean relative vorticity of this region", "1/s", 2e-5, 5e-3),
        "V": Part("the wind speed on that circle", "m/s", 10, 60),
    },
    formula=Formula(
        symbols={
            "U": Symbol("the wind at the eyewall", lambda x, taken: x["wind"]),
            "a": Symbol("the distance of the eyewall from the centre", lambda x, taken: x["eyewall"]),
            "r": Symbol("the radius of that circle", lambda x, taken: x["wide" if "wide" in taken else "close"]),
            "n": Symbol("the exponent of that phase", lambda x, taken: x["weak" if "weak" in taken else "mature"]),
        },
        write=_write,
    ),
)
