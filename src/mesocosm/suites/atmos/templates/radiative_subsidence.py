"""Sinking of air that makes up for its loss of heat by radiation."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    season = "winter" if "winter" in taken else "summer"
    layer = "steep" if "steep" in taken else "stable"
    drizzle = "Drizzle evaporates in it" if "drizzle" in taken else "No drizzle evaporates in it"
    wind = "the wind brings warmer air" if "wind" in taken else "the wind brings air of the same temperature"
    return (
        f"At {p['pressure']:g} hPa and {p['temperature']:g} °C, air loses heat by radiation: alone, this would cool it "
        f"by {p['summer']:g} K/day in summer and by {p['winter']:g} K/day in winter. Temperature falls with height by "
        f"{p['stable']:g} K/km in a stable layer and by {p['steep']:g} K/km in a steep one. Evaporating drizzle, if "
        f"any, cools the air by a further {p['drizzle']:g} K/day; the wind, where it brings warmer air, warms it by "
        f"{p['wind']:g} K/day. Take a {layer} layer in {season}. {drizzle}, and {wind}. The air, taken as dry, sinks "
        "steadily, and the temperature at each height stays the same."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    cooling = x["winter" if "winter" in taken else "summer"]
    if "drizzle" in taken:
        cooling += x["drizzle"]
    if "wind" in taken:
        cooling -= x["wind"]
    stability = x["g"] / x["cp_dry"] - x["steep" if "steep" in taken else "stable"]
    sinking = cooling / stability
    density = x["pressure"] / (x["r_dry"] * x["temperature"])
    return {"w": sinking, "omega": density * x["g"] * sinking}


def _write(taken: Taken) -> str:
    cooling = f"Q{' + D' if 'drizzle' in taken else ''}{' - A' if 'wind' in taken else ''}"
    return rf"\frac{{{cooling}}}{{\frac{{g}}{{c_p}} - \Gamma}}"


template = Template(
    category="atmospheric physics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Sections 2.7.3 and 2.7.4",
    background=(
        "Air that sinks at the speed w warms at the place by w (g / cp - Γ), Γ being the lapse rate; in a steady state "
        "this makes up for the net cooling. The pressure of the sinking air rises by ρ g w."
    ),
    variables={
        "pressure": Variable("hPa", 650, 800, 10),
        "temperature": Variable("degC", -12, 4, 1),
        "summer": Variable("K/day", 1.0, 1.4, 0.05),
        "winter": Variable("K/day", 1.8, 2.6, 0.05),
        "stable": Variable("K/km", 3, 4.5, 0.1),
        "steep": Variable("K/km", 6, 7.2, 0.1),
        "drizzle": Variable("K/day", 0.5, 0.9, 0.05),
        "wind": Variable("K/day", 0.3, 0.55, 0.05),
    },
    constants=("g", "cp_dry", "r_dry"),
    forks={
        "winter": Fork("used the cooling of winter", "used the cooling of summer", "misreading"),
        "steep": Fork(
            "used the lapse rate of the steep layer", "used the lapse rate of the stable layer", "misreading"
        ),
        "drizzle": Fork("added the cooling by drizzle", "left out the cooling by drizzle", "reasoning"),
        "wind": Fork("took off the warming by the wind", "left out the warming by the wind", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "w": Part("the speed at which the air sinks", "mm/s", 0.5, 30),
        "omega": Part("the rate at which the pressure of the sinking air rises", "hPa/day", 3, 200),
    },
    formula=Formula(
        symbols={
            "Q": Symbol(
                "the cooling by radiation in that season",
                lambda x, taken: x["winter" if "winter" in taken else "summer"],
            ),
            r"\Gamma": Symbol(
                "the lapse rate of that layer", lambda x, taken: x["steep" if "steep" in taken else "stable"]
            ),
            "D": Symbol("the cooling by drizzle that evaporates", lambda x, taken: x["drizzle"]),
            "A": Symbol("the warming by a wind that brings warmer air", lambda x, taken: x["wind"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
            "c_p": Symbol("the specific heat of dry air at constant pressure", lambda x, taken: x["cp_dry"]),
        },
        write=_write,
    ),
)
