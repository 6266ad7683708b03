"""Vertical velocity from convergence below, by continuity in pressure coordinates."""

from __future__ import annotations

from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable
from mesocosm.suites.forks import Fork, Taken


def _ask(p: Printed, taken: Taken) -> str:
    upper = "diverges" if "divergent" in taken else "converges"
    time = "night" if "night" in taken else "day"
    ground = "rising" if "slope" in taken else "level"
    return (
        f"An air column has the temperature {p['temperature']:g} K throughout. From the ground at {p['ground']:g} hPa "
        f"up to {p['middle']:g} hPa the horizontal wind converges, by {p['day']:g} × 10⁻⁶ s⁻¹ by day and "
        f"{p['night']:g} × 10⁻⁶ s⁻¹ by night; from there to {p['top']:g} hPa it {upper} by {p['upper']:g} × 10⁻⁶ s⁻¹. "
        f"The wind at the ground is {p['wind']:g} m/s; in one valley the ground is level, in another it rises by "
        f"{p['slope']:g} m per km in the direction of the wind. Consider the valley with {ground} ground by {time}, "
        f"and neglect pressure tendencies."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    below = x["night" if "night" in taken else "day"] * (x["ground"] - x["middle"])
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
        "divergent": Fork("let the upper layer diverge", "let the upper layer converge"),
        "night": Fork("used the convergence by night", "used the convergence by day"),
        "slope": Fork("added the lifting by rising ground", "left out the lifting by rising ground"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "w": Part("the upward velocity at the top level", "cm/s", 0.3, 30),
        "omega": Part("the rate at which the pressure of the rising air falls there", "Pa/s", 0.02, 2),
    },
)
