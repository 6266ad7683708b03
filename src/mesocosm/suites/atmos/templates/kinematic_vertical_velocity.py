"""Vertical velocity from convergence below, by continuity in pressure coordinates."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    below = x["convergence"] * (x["ground"] - x["middle"])
    above = x["upper"] * (x["middle"] - x["top"]) * (-1 if "divergent" in taken else 1)
    weight = x["g"] / (x["r_dry"] * x["temperature"])
    lifted = x["ground"] * weight * x["wind"] * x["slope"] if "slope" in taken else 0
    rising = below + above + lifted
    return {"w": rising / (x["top"] * weight), "omega": rising}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 3.5.1",
    background=(
        "The vertical velocity in pressure coordinates changes by minus divergence times the change of pressure from "
        "one level to another; ω = -ρ g w, at the ground with w = wind times slope and aloft with ρ = p/(R T)."
    ),
    variables={
        "temperature": Variable("K", 250, 275, 1),
        "ground": Variable("hPa", 985, 1010, 1),
        "middle": Variable("hPa", 830, 860, 5),
        "top": Variable("hPa", 550, 650, 10),
        "day": Variable("1/Ms", 12, 17, 0.5),
        "night": Variable("1/Ms", 25, 34, 0.5),
        "upper": Variable("1/Ms", 2, 4, 0.1),
        "wind": Variable("m/s", 6, 10, 0.5),
        "slope": Variable("m/km", 1.5, 3, 0.1),
    },
    constants=("g", "r_dry"),
    forks={
        "divergent": fork("let the upper layer [diverge|converge]", "calculation"),
        "night": fork("used the convergence by [night|day]", convergence=("night", "day")),
        "slope": fork("[added|left out] the lifting by rising ground", "reasoning"),
    },
    question=(
        "A column of dry air is at {temperature} K throughout. From the ground at {ground} hPa up to {middle} hPa the "
        "horizontal wind converges, at {day} × 10⁻⁶ s⁻¹ by day and {night} × 10⁻⁶ s⁻¹ by night; from there up to the "
        "top level at {top} hPa it [divergent:diverges|converges], at {upper} × 10⁻⁶ s⁻¹. The wind at the ground is "
        "{wind} m/s; in one valley the ground is level, in another it rises by {slope} m per km in the direction of "
        "the wind. Consider the valley with [slope:rising|level] ground by [night:night|day], and neglect changes of "
        "pressure other than by vertical motion."
    ),
    solve=_solve,
    parts={
        "w": Part("the upward velocity at the top level", "cm/s", 0.3, 30),
        "omega": Part("the rate at which the pressure of the rising air falls at the top level", "Pa/s", 0.02, 2),
    },
    formula=Formula(
        symbols={
            "C": Symbol("the convergence of the lower layer at that time", "convergence"),
            "D": Symbol("the magnitude of the convergence or divergence of the upper layer", "upper"),
            "p_0": Symbol("the pressure at the ground", "ground"),
            "p_1": Symbol("the pressure between the two layers", "middle"),
            "p_2": Symbol("the pressure at the top level", "top"),
            "T": Symbol("the temperature of the column", "temperature"),
            "U": Symbol("the speed of the wind at the ground", "wind"),
            "s": Symbol("the slope of the rising ground", "slope"),
            "R": Symbol("the gas constant of dry air", "r_dry"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=(
            r"\frac{R T}{p_2 g} \left(C (p_0 - p_1) [divergent:-|+] D (p_1 - p_2)\right)[slope: + \frac{p_0}{p_2} U s|]"
        ),
    ),
)
