"""Potential temperature that moist air gains when its vapour is removed."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    air = "the sea air" if "sea" in taken else "the inland air"
    share = f"{p['share']:g} % of its vapour" if "partly" in taken else "all its vapour"
    form = "snow" if "snow" in taken else "rain"
    return (
        f"Two kinds of air reach a station at {p['temperature']:g} °C and {p['pressure']:g} hPa: inland air holds "
        f"{p['inland']:g} g of water vapour per kg, sea air {p['sea']:g} g/kg. In showers {p['share']:g} % of the "
        "vapour falls out and the rest stays vapour, in long storms all of it falls out. Rain leaves the heat of "
        f"vaporisation in the air, snow the heat of fusion as well. Now {air} rises and loses {share} as {form}. Take "
        "all heat as released at the temperature of arrival, as in the simple formula of the equivalent potential "
        "temperature; the reference pressure is 1000 hPa."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    vapour = x["sea" if "sea" in taken else "inland"] * (x["share"] if "partly" in taken else 1.0)
    heat = x["latent_vaporisation"] + (x["latent_fusion"] if "snow" in taken else 0.0)
    power = x["r_dry"] / x["cp_dry"]
    before = x["temperature"] * (x["reference_pressure"] / x["pressure"]) ** power
    after = before * math.exp(heat * vapour / (x["cp_dry"] * x["temperature"]))
    return {"D": after - before, "b": before, "e": after}


def _write(taken: Taken) -> str:
    heat = "(L_1 + L_2)" if "snow" in taken else "L_1"
    vapour = "q s" if "partly" in taken else "q"
    before = r"T \left(\frac{p_0}{p}\right)^{\frac{R}{c_p}}"
    return rf"{before} \left(\exp\left(\frac{{{heat} {vapour}}}{{c_p T}}\right) - 1\right)"


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
        "sea": Fork("used the vapour of the sea air", "used the vapour of the inland air", "misreading"),
        "partly": Fork("let only a part of the vapour fall out", "let all vapour fall out", "misreading"),
        "snow": Fork("added the heat of fusion", "left out the heat of fusion", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "D": Part("the rise of the potential temperature of that air", "K", 3, 60),
        "b": Part("the potential temperature of that air on arrival", "K", 270, 330),
        "e": Part("the potential temperature of that air in the end", "K", 275, 370),
    },
    formula=Formula(
        symbols={
            "T": Symbol("the absolute temperature of arrival", lambda x, taken: x["temperature"]),
            "p": Symbol("the pressure at the station", lambda x, taken: x["pressure"]),
            "p_0": Symbol("the reference pressure", lambda x, taken: x["reference_pressure"]),
            "q": Symbol(
                "the mass of vapour per mass of that air", lambda x, taken: x["sea" if "sea" in taken else "inland"]
            ),
            "s": Symbol("the share of the vapour that falls out in showers", lambda x, taken: x["share"]),
            "L_1": Symbol("the latent heat of vaporisation", lambda x, taken: x["latent_vaporisation"]),
            "L_2": Symbol("the latent heat of fusion", lambda x, taken: x["latent_fusion"]),
            "R": Symbol("the gas constant of dry air", lambda x, taken: x["r_dry"]),
            "c_p": Symbol("the specific heat of dry air at constant pressure", lambda x, taken: x["cp_dry"]),
        },
        write=_write,
    ),
)
