"""Swell that runs into shallow water: wavelength, height and the drift that it carries."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    swell = "long" if "long" in taken else "short"
    site = "inner" if "inner" in taken else "outer"
    day = "second" if "second" in taken else "first"
    float_ = "lower" if "lower" in taken else "upper"
    return (
        f"Swell runs straight towards a beach. In deep water its height, crest to trough, is {p['first']:g} m on the "
        f"first and {p['second']:g} m on the second day; the short swell has a period of {p['short']:g} s, the long "
        f"swell of {p['long']:g} s. Floats hang {p['upper']:g} m and {p['lower']:g} m below mean sea level at an outer "
        f"site with {p['outer']:g} m and an inner site with {p['inner']:g} m of water. Use linear waves that shoal "
        f"without loss, and ignore any return flow. Take the {swell} swell on the {day} day at the {float_} float of "
        f"the {site} site."
    )


def _wavenumber(frequency: float, depth: float, g: float) -> float:
    """Newton's steps from a first guess that is good at both ends."""
    deep = frequency**2 * depth / g
    kh = deep / math.sqrt(math.tanh(deep))
    for _ in range(30):
        tanh = math.tanh(kh)
        kh -= (kh * tanh - deep) / (tanh + kh * (1 - tanh**2))
    return kh / depth


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    frequency = 2 * math.pi / x["long" if "long" in taken else "short"]
    depth = x["inner" if "inner" in taken else "outer"]
    level = depth - x["lower" if "lower" in taken else "upper"]
    k = _wavenumber(frequency, depth, x["g"])
    group = frequency / k * (0.5 + k * depth / math.sinh(2 * k * depth))
    height = x["second" if "second" in taken else "first"] * math.sqrt(x["g"] / (2 * frequency) / group)
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
        "long": Fork("used the period of the long swell", "used the period of the short swell", "misreading"),
        "inner": Fork("used the depth of the inner site", "used the depth of the outer site", "misreading"),
        "second": Fork("used the height of the second day", "used the height of the first day", "misreading"),
        "lower": Fork("took the lower float", "took the upper float", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "u": Part("the Stokes drift at the float", "cm/s", 0.2, 30),
        "lambda": Part("the wavelength at the site", "m", 20, 250),
        "H": Part("the wave height at the site", "m", 0.4, 4),
    },
    collection="further",
)
