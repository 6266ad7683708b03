"""Evapotranspiration as what is left of a catchment's water."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    gain = -x["storage"] if "falling" in taken else x["storage"]
    outflow = x["river"] + (x["canal"] if "canal" in taken else 0.0)
    evaporation = x["rain"] - outflow * x["days"] / x["area"] - gain
    return {"ET": evaporation, "V": evaporation * x["area"], "r": x["river"] * x["days"] / (x["area"] * x["rain"])}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Dingman (2015), Physical Hydrology, Chapter 1",
    background=(
        "Over a year precipitation equals evapotranspiration plus all outflow plus the gain of storage. A discharge "
        "becomes a depth by dividing its yearly volume by the catchment's area."
    ),
    variables={
        "area": Variable("km**2", 800, 1500, 10),
        "dry": Variable("mm", 700, 850, 5),
        "wet": Variable("mm", 1000, 1300, 5),
        "days": Variable("day", 365, 366, 1),
        "river": Variable("m**3/s", 8, 13, 0.1),
        "canal": Variable("m**3/s", 2.5, 5, 0.1),
        "storage": Variable("mm", 40, 120, 1),
    },
    constants=(),
    forks={
        "wet": fork("used the precipitation of the [wet|dry] year", rain=("wet", "dry")),
        "falling": fork("let storage [fall|rise]", "reasoning"),
        "canal": fork("[added the canal to|left the canal out of] the outflow", "reasoning"),
    },
    question=(
        "A catchment of {area} km² received {dry} mm of precipitation in a dry year and {wet} mm in a wet year. In "
        "either year, of {days} days, the river left it with a mean discharge of {river} m³/s at the gauge, and "
        "storage in the ground changed by {storage} mm of water. A canal can divert {canal} m³/s on average, which the "
        "river gauge does not see. Consider the [wet:wet|dry] year, in which storage [falling:fell|rose] and the canal "
        "[canal:carried water out of|stood dry and took nothing from] the catchment."
    ),
    solve=_solve,
    parts={
        "ET": Part("the evapotranspiration of that year", "mm", 100, 1250),
        "V": Part("the volume of water lost by evapotranspiration in that year", "m**3", 1e8, 2e9),
        "r": Part("the ratio of the river's runoff to the precipitation", "", 0.1, 0.8),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "P": Symbol("the precipitation of that year, as a depth", "rain"),
            "A": Symbol("the area of the catchment", "area"),
            "t": Symbol("the length of the year", "days"),
            "Q_1": Symbol("the mean discharge of the river", "river"),
            "Q_2": Symbol("the discharge that the canal can divert", "canal"),
            "S": Symbol("the magnitude of the change of storage, as a depth", "storage"),
        },
        latex=r"P - \frac{[canal:(Q_1 + Q_2)|Q_1] t}{A} [falling:+|-] S",
    ),
)
