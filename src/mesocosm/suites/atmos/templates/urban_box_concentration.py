"""A pollutant in the well-mixed air over a town: sources, wind, decay and deposition."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    loss = 1 / x["lifetime"] + x["wind"] / x["length"]
    if "deposition" in taken:
        loss += x["deposition"] / x["height"]
    filled = 1 - math.exp(-loss * x["hours"]) if "early" in taken else 1.0
    return {"c": x["emission"] / x["height"] / loss * filled, "tau": 1 / loss}


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
        "lifted": fork("used the height of the lid at [noon|dawn]", height=("lifted", "low")),
        "breezy": fork("used the [sea|land] breeze", wind=("sea", "land")),
        "deposition": fork("[let dry ground take up the gas|left out the uptake by wet ground]", "reasoning"),
        "early": fork(
            "[stopped before the steady state|took the steady state long before it was reached]", "knowledge"
        ),
    },
    question=(
        "A town {length} km long along the wind emits {emission} mg of a gas per square metre and hour into well-mixed "
        "air under a lid, {low} m high at dawn and {lifted} m at noon. Clean air flows in at one end, at {land} m/s in "
        "the land breeze and {sea} m/s in the sea breeze, and leaves at the other. The gas decays with a lifetime of "
        "{lifetime} h; wet ground, but not dry ground, takes it up with a deposition velocity of {deposition} cm/s. At "
        "the start the air is clean. Keep the lid of [lifted:noon|dawn], the [breezy:sea|land] breeze and "
        "[deposition:wet|dry] ground all the time, and look [early:already|at the steady state, not] {hours} h after "
        "the start."
    ),
    solve=_solve,
    parts={
        "c": Part("the concentration of the gas", "µg/m**3", 1, 150),
        "tau": Part("the lifetime of the gas in this air against all losses, outflow included", "hour", 0.5, 15),
    },
    collection="further",
    formula=Formula(
        symbols={
            "E": Symbol("the emission per area and time", "emission"),
            "h": Symbol("the height of that lid", "height"),
            "U": Symbol("the speed of that breeze", "wind"),
            "L": Symbol("the length of the town", "length"),
            "T": Symbol("the lifetime of the gas against decay", "lifetime"),
            "v": Symbol("the deposition velocity on wet ground", "deposition"),
            "t": Symbol("the given time after the start", "hours"),
        },
        latex=(
            r"\frac{E}{h (\frac{1}{T} + \frac{U}{L}[deposition: + \frac{v}{h}|])}[early: (1 - \exp (-(\frac{1}{T} + "
            r"\frac{U}{L}[deposition: + \frac{v}{h}|]) t))|]"
        ),
    ),
)
