"""Rise of pressure aloft when the whole air warms by the same amount."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    surface = x["surface"]
    power = x["g"] / (x["r_dry"] * x["lapse"])
    largest = x["r_dry"] * surface / x["g"]
    height = x["height"] if "given" in taken else largest
    there = surface - x["lapse"] * height
    pressure = x["ground"] * (there / surface) ** power
    return {"dp": pressure * x["g"] * height * x["warming"] / (x["r_dry"] * surface * there), "z": largest}


template = Template(
    category="geophysics",
    kind="reasoning",
    reference="Wallace and Hobbs (2006), Atmospheric Science: An Introductory Survey, Section 3.2.2",
    background=(
        "With the lapse rate Γ, p = p₀ (T / T₀)^(g / RΓ) and T = T₀ - Γ z. A small warming δT of all air changes it by "
        "p g z δT / (R T₀ T), which is largest at z = R T₀ / g, whatever the lapse rate."
    ),
    variables={
        "early": Variable("K", 1.0, 1.6, 0.1),
        "late": Variable("K", 2.2, 3.4, 0.1),
        "plain": Variable("hPa", 990, 1020, 1),
        "plateau": Variable("hPa", 640, 740, 1),
        "cold": Variable("K", 248, 262, 1),
        "hot": Variable("K", 298, 312, 1),
        "lapse": Variable("K/km", 5, 7.5, 0.1),
        "height": Variable("km", 1.6, 3.2, 0.1),
    },
    constants=("g", "r_dry"),
    forks={
        "late": fork("used the warming by [the end of the century|mid-century]", warming=("late", "early")),
        "plateau": fork("used the pressure on the [plateau|plain]", ground=("plateau", "plain")),
        "hot": fork("used the temperature of the [hot|cold] place", surface=("hot", "cold")),
        "given": fork("took the level of the [instruments|largest change]", "reasoning"),
    },
    question=(
        "From today to mid-century the air warms evenly at all heights by {early} K, from today to the end of the "
        "century by {late} K; the pressure at the ground stays at {plain} hPa on the plain and at {plateau} hPa on the "
        "plateau. Today the ground is at {cold} K in a cold place and at {hot} K in a hot place; above, temperature "
        "falls by {lapse} K/km. So pressure rises aloft, most at one height; instruments are {height} km above the "
        "ground. Take a [hot:hot|cold] [plateau:plateau|plain] [late:at the end of the century|in mid-century], to "
        "first order in the warming, and the level [given:of the instruments|where the rise is largest]."
    ),
    solve=_solve,
    parts={
        "dp": Part("the rise of pressure at that level", "hPa", 0.3, 15),
        "z": Part("the height above the ground where the rise is largest", "km", 6, 11, tolerance=0.01),
    },
    formula=Formula(
        symbols={
            "D": Symbol("the warming from today to that time", "warming"),
            "p": Symbol("the pressure at that ground", "ground"),
            "T": Symbol("the temperature today at the ground of that place", "surface"),
            "\\Gamma": Symbol("the lapse rate", "lapse"),
            "h": Symbol("the height of the instruments above the ground", "height"),
            "R": Symbol("the gas constant of dry air", "r_dry"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=(
            r"[given:\frac{p g h D}{R T^2} (1 - \frac{\Gamma h}{T})^{\frac{g}{R \Gamma} - 1}|\frac{p D}{T} (1 - "
            r"\frac{R \Gamma}{g})^{\frac{g}{R \Gamma} - 1}]"
        ),
    ),
)
