"""Potential temperature that moist air gains when its vapour is removed."""

from __future__ import annotations

import math

from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable
from mesocosm.suites.forks import Fork, Taken


def _ask(p: Printed, taken: Taken) -> str:
    air = "the sea air" if "sea" in taken else "the inland air"
    share = f"{p['share']:g} % of its vapour" if "partly" in taken else "all its vapour"
    form = "snow" if "snow" in taken else "rain"
    return (
        f"Two kinds of air arrive at a station with {p['temperature']:g} °C and {p['pressure']:g} hPa. Inland air "
        f"holds {p['inland']:g} g of water vapour per kg, sea air {p['sea']:g} g/kg. In showers {p['share']:g} % of "
        "the vapour falls out, in long storms all of it; in rain only the heat of vaporisation stays in the air, in "
        f"snow the heat of fusion as well. Now {air} rises and loses {share} as {form}. All heat counts as released at "
        "the temperature of arrival (the simple formula for the equivalent potential temperature), the specific heat "
        "is that of dry air, and the reference pressure is 1000 hPa."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    vapour = x["sea" if "sea" in taken else "inland"] * (x["share"] if "partly" in taken else 1.0)
    heat = x["latent_vaporisation"] + (x["latent_fusion"] if "snow" in taken else 0.0)
    power = x["r_dry"] / x["cp_dry"]
    before = x["temperature"] * (x["reference_pressure"] / x["pressure"]) ** power
    after = before * math.exp(heat * vapour / (x["cp_dry"] * x["temperature"]))
    return {"D": after - before, "b": before, "e": after}


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 2.9",
    background=(
        "The potential temperature is θ = T (1000 hPa/p)^(R/cp). When a mass q of vapour per mass of air condenses at "
        "the temperature T, ln θ grows by L q/(cp T), so that θe = θ exp(L q/(cp T)); L includes the heat of fusion "
        "if ice forms."
    ),
    variables={
        "temperature": Variable("degC", 15, 21, 1),
        "pressure": Variable("hPa", 850, 960, 5),
        "inland": Variable("g/kg", 3.6, 4.6, 0.1),
        "sea": Variable("g/kg", 8, 9.6, 0.1),
        "share": Variable("percent", 62, 74, 1),
    },
    constants=("latent_vaporisation", "latent_fusion", "r_dry", "cp_dry", "reference_pressure"),
    forks={
        "sea": Fork("used the vapour of the sea air", "used the vapour of the inland air"),
        "partly": Fork("let only a part of the vapour fall out", "let all vapour fall out"),
        "snow": Fork("added the heat of fusion", "left out the heat of fusion"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "D": Part("the rise of the potential temperature of the air through this", "K", 3, 60),
        "b": Part("the potential temperature before", "K", 270, 330),
        "e": Part("the potential temperature afterwards", "K", 275, 370),
    },
)
