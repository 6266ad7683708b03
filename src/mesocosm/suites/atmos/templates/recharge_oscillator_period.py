"""El Niño as an oscillator that recharges the equatorial heat content."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    rate = x["feedback"] if "growing" in taken else -x["feedback"]
    coupling = x["box"] * x["winds"]
    period = 2 * math.pi / math.sqrt(coupling - ((rate + x["leak"]) / 2) ** 2)
    return {"P": period, "a": math.exp((rate - x["leak"]) / 2 * period)}


template = Template(
    category="physical oceanography",
    kind="reasoning",
    reference="Jin (1997), An Equatorial Ocean Recharge Paradigm for ENSO, Part I, J. Atmos. Sci. 54, 811-829",
    background=(
        "The eigenvalues of the recharge oscillator are (r − ε)/2 ± i √(F G − (r + ε)²/4): the imaginary part is the "
        "angular frequency and the real part the growth rate."
    ),
    variables={
        "feedback": Variable("1/month", 0.1, 0.13, 0.002),
        "leak": Variable("1/month", 0.1, 0.12, 0.002),
        "central": Variable("K/m/month", 0.014, 0.016, 0.0005),
        "eastern": Variable("K/m/month", 0.021, 0.023, 0.0005),
        "weak": Variable("m/K/month", 1.3, 1.5, 0.05),
        "strong": Variable("m/K/month", 2.8, 3.2, 0.05),
    },
    constants=(),
    forks={
        "growing": fork("let the local feedbacks [amplify|damp]", "calculation"),
        "eastern": fork("used the coupling of the [eastern|central] box", box=("eastern", "central")),
        "strong": fork("used the coupling with [strong|weak] winds", winds=("strong", "weak")),
    },
    question=(
        "In a recharge oscillator the anomalies T of sea-surface temperature and h of thermocline depth obey dT/dt = r "
        "T + F h and dh/dt = −ε h − G T. The rate r of the local feedbacks is +{feedback} per month where they amplify "
        "T and −{feedback} per month where they damp it. The discharge rate ε is {leak} per month. F is {central} K "
        "per metre and month in the central box and {eastern} in the eastern box; G is {weak} m per kelvin and month "
        "with weak winds and {strong} with strong winds. Here the local feedbacks [growing:amplify|damp] T, in the "
        "[eastern:eastern|central] box, with [strong:strong|weak] winds."
    ),
    solve=_solve,
    parts={
        "P": Part("the period of the oscillation", "month", 8, 140),
        "a": Part("the factor by which the amplitude changes over one period", "", 1e-4, 10),
    },
    accept=lambda p: p["central"] * p["weak"] > 1.3 * ((p["feedback"] + p["leak"]) / 2) ** 2,
    collection="further",
    formula=Formula(
        symbols={
            "b": Symbol("the magnitude of r", "feedback"),
            r"\epsilon": Symbol("the discharge rate", "leak"),
            "F": Symbol("the coefficient F of that box", "box"),
            "G": Symbol("the coefficient G with those winds", "winds"),
        },
        latex=r"\frac{2 \pi}{\sqrt{F G - \frac{1}{4} (\epsilon [growing:+|-] b)^2}}",
    ),
)
