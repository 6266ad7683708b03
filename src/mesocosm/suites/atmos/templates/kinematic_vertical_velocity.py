"""Vertical velocity from convergence below, by continuity in pressure coordinates."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    upper = "diverges" if "divergent" in taken else "converges"
    time = "night" if "night" in taken else "day"
    ground = "rising" if "slope" in taken else "level"
    return (
        f"A column of dry air is at {p['temperature']:g} K throughout. From the ground at {p['ground']:g} hPa up to "
        f"{p['middle']:g} hPa the horizontal wind converges, at {p['day']:g} × 10⁻⁶ s⁻¹ by day and {p['night']:g} × "
        f"10⁻⁶ s⁻¹ by night; from there up to the top level at {p['top']:g} hPa it {upper}, at {p['upper']:g} × 10⁻⁶ "
        f"s⁻¹. The wind at the ground is {p['wind']:g} m/s; in one valley the ground is level, in another it rises by "
        f"{p['slope']:g} m per km in the direction of the wind. Consider the valley with {ground} ground by {time}, "
        f"and neglect changes of pressure other than by vertical motion."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    below = x["night" if "night" in taken else "day"] * (x["ground"] - x["middle"])
    above = x["upper"] * (x["middle"] - x["top"]) * (-1 if "divergent" in taken else 1)
    weight = x["g"] / (x["r_dry"] * x["temperature"])
    lifted = x["ground"] * weight * x["wind"] * x["slope"] if "slope" in taken else 0
    rising = below + above + lifted
    return {"w": rising / (x["top"] * weight), "omega": rising}


def _write(taken: Taken) -> str:
    sign = "-" if "divergent" in taken else "+"
    inflow = rf"\frac{{R T}}{{p_2 g}} \left(C (p_0 - p_1) {sign} D (p_1 - p_2)\right)"
    return rf"{inflow} + \frac{{p_0}}{{p_2}} U s" if "slope" in taken else inflow


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
        "divergent": Fork("let the upper layer diverge", "let the upper layer converge", "calculation"),
        "night": Fork("used the convergence by night", "used the convergence by day", "misreading"),
        "slope": Fork("added the lifting by rising ground", "left out the lifting by rising ground", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "w": Part("the upward velocity at the top level", "cm/s", 0.3, 30),
        "omega": Part("the rate at which the pressure of the rising air falls at the top level", "Pa/s", 0.02, 2),
    },
    formula=Formula(
        symbols={
            "C": Symbol(
                "the convergence of the lower layer at that time",
                lambda x, taken: x["night" if "night" in taken else "day"],
            ),
            "D": Symbol(
                "the magnitude of the convergence or divergence of the upper layer", lambda x, taken: x["upper"]
            ),
            "p_0": Symbol("the pressure at the ground", lambda x, taken: x["ground"]),
            "p_1": Symbol("the pressure between the two layers", lambda x, taken: x["middle"]),
            "p_2": Symbol("the pressure at the top level", lambda x, taken: x["top"]),
            "T": Symbol("the temperature of the column", lambda x, taken: x["temperature"]),
            "U": Symbol("the speed of the wind at the ground", lambda x, taken: x["wind"]),
            "s": Symbol("the slope of the rising ground", lambda x, taken: x["slope"]),
            "R": Symbol("the gas constant of dry air", lambda x, taken: x["r_dry"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=_write,
    ),
)
