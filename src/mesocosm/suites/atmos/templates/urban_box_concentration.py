"""A pollutant in the well-mixed air over a town: sources, wind, decay and deposition."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    lid = "noon" if "lifted" in taken else "dawn"
    wind = "sea breeze" if "breezy" in taken else "land breeze"
    ground = "wet" if "deposition" in taken else "dry"
    when = "already" if "early" in taken else "at the steady state, not"
    return (
        f"A town {p['length']:g} km long along the wind emits {p['emission']:g} mg of a gas per square metre and hour "
        f"into well-mixed air under a lid, {p['low']:g} m high at dawn and {p['lifted']:g} m at noon. Clean air flows "
        f"in at one end, at {p['land']:g} m/s in the land breeze and {p['sea']:g} m/s in the sea breeze, and leaves at "
        f"the other. The gas decays with a lifetime of {p['lifetime']:g} h; wet ground, but not dry ground, takes it "
        f"up with a deposition velocity of {p['deposition']:g} cm/s. At the start the air is clean. Keep the lid of "
        f"{lid}, the {wind} and {ground} ground all the time, and look {when} {p['hours']:g} h after the start."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    height = x["lifted" if "lifted" in taken else "low"]
    loss = 1 / x["lifetime"] + x["sea" if "breezy" in taken else "land"] / x["length"]
    if "deposition" in taken:
        loss += x["deposition"] / height
    filled = 1 - math.exp(-loss * x["hours"]) if "early" in taken else 1.0
    return {"c": x["emission"] / height / loss * filled, "tau": 1 / loss}


def _write(taken: Taken) -> str:
    loss = r"\frac{1}{T} + \frac{U}{L}"
    if "deposition" in taken:
        loss += r" + \frac{v}{h}"
    steady = rf"\frac{{E}}{{h ({loss})}}"
    return rf"{steady} (1 - \exp (-({loss}) t))" if "early" in taken else steady


template = Template(
    category="air quality",
    kind="reasoning",
    reference="Jacob (1999), Introduction to Atmospheric Chemistry, Section 3.1",
    background=(
        "In a well-mixed box of height h and length L, dc/dt = E/h − c (U/L + 1/τ + v/h); the concentration approaches "
        "E/(h k) as 1 − exp(−k t), where k is the sum of the loss rates and 1/k the overall lifetime."
    ),
    variables={
        "length": Variable("km", 26, 36, 1),
        "emission": Variable("mg/m**2/hour", 1.0, 4.0, 0.1),
        "low": Variable("m", 260, 320, 10),
        "lifted": Variable("m", 620, 740, 10),
        "land": Variable("m/s", 1.0, 1.3, 0.1),
        "sea": Variable("m/s", 2.6, 3.2, 0.1),
        "lifetime": Variable("hour", 12, 18, 1),
        "deposition": Variable("cm/s", 1.4, 2.2, 0.1),
        "hours": Variable("hour", 2.0, 3.0, 0.25),
    },
    constants=(),
    forks={
        "lifted": Fork("used the height of the lid at noon", "used the height of the lid at dawn", "misreading"),
        "breezy": Fork("used the sea breeze", "used the land breeze", "misreading"),
        "deposition": Fork("let dry ground take up the gas", "left out the uptake by wet ground", "reasoning"),
        "early": Fork(
            "stopped before the steady state", "took the steady state long before it was reached", "knowledge"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "c": Part("the concentration of the gas", "µg/m**3", 1, 150),
        "tau": Part("the lifetime of the gas in this air against all losses, outflow included", "hour", 0.5, 15),
    },
    collection="further",
    formula=Formula(
        symbols={
            "E": Symbol("the emission per area and time", lambda x, taken: x["emission"]),
            "h": Symbol("the height of that lid", lambda x, taken: x["lifted" if "lifted" in taken else "low"]),
            "U": Symbol("the speed of that breeze", lambda x, taken: x["sea" if "breezy" in taken else "land"]),
            "L": Symbol("the length of the town", lambda x, taken: x["length"]),
            "T": Symbol("the lifetime of the gas against decay", lambda x, taken: x["lifetime"]),
            "v": Symbol("the deposition velocity on wet ground", lambda x, taken: x["deposition"]),
            "t": Symbol("the given time after the start", lambda x, taken: x["hours"]),
        },
        write=_write,
    ),
)
