"""Water that a storm leaves on a catchment."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    what = "rain and snow together" if "snow" in taken else "the rain alone"
    where = "the whole catchment" if "whole" in taken else "the upper basin"
    level = "reaches the ground below the trees" if "net" in taken else "comes down onto the trees"
    return (
        f"By midnight a storm had brought {p['rain']:g} inches of rain. Then it turned to snow, and by morning "
        f"{p['snow']:g} cm of fresh snow of density {p['density']:g} kg/m³ had come down as well; both were measured "
        f"above the trees. The catchment is wooded throughout and measures {p['whole']:g} km², its upper basin "
        f"{p['upper']:g} km². The canopy keeps back {p['canopy']:g} % of whatever comes down. Count the water of "
        f"{what} that {level} in {where}. To compare it with a river, spread all of the water counted evenly over "
        f"{p['days']:g} days."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    area = x["whole" if "whole" in taken else "upper"]
    depth = x["rain"]
    if "snow" in taken:
        depth += x["snow"] * x["density"] / x["water_density"]
    if "net" in taken:
        depth *= 1 - x["canopy"]
    return {"V": depth * area, "h": depth, "Q": depth * area / x["days"]}


def _write(taken: Taken) -> str:
    depth = r"(h_1 + \frac{\rho_s}{\rho_w} h_2)" if "snow" in taken else "h_1"
    return f"{depth}{' (1 - b)' if 'net' in taken else ''} A"


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Dingman (2015), Physical Hydrology, Chapters 4 and 5",
    background=(
        "The volume is the depth of water times the area. Snow counts with its water equivalent, its depth times its "
        "density divided by that of water (1000 kg/m³); an inch is 25.4 mm."
    ),
    variables={
        "rain": Variable("inch", 0.6, 1.4, 0.05),
        "snow": Variable("cm", 14, 30, 1),
        "density": Variable("kg/m**3", 70, 130, 5),
        "whole": Variable("km**2", 90, 140, 1),
        "upper": Variable("km**2", 30, 60, 1),
        "canopy": Variable("percent", 14, 35, 1),
        "days": Variable("day", 3, 9, 0.5),
    },
    constants=("water_density",),
    forks={
        "snow": Fork("added the water of the snow", "left the water of the snow out", "reasoning"),
        "whole": Fork("used the area of the whole catchment", "used the area of the upper basin", "misreading"),
        "net": Fork("subtracted what the canopy keeps", "did not subtract what the canopy keeps", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "V": Part("the volume of the water counted", "m**3", 1e5, 2e7),
        "h": Part("the mean depth of that water over the area considered", "mm", 5, 100),
        "Q": Part("the mean discharge over those days", "m**3/s", 0.2, 60),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "h_1": Symbol("the depth of the rain", lambda x, taken: x["rain"]),
            "h_2": Symbol("the depth of the fresh snow", lambda x, taken: x["snow"]),
            r"\rho_s": Symbol("the density of the fresh snow", lambda x, taken: x["density"]),
            r"\rho_w": Symbol("the density of water", lambda x, taken: x["water_density"]),
            "b": Symbol("the share that the canopy keeps back", lambda x, taken: x["canopy"]),
            "A": Symbol("the area considered", lambda x, taken: x["whole" if "whole" in taken else "upper"]),
        },
        write=_write,
    ),
)
