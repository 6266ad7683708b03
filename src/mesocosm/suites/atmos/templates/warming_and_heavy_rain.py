"""How heavy rain grows with the vapour that warmer air can hold."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    path = "the strong warming" if "strong" in taken else "the weak warming"
    place = "in the hills" if "hills" in taken else "on the plain"
    air = "falls as said" if "drier" in taken else "stays as it was"
    ascent = "becomes faster as said" if "faster" in taken else "stays as it was"
    return (
        f"Heavy rain brings {p['plain']:g} mm/h on the plain and {p['hills']:g} mm/h in the hills, fed by air that "
        f"flows in near the ground at {p['inflow']:g} °C. This inflow warms weakly, by {p['weak']:g} K, on one path of "
        f"emissions and strongly, by {p['strong']:g} K, on another. Some models let its relative humidity fall from "
        f"{p['before']:g} % to {p['after']:g} %, some let the ascent become {p['ascent']:g} % faster. Rain is "
        f"proportional to the vapour pressure of the inflow and to the ascent. Take the rain {place} after {path}, "
        f"where the relative humidity of the inflow {air} and the ascent {ascent}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    warmer = x["inflow"] + x["strong" if "strong" in taken else "weak"]
    growth = math.exp(x["latent_vaporisation"] / x["r_vapour"] * (1 / x["inflow"] - 1 / warmer))
    rain = x["hills" if "hills" in taken else "plain"] * growth
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
        "the vapour pressure of the inflow is that times its relative humidity."
    ),
    variables={
        "plain": Variable("mm/hour", 14, 18, 0.5),
        "hills": Variable("mm/hour", 28, 36, 0.5),
        "inflow": Variable("degC", 8, 20, 1),
        "weak": Variable("delta_degC", 1.0, 1.8, 0.1),
        "strong": Variable("delta_degC", 5.5, 7.0, 0.1),
        "before": Variable("percent", 78, 86, 1),
        "after": Variable("percent", 58, 67, 1),
        "ascent": Variable("percent", 15, 22, 1),
    },
    constants=("latent_vaporisation", "r_vapour"),
    forks={
        "strong": Fork("used the strong warming", "used the weak warming", "misreading"),
        "hills": Fork("used the rain in the hills", "used the rain on the plain", "misreading"),
        "drier": Fork("let the relative humidity fall", "kept the relative humidity", "reasoning"),
        "faster": Fork("let the ascent become faster", "kept the ascent", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "P": Part("the rain rate after the warming", "mm/hour", 5, 90),
        "e": Part("the growth of the inflow's saturation vapour pressure", "percent", 3, 90),
    },
    collection="further",
    formula=Formula(
        symbols={
            "P_0": Symbol(
                "the rain rate at that place before the warming",
                lambda x, taken: x["hills" if "hills" in taken else "plain"],
            ),
            "T": Symbol("the temperature of the inflow before the warming", lambda x, taken: x["inflow"]),
            "D": Symbol(
                "the warming of the inflow on that path",
                lambda x, taken: x["strong" if "strong" in taken else "weak"],
            ),
            "U_1": Symbol("the relative humidity from which it falls in some models", lambda x, taken: x["before"]),
            "U_2": Symbol("the relative humidity to which it falls in those models", lambda x, taken: x["after"]),
            "w": Symbol("the share by which some models let the ascent become faster", lambda x, taken: x["ascent"]),
            "L": Symbol("the latent heat of vaporisation", lambda x, taken: x["latent_vaporisation"]),
            "R": Symbol("the gas constant of water vapour", lambda x, taken: x["r_vapour"]),
        },
        write=_write,
    ),
)
