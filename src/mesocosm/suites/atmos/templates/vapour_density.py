"""Water vapour that air holds or still lacks."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    time = "afternoon" if "afternoon" in taken else "morning"
    hall = "dry" if "dry" in taken else "damp"
    wanted = "still lacks for saturation" if "deficit" in taken else "holds"
    return (
        f"Two halls of a museum are at {p['morning']:g} °C in the morning and at {p['afternoon']:g} °C in the "
        f"afternoon. The relative humidity is kept at {p['damp']:g} % in the damp hall and at {p['dry']:g} % in the "
        f"dry one. Saturation vapour pressure follows the Magnus formula 611.2 Pa × exp(17.67 (T − 273.15) / (T − "
        f"29.65)), with T in kelvin, and vapour is an ideal gas. Consider the {hall} hall in the {time}, and the mass "
        f"of vapour that each cubic metre of its air {wanted}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    temperature = x["afternoon" if "afternoon" in taken else "morning"]
    humidity = x["dry" if "dry" in taken else "damp"]
    exponent = x["magnus_slope"] * (temperature - x["freezing"]) / (temperature - x["magnus_temperature"])
    saturated = x["magnus_pressure"] * math.exp(exponent)
    share = 1 - humidity if "deficit" in taken else humidity
    return {"rho": share * saturated / (x["r_vapour"] * temperature), "e": humidity * saturated}


def _write(taken: Taken) -> str:
    share = "(1 - U)" if "deficit" in taken else "U"
    return rf"\frac{{{share} p_0}}{{R T}} \exp \frac{{a (T - T_0)}}{{T - T_1}}"


template = Template(
    category="atmospheric physics",
    kind="knowledge",
    reference="Bolton (1980), Mon. Weather Rev. 108, 1046; Wallace and Hobbs (2006), Section 3.5",
    background=(
        "Vapour density is e/(Rv T) with Rv = 461.5 J/kg/K; the vapour pressure e is the relative humidity times the "
        "saturation vapour pressure, and what is missing is the rest of it."
    ),
    variables={
        "morning": Variable("degC", 9, 14, 0.5),
        "afternoon": Variable("degC", 18, 24, 0.5),
        "damp": Variable("percent", 66, 78, 1),
        "dry": Variable("percent", 38, 46, 1),
    },
    constants=("magnus_pressure", "magnus_slope", "magnus_temperature", "freezing", "r_vapour"),
    forks={
        "afternoon": Fork("used the temperature of the afternoon", "used the temperature of the morning", "misreading"),
        "dry": Fork("used the humidity of the dry hall", "used the humidity of the damp hall", "misreading"),
        "deficit": Fork("gave what the air still lacks", "gave what the air already holds", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "rho": Part("this mass of vapour per volume", "g/m**3", 1, 30),
        "e": Part("the vapour pressure of the air", "hPa", 3, 30),
    },
    formula=Formula(
        symbols={
            "T": Symbol(
                "the temperature at that time", lambda x, taken: x["afternoon" if "afternoon" in taken else "morning"]
            ),
            "U": Symbol("the relative humidity of that hall", lambda x, taken: x["dry" if "dry" in taken else "damp"]),
            "p_0": Symbol("the 611.2 Pa of the Magnus formula", lambda x, taken: x["magnus_pressure"]),
            "a": Symbol("the 17.67 of the Magnus formula", lambda x, taken: x["magnus_slope"]),
            "T_0": Symbol("the 273.15 K of the Magnus formula", lambda x, taken: x["freezing"]),
            "T_1": Symbol("the 29.65 K of the Magnus formula", lambda x, taken: x["magnus_temperature"]),
            "R": Symbol("the gas constant of water vapour", lambda x, taken: x["r_vapour"]),
        },
        write=_write,
    ),
)
