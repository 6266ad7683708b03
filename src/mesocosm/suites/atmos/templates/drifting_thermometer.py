"""What a thermometer records that moves with the water."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    speed = x["river"] + (x["motor"] if "powered" in taken else 0.0)
    advective = speed * (-x["gradient"] if "colder" in taken else x["gradient"])
    rate = x["local"] + advective
    return {"rate": rate, "dT": rate * x["minutes"]}


template = Template(
    category="hydrology",
    kind="knowledge",
    reference="Kundu, Cohen and Dowling (2016), Fluid Mechanics, Section 3.3",
    background=(
        "A probe that moves at the velocity v along x records ∂T/∂t + v ∂T/∂x, with v its velocity over the ground: "
        "the change at a fixed place plus what it meets on its way."
    ),
    variables={
        "morning": Variable("K/hour", 0.45, 0.6, 0.01),
        "noon": Variable("K/hour", 0.8, 1.1, 0.01),
        "gradient": Variable("K/km", 0.05, 0.1, 0.005),
        "river": Variable("m/s", 0.4, 0.8, 0.05),
        "motor": Variable("m/s", 0.5, 1.0, 0.05),
        "minutes": Variable("minute", 20, 90, 5),
    },
    constants=(),
    forks={
        "colder": fork("took the water as [colder|warmer] downstream", "calculation"),
        "powered": fork("[added|left out] the speed of the motor", "reasoning"),
        "noon": fork("used the warming [at noon|in the morning]", local=("noon", "morning")),
    },
    question=(
        "Moored thermometers all along a river show that the water warms everywhere by {morning} K per hour in the "
        "morning and by {noon} K per hour at noon. At any moment it is [colder:colder|warmer] downstream by {gradient} "
        "K per kilometre. The river flows at {river} m/s. A free probe drifts with it; a probe with a motor drives "
        "downstream at {motor} m/s relative to the water. Both record temperature for {minutes} minutes. Consider the "
        "[powered:probe with a motor|free probe] [noon:at noon|in the morning]."
    ),
    solve=_solve,
    parts={
        "rate": Part("the rate at which the recorded temperature rises", "K/hour", 0.1, 2.5),
        "dT": Part("the total rise in the recorded temperature", "K", 0.02, 4),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "W": Symbol("the warming rate that moored thermometers show at that time", "local"),
            "B": Symbol("the magnitude of the temperature gradient along the river", "gradient"),
            "U": Symbol("the speed of the river", "river"),
            "V": Symbol("the speed that the motor gives, relative to the water", "motor"),
        },
        latex="W [colder:-|+] [powered:(U + V)|U] B",
    ),
)
