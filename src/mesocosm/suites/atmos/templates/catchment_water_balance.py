"""Evapotranspiration as what is left of a catchment's water."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    year = "the wet year" if "wet" in taken else "the dry year"
    store = "fell" if "falling" in taken else "rose"
    canal = "carried water out of" if "canal" in taken else "stood dry and took nothing from"
    return (
        f"A catchment of {p['area']:g} km² received {p['dry']:g} mm of precipitation in a dry year and {p['wet']:g} mm "
        f"in a wet year. In either year, of {p['days']:g} days, the river left it with a mean discharge of "
        f"{p['river']:g} m³/s at the gauge, and storage in the ground changed by {p['storage']:g} mm of water. A canal "
        f"can divert {p['canal']:g} m³/s on average, which the river gauge does not see. Consider {year}, in which "
        f"storage {store} and the canal {canal} the catchment."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    rain = x["wet" if "wet" in taken else "dry"]
    gain = -x["storage"] if "falling" in taken else x["storage"]
    outflow = x["river"] + (x["canal"] if "canal" in taken else 0.0)
    evaporation = rain - outflow * x["days"] / x["area"] - gain
    return {
        "ET": evaporation,
        "V": evaporation * x["area"],
        "r": x["river"] * x["days"] / (x["area"] * rain),
    }


def _write(taken: Taken) -> str:
    outflow = "(Q_1 + Q_2)" if "canal" in taken else "Q_1"
    sign = "+" if "falling" in taken else "-"
    return rf"P - \frac{{{outflow} t}}{{A}} {sign} S"


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
        "wet": Fork("used the precipitation of the wet year", "used the precipitation of the dry year", "misreading"),
        "falling": Fork("let storage fall", "let storage rise", "reasoning"),
        "canal": Fork("added the canal to the outflow", "left the canal out of the outflow", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "ET": Part("the evapotranspiration of that year", "mm", 100, 1250),
        "V": Part("the volume of water lost by evapotranspiration in that year", "m**3", 1e8, 2e9),
        "r": Part("the ratio of the river's runoff to the precipitation", "", 0.1, 0.8),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "P": Symbol(
                "the precipitation of that year, as a depth", lambda x, taken: x["wet" if "wet" in taken else "dry"]
            ),
            "A": Symbol("the area of the catchment", lambda x, taken: x["area"]),
            "t": Symbol("the length of the year", lambda x, taken: x["days"]),
            "Q_1": Symbol("the mean discharge of the river", lambda x, taken: x["river"]),
            "Q_2": Symbol("the discharge that the canal can divert", lambda x, taken: x["canal"]),
            "S": Symbol("the magnitude of the change of storage, as a depth", lambda x, taken: x["storage"]),
        },
        write=_write,
    ),
)
