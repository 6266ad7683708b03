"""How heavy rain grows with the vapour that warmer air can hold."""

from __future__ import annotations

import math

from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable
from mesocosm.suites.forks import Fork, Taken


def _ask(p: Printed, taken: Taken) -> str:
    path = "the strong warming" if "strong" in taken else "the weak warming"
    season = "summer" if "summer" in taken else "winter"
    air = "the relative humidity falls as said" if "drier" in taken else "the relative humidity stays as it was"
    ascent = "ascent becomes faster as said" if "faster" in taken else "ascent stays as it was"
    return (
        f"Heavy rain brings {p['winter']:g} mm/h in winter and {p['summer']:g} mm/h in summer, from air whose cloud "
        f"base is at {p['base']:g} °C in either season. The cloud base warms by {p['weak']:g} K on one path of "
        f"emissions, by {p['strong']:g} K on another. Some models let relative humidity fall from {p['before']:g} % to "
        f"{p['after']:g} %, some let the ascent become {p['ascent']:g} % faster. Rain is proportional to the vapour "
        f"pressure at the cloud base and to the ascent; the latent heat does not vary with temperature. Take {season} "
        f"rain after {path}, where {air} and {ascent}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    warmer = x["base"] + x["strong" if "strong" in taken else "weak"]
    growth = math.exp(x["latent_vaporisation"] / x["r_vapour"] * (1 / x["base"] - 1 / warmer))
    rain = x["summer" if "summer" in taken else "winter"] * growth
    rain *= x["after"] / x["before"] if "drier" in taken else 1.0
    rain *= 1 + x["ascent"] if "faster" in taken else 1.0
    return {"P": rain, "e": growth - 1}


def _write(taken: Taken) -> str:
    drier = r" \frac{U_2}{U_1}" if "drier" in taken else ""
    faster = " (1 + w)" if "faster" in taken else ""
    return rf"P_0{drier}{faster} \exp (\frac{{L}}{{R}} (\frac{{1}}{{T}} - \frac{{1}}{{T + D}}))"


template = Template(
    category="atmospheric physics",
    kind="reasoning",
    reference="Held and Soden (2006), J. Climate 19, 5686; O'Gorman and Schneider (2009), PNAS 106, 14773",
    background=(
        "By Clausius and Clapeyron saturation vapour pressure grows by exp(L/R_v (1/T₁ − 1/T₂)), some 7 % per kelvin; "
        "the vapour pressure is that times relative humidity."
    ),
    variables={
        "winter": Variable("mm/hour", 14, 18, 0.5),
        "summer": Variable("mm/hour", 28, 36, 0.5),
        "base": Variable("degC", 4, 16, 1),
        "weak": Variable("delta_degC", 1.0, 1.8, 0.1),
        "strong": Variable("delta_degC", 5.5, 7.0, 0.1),
        "before": Variable("percent", 78, 86, 1),
        "after": Variable("percent", 58, 67, 1),
        "ascent": Variable("percent", 15, 22, 1),
    },
    constants=("latent_vaporisation", "r_vapour"),
    forks={
        "strong": Fork("used the strong warming", "used the weak warming", "misreading"),
        "summer": Fork("used the rain of summer", "used the rain of winter", "misreading"),
        "drier": Fork("let the relative humidity fall", "kept the relative humidity", "reasoning"),
        "faster": Fork("let the ascent become faster", "kept the ascent", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "P": Part("the heavy rain after the warming", "mm/hour", 5, 90),
        "e": Part("the growth of saturation vapour pressure", "percent", 3, 90),
    },
    part="further",
    formula=Formula(
        symbols={
            "P_0": Symbol(
                "the rain in that season before the warming",
                lambda x, taken: x["summer" if "summer" in taken else "winter"],
            ),
            "T": Symbol("the temperature of the cloud base before the warming", lambda x, taken: x["base"]),
            "D": Symbol(
                "the warming of the cloud base on that path",
                lambda x, taken: x["strong" if "strong" in taken else "weak"],
            ),
            "U_1": Symbol("the relative humidity from which some models start", lambda x, taken: x["before"]),
            "U_2": Symbol("the relative humidity at which those models end", lambda x, taken: x["after"]),
            "w": Symbol("the share by which some models let the ascent become faster", lambda x, taken: x["ascent"]),
            "L": Symbol("the latent heat of vaporisation", lambda x, taken: x["latent_vaporisation"]),
            "R": Symbol("the gas constant of water vapour", lambda x, taken: x["r_vapour"]),
        },
        write=_write,
    ),
)
