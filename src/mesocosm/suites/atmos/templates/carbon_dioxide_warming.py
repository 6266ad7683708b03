"""Warming that balances the forcing by carbon dioxide."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    path = "the high path" if "high" in taken else "the low path"
    air = "with aerosol" if "aerosol" in taken else "without aerosol"
    response = "with these feedbacks" if "feedbacks" in taken else "with the Planck response alone"
    sea = "while the ocean still takes up heat" if "uptake" in taken else "once the ocean takes up no more heat"
    return (
        f"Carbon dioxide rises from {p['before']:g} ppm to {p['low']:g} ppm on a low path of emissions, to "
        f"{p['high']:g} ppm on a high one; its forcing is {p['alpha']:g} W/m² times the natural logarithm of the "
        f"ratio. Aerosol, where there is any, has a forcing of −{p['aerosol']:g} W/m². Per kelvin of warming the "
        f"Planck response sends {p['planck']:g} W/m² more to space, and feedbacks of water vapour, clouds and ice hold "
        f"back {p['feedback']:g} W/m² of it. The ocean, as long as it warms, takes up {p['uptake']:g} W/m². Take "
        f"{path}, {air}, {response}, {sea}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    forcing = x["alpha"] * math.log(x["high" if "high" in taken else "low"] / x["before"])
    forcing -= x["aerosol"] if "aerosol" in taken else 0.0
    response = x["planck"] - (x["feedback"] if "feedbacks" in taken else 0.0)
    left = forcing - (x["uptake"] if "uptake" in taken else 0.0)
    return {"dT": left / response, "F": forcing}


def _write(taken: Taken) -> str:
    aerosol, uptake = " - A" if "aerosol" in taken else "", " - N" if "uptake" in taken else ""
    response = "P - B" if "feedbacks" in taken else "P"
    return rf"\frac{{\alpha \ln (\frac{{C}}{{C_0}}){aerosol}{uptake}}}{{{response}}}"


template = Template(
    category="radiation and climate",
    kind="reasoning",
    reference="Myhre et al. (1998), Geophys. Res. Lett. 25, 2715; Hartmann (2016), Global Physical Climatology, Ch. 10",
    background=(
        "The forcing of carbon dioxide is α ln(C / C₀). Warming ΔT balances forcing F and ocean heat uptake N where "
        "F − N = (planck − feedback) ΔT, both parameters per kelvin."
    ),
    variables={
        "before": Variable("ppm", 275, 285, 1),
        "low": Variable("ppm", 430, 480, 5),
        "high": Variable("ppm", 600, 720, 10),
        "alpha": Variable("W/m**2", 5.30, 5.40, 0.01),
        "aerosol": Variable("W/m**2", 0.50, 0.90, 0.05),
        "planck": Variable("W/m**2/K", 3.10, 3.30, 0.05),
        "feedback": Variable("W/m**2/K", 1.2, 1.8, 0.1),
        "uptake": Variable("W/m**2", 0.40, 0.75, 0.05),
    },
    constants=(),
    forks={
        "high": Fork("used the concentration of the high path", "used the concentration of the low path", "misreading"),
        "aerosol": Fork("counted the forcing of aerosol", "left the forcing of aerosol out", "reasoning"),
        "feedbacks": Fork("let the feedbacks hold heat back", "used the Planck response alone", "reasoning"),
        "uptake": Fork(
            "took the heat uptake of the ocean off", "took the ocean as having come to equilibrium", "reasoning"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "dT": Part("the global warming", "K", 0.15, 6),
        "F": Part("the total radiative forcing", "W/m**2", 0.8, 6),
    },
    collection="further",
    formula=Formula(
        symbols={
            "C_0": Symbol("the concentration before the rise", lambda x, taken: x["before"]),
            "C": Symbol(
                "the concentration at the end of that path", lambda x, taken: x["high" if "high" in taken else "low"]
            ),
            r"\alpha": Symbol("the given coefficient of the forcing", lambda x, taken: x["alpha"]),
            "A": Symbol("the magnitude of the forcing by aerosol", lambda x, taken: x["aerosol"]),
            "N": Symbol("the heat uptake of the ocean", lambda x, taken: x["uptake"]),
            "P": Symbol("the Planck response per kelvin", lambda x, taken: x["planck"]),
            "B": Symbol("the radiation that the feedbacks hold back per kelvin", lambda x, taken: x["feedback"]),
        },
        write=_write,
    ),
)
