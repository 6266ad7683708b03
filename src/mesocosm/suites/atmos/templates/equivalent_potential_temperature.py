"""Potential temperature that moist air gains when its vapour is removed."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    vapour = x["vapour"] * (x["share"] if "partly" in taken else 1.0)
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
        "sea": fork("used the vapour of the [sea|inland] air", vapour=("sea", "inland")),
        "partly": fork("let [only a part of the|all] vapour fall out"),
        "snow": fork("[added|left out] the heat of fusion", "reasoning"),
    },
    question=(
        "Two kinds of air reach a station at {temperature} °C and {pressure} hPa: inland air holds {inland} g of water "
        "vapour per kg, sea air {sea} g/kg. In showers {share} % of the vapour falls out and the rest stays vapour, in "
        "long storms all of it falls out. Rain leaves the heat of vaporisation in the air, snow the heat of fusion as "
        "well. Now the [sea:sea|inland] air rises and loses [partly:{share} % of|all] its vapour as [snow:snow|rain]. "
        "Take all heat as released at the temperature of arrival, as in the simple formula of the equivalent potential "
        "temperature; the reference pressure is 1000 hPa."
    ),
    solve=_solve,
    parts={
        "D": Part("the rise of the potential temperature of that air", "K", 3, 60),
        "b": Part("the potential temperature of that air on arrival", "K", 270, 330),
        "e": Part("the potential temperature of that air in the end", "K", 275, 370),
    },
    formula=Formula(
        symbols={
            "T": Symbol("the absolute temperature of arrival", "temperature"),
            "p": Symbol("the pressure at the station", "pressure"),
            "p_0": Symbol("the reference pressure", "reference_pressure"),
            "q": Symbol("the mass of vapour per mass of that air", "vapour"),
            "s": Symbol("the share of the vapour that falls out in showers", "share"),
            "L_1": Symbol("the latent heat of vaporisation", "latent_vaporisation"),
            "L_2": Symbol("the latent heat of fusion", "latent_fusion"),
            "R": Symbol("the gas constant of dry air", "r_dry"),
            "c_p": Symbol("the specific heat of dry air at constant pressure", "cp_dry"),
        },
        latex=(
            r"T \left(\frac{p_0}{p}\right)^{\frac{R}{c_p}} \left(\exp\left(\frac{[snow:(L_1 + L_2)|L_1] q[partly: "
            r"s|]}{c_p T}\right) - 1\right)"
        ),
    ),
)
