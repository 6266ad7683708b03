"""El Niño as an oscillator that recharges the equatorial heat content."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    feedback = "amplify" if "growing" in taken else "damp"
    box = "eastern" if "eastern" in taken else "central"
    winds = "strong" if "strong" in taken else "weak"
    return (
        "In a recharge oscillator the anomalies T of sea-surface temperature and h of thermocline depth obey dT/dt = "
        f"r T + F h and dh/dt = −ε h − G T. The rate r of the local feedbacks is +{p['feedback']:g} per month where "
        f"they amplify T and −{p['feedback']:g} per month where they damp it. The discharge rate ε is {p['leak']:g} "
        f"per month. F is {p['central']:g} K per metre and month in the central box and {p['eastern']:g} in the "
        f"eastern box; G is {p['weak']:g} m per kelvin and month with weak winds and {p['strong']:g} with strong "
        f"winds. Here the local feedbacks {feedback} T, in the {box} box, with {winds} winds."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    rate = x["feedback"] if "growing" in taken else -x["feedback"]
    coupling = x["eastern" if "eastern" in taken else "central"] * x["strong" if "strong" in taken else "weak"]
    period = 2 * math.pi / math.sqrt(coupling - ((rate + x["leak"]) / 2) ** 2)
    return {"P": period, "a": math.exp((rate - x["leak"]) / 2 * period)}


def _write(taken: Taken) -> str:
    damping = rf"\epsilon {'+' if 'growing' in taken else '-'} b"
    return rf"\frac{{2 \pi}}{{\sqrt{{F G - \frac{{1}}{{4}} ({damping})^2}}}}"


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
        "growing": Fork("let the local feedbacks amplify", "let the local feedbacks damp", "calculation"),
        "eastern": Fork("used the coupling of the eastern box", "used the coupling of the central box", "misreading"),
        "strong": Fork("used the coupling with strong winds", "used the coupling with weak winds", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "P": Part("the period of the oscillation", "month", 8, 140),
        "a": Part("the factor by which the amplitude changes over one period", "", 1e-4, 10),
    },
    accept=lambda p: p["central"] * p["weak"] > 1.3 * ((p["feedback"] + p["leak"]) / 2) ** 2,
    collection="further",
    formula=Formula(
        symbols={
            "b": Symbol("the magnitude of r", lambda x, taken: x["feedback"]),
            r"\epsilon": Symbol("the discharge rate", lambda x, taken: x["leak"]),
            "F": Symbol(
                "the coefficient F of that box", lambda x, taken: x["eastern" if "eastern" in taken else "central"]
            ),
            "G": Symbol(
                "the coefficient G with those winds", lambda x, taken: x["strong" if "strong" in taken else "weak"]
            ),
        },
        write=_write,
    ),
)
