"""Water that a storm leaves on a catchment."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    depth = x["rain"]
    if "snow" in taken:
        depth += x["snow"] * x["density"] / x["water_density"]
    if "net" in taken:
        depth *= 1 - x["canopy"]
    return {"V": depth * x["area"], "h": depth, "Q": depth * x["area"] / x["days"]}


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
        "snow": fork("[added the water of the snow|left the water of the snow out]", "reasoning"),
        "whole": fork("used the area of the [whole catchment|upper basin]", area=("whole", "upper")),
        "net": fork("[subtracted|did not subtract] what the canopy keeps", "reasoning"),
    },
    question=(
        "By midnight a storm had brought {rain} inches of rain. Then it turned to snow, and by morning {snow} cm of "
        "fresh snow of density {density} kg/m³ had come down as well; both were measured above the trees. The "
        "catchment is wooded throughout and measures {whole} km², its upper basin {upper} km². The canopy keeps back "
        "{canopy} % of whatever comes down. Count the water of [snow:rain and snow together|the rain alone] that "
        "[net:reaches the ground below|comes down onto] the trees in the [whole:whole catchment|upper basin]. To "
        "compare it with a river, spread all of the water counted evenly over {days} days."
    ),
    solve=_solve,
    parts={
        "V": Part("the volume of the water counted", "m**3", 1e5, 2e7),
        "h": Part("the mean depth of that water over the area considered", "mm", 5, 100),
        "Q": Part("the mean discharge over those days", "m**3/s", 0.2, 60),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "h_1": Symbol("the depth of the rain", "rain"),
            "h_2": Symbol("the depth of the fresh snow", "snow"),
            r"\rho_s": Symbol("the density of the fresh snow", "density"),
            r"\rho_w": Symbol("the density of water", "water_density"),
            "b": Symbol("the share that the canopy keeps back", "canopy"),
            "A": Symbol("the area considered", "area"),
        },
        latex=r"[snow:(h_1 + \frac{\rho_s}{\rho_w} h_2)|h_1][net: (1 - b)|] A",
    ),
)
