"""Swell that runs into shallow water: wavelength, height and the drift that it carries."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork


def _wavenumber(frequency: float, depth: float, g: float) -> float:
    """Newton's steps from a first guess that is good at both ends."""
    deep = frequency**2 * depth / g
    kh = deep / math.sqrt(math.tanh(deep))
    for _ in range(30):
        tanh = math.tanh(kh)
        kh -= (kh * tanh - deep) / (tanh + kh * (1 - tanh**2))
    return kh / depth


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    frequency = 2 * math.pi / x["period"]
    depth = x["depth"]
    level = depth - x["height"]
    k = _wavenumber(frequency, depth, x["g"])
    group = frequency / k * (0.5 + k * depth / math.sinh(2 * k * depth))
    height = x["swell"] * math.sqrt(x["g"] / (2 * frequency) / group)
    drift = (height / 2) ** 2 * frequency * k * math.cosh(2 * k * level) / (2 * math.sinh(k * depth) ** 2)
    return {"u": drift, "lambda": 2 * math.pi / k, "H": height}


template = Template(
    category="physical oceanography",
    kind="reasoning",
    reference="Holthuijsen (2007), Waves in Oceanic and Coastal Waters, Sections 5.4 and 7.3; Phillips (1977), 3.3",
    background=(
        "Waves obey ω² = g k tanh(kh); their height grows as the inverse root of the group velocity "
        "(ω/k)(1/2 + kh/sinh 2kh); with amplitude a = H/2 the Stokes drift is "
        "a² ω k cosh(2k(h − z))/(2 sinh² kh) at the depth z."
    ),
    variables={
        "first": Variable("m", 0.9, 1.1, 0.02),
        "second": Variable("m", 1.36, 1.5, 0.02),
        "short": Variable("s", 6.0, 6.6, 0.1),
        "long": Variable("s", 9.5, 11.0, 0.1),
        "outer": Variable("m", 16.0, 20.0, 0.5),
        "inner": Variable("m", 7.0, 8.5, 0.5),
        "upper": Variable("m", 0.5, 1.0, 0.1),
        "lower": Variable("m", 4.0, 5.0, 0.1),
    },
    constants=("g",),
    forks={
        "long": fork("used the period of the [long|short] swell", period=("long", "short")),
        "inner": fork("used the depth of the [inner|outer] site", depth=("inner", "outer")),
        "second": fork("used the height of the [second|first] day", swell=("second", "first")),
        "lower": fork("took the [lower|upper] float", height=("lower", "upper")),
    },
    question=(
        "Swell runs straight towards a beach. In deep water its height, crest to trough, is {first} m on the first and "
        "{second} m on the second day; the short swell has a period of {short} s, the long swell of {long} s. Floats "
        "hang {upper} m and {lower} m below mean sea level at an outer site with {outer} m and an inner site with "
        "{inner} m of water. Use linear waves that shoal without loss, and ignore any return flow. Take the "
        "[long:long|short] swell on the [second:second|first] day at the [lower:lower|upper] float of the "
        "[inner:inner|outer] site."
    ),
    solve=_solve,
    parts={
        "u": Part("the Stokes drift at the float", "cm/s", 0.2, 30),
        "lambda": Part("the wavelength at the site", "m", 20, 250),
        "H": Part("the wave height at the site", "m", 0.4, 4),
    },
    collection="further",
)
