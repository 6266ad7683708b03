"""How heavy rain grows with the vapour that warmer air can hold."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    warmer = x["inflow"] + x["warming"]
    growth = math.exp(x["latent_vaporisation"] / x["r_vapour"] * (1 / x["inflow"] - 1 / warmer))
    rain = x["rain"] * growth
    rain *= x["after"] / x["before"] if "drier" in taken else 1.0
    rain *= 1 + x["ascent"] if "faster" in taken else 1.0
    return {"P": rain, "e": growth - 1}


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
        "strong": fork("used the [strong|weak] warming", warming=("strong", "weak")),
        "hills": fork("used the rain [in the hills|on the plain]", rain=("hills", "plain")),
        "drier": fork("[let the relative humidity fall|kept the relative humidity]", "reasoning"),
        "faster": fork("[let the ascent become faster|kept the ascent]", "reasoning"),
    },
    question=(
        "Heavy rain brings {plain} mm/h on the plain and {hills} mm/h in the hills, fed by air that flows in near the "
        "ground at {inflow} °C. This inflow warms weakly, by {weak} K, on one path of emissions and strongly, by "
        "{strong} K, on another. Some models let its relative humidity fall from {before} % to {after} %, some let the "
        "ascent become {ascent} % faster. Rain is proportional to the vapour pressure of the inflow and to the ascent. "
        "Take the rain [hills:in the hills|on the plain] after the [strong:strong|weak] warming, where the relative "
        "humidity of the inflow [drier:falls as said|stays as it was] and the ascent "
        "[faster:becomes faster as said|stays as it was]."
    ),
    solve=_solve,
    parts={
        "P": Part("the rain rate after the warming", "mm/hour", 5, 90),
        "e": Part("the growth of the inflow's saturation vapour pressure", "percent", 3, 90),
    },
    collection="further",
    formula=Formula(
        symbols={
            "P_0": Symbol("the rain rate at that place before the warming", "rain"),
            "T": Symbol("the temperature of the inflow before the warming", "inflow"),
            "D": Symbol("the warming of the inflow on that path", "warming"),
            "U_1": Symbol("the relative humidity from which it falls in some models", "before"),
            "U_2": Symbol("the relative humidity to which it falls in those models", "after"),
            "w": Symbol("the share by which some models let the ascent become faster", "ascent"),
            "L": Symbol("the latent heat of vaporisation", "latent_vaporisation"),
            "R": Symbol("the gas constant of water vapour", "r_vapour"),
        },
        latex=r"P_0[drier: \frac{U_2}{U_1}|][faster: (1 + w)|] \exp (\frac{L}{R} (\frac{1}{T} - \frac{1}{T + D}))",
    ),
)
