"""Warming that balances the forcing by carbon dioxide."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    forcing = x["alpha"] * math.log(x["concentration"] / x["before"])
    forcing -= x["aerosol"] if "aerosol" in taken else 0.0
    response = x["planck"] - (x["feedback"] if "feedbacks" in taken else 0.0)
    left = forcing - (x["uptake"] if "uptake" in taken else 0.0)
    return {"dT": left / response, "F": forcing}


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
        "high": fork("used the concentration of the [high|low] path", concentration=("high", "low")),
        "aerosol": fork("[counted the forcing of aerosol|left the forcing of aerosol out]", "reasoning"),
        "feedbacks": fork("[let the feedbacks hold heat back|used the Planck response alone]", "reasoning"),
        "uptake": fork("took the [heat uptake of the ocean off|ocean as having come to equilibrium]", "reasoning"),
    },
    question=(
        "Carbon dioxide rises from {before} ppm to {low} ppm on a low path of emissions, to {high} ppm on a high one; "
        "its forcing is {alpha} W/m² times the natural logarithm of the ratio. Aerosol, where there is any, has a "
        "forcing of −{aerosol} W/m². Per kelvin of warming the Planck response sends {planck} W/m² more to space, and "
        "feedbacks of water vapour, clouds and ice hold back {feedback} W/m² of it. The ocean, as long as it warms, "
        "takes up {uptake} W/m². Take the [high:high|low] path, [aerosol:with|without] aerosol, with "
        "[feedbacks:these feedbacks|the Planck response alone], [uptake:while the ocean still takes up|once the ocean "
        "takes up no more] heat."
    ),
    solve=_solve,
    parts={"dT": Part("the global warming", "K", 0.15, 6), "F": Part("the total radiative forcing", "W/m**2", 0.8, 6)},
    collection="further",
    formula=Formula(
        symbols={
            "C_0": Symbol("the concentration before the rise", "before"),
            "C": Symbol("the concentration at the end of that path", "concentration"),
            r"\alpha": Symbol("the given coefficient of the forcing", "alpha"),
            "A": Symbol("the magnitude of the forcing by aerosol", "aerosol"),
            "N": Symbol("the heat uptake of the ocean", "uptake"),
            "P": Symbol("the Planck response per kelvin", "planck"),
            "B": Symbol("the radiation that the feedbacks hold back per kelvin", "feedback"),
        },
        latex=r"\frac{\alpha \ln (\frac{C}{C_0})[aerosol: - A|][uptake: - N|]}{P[feedbacks: - B|]}",
    ),
)
