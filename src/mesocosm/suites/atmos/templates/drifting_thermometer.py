"""What a thermometer records that moves with the water."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    change = "colder" if "colder" in taken else "warmer"
    probe = "the probe with a motor" if "powered" in taken else "the free probe"
    time = "at noon" if "noon" in taken else "in the morning"
    return (
        f"Moored thermometers all along a river show that the water warms everywhere by {p['morning']:g} K per hour in "
        f"the morning and by {p['noon']:g} K per hour at noon. At any moment it is {change} downstream by "
        f"{p['gradient']:g} K per kilometre. The river flows at {p['river']:g} m/s. A free probe drifts with it; a "
        f"probe with a motor drives downstream at {p['motor']:g} m/s relative to the water. Both record temperature "
        f"for {p['minutes']:g} minutes. Consider {probe} {time}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    local = x["noon" if "noon" in taken else "morning"]
    speed = x["river"] + (x["motor"] if "powered" in taken else 0.0)
    advective = speed * (-x["gradient"] if "colder" in taken else x["gradient"])
    rate = local + advective
    return {"rate": rate, "dT": rate * x["minutes"]}


def _write(taken: Taken) -> str:
    speed = "(U + V)" if "powered" in taken else "U"
    return f"W {'-' if 'colder' in taken else '+'} {speed} B"


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
        "colder": Fork("took the water as colder downstream", "took the water as warmer downstream", "calculation"),
        "powered": Fork("added the speed of the motor", "left out the speed of the motor", "reasoning"),
        "noon": Fork("used the warming at noon", "used the warming in the morning", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "rate": Part("the rate at which the recorded temperature rises", "K/hour", 0.1, 2.5),
        "dT": Part("the total rise in the recorded temperature", "K", 0.02, 4),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "W": Symbol(
                "the warming rate that moored thermometers show at that time",
                lambda x, taken: x["noon" if "noon" in taken else "morning"],
            ),
            "B": Symbol("the magnitude of the temperature gradient along the river", lambda x, taken: x["gradient"]),
            "U": Symbol("the speed of the river", lambda x, taken: x["river"]),
            "V": Symbol("the speed that the motor gives, relative to the water", lambda x, taken: x["motor"]),
        },
        write=_write,
    ),
)
