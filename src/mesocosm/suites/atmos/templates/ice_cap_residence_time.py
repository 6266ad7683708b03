"""How long ice stays in an ice cap."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    survey = "the gravity survey" if "gravity" in taken else "the radar"
    means = "the stakes" if "stakes" in taken else "the gauges"
    where = "only above the snow line" if "upper" in taken else "on all of its area"
    return (
        f"An ice cap covers {p['area']:g} km², of which {p['share']:g} % lie above the snow line. Radar finds a mean "
        f"ice thickness of {p['radar']:g} m, a gravity survey one of {p['gravity']:g} m. Stakes show that each year "
        f"leaves {p['snow']:g} m of settled snow of density {p['density']:g} kg/m³; gauges show a gain of "
        f"{p['water']:g} m of water a year. Trust {means} and {survey}, let snow accumulate {where}, and take the cap "
        "to be in balance."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    thickness = x["gravity" if "gravity" in taken else "radar"]
    fed = x["area"] * (x["share"] if "upper" in taken else 1.0)
    layer = x["snow"] * x["density"] if "stakes" in taken else x["water"] * x["water_density"]
    gain = layer * fed
    mass = x["ice_density"] * thickness * x["area"]
    return {"t": mass / gain, "F": gain, "M": mass}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Dingman (2015), Physical Hydrology, Chapter 1",
    background=(
        "The mean residence time of a store in balance is its mass divided by the mass that enters it per time. The "
        "density of ice is 917 kg/m³, that of water 1000 kg/m³."
    ),
    variables={
        "area": Variable("km**2", 200, 9000, 50),
        "share": Variable("percent", 55, 80, 1),
        "radar": Variable("m", 320, 480, 5),
        "gravity": Variable("m", 150, 240, 5),
        "snow": Variable("m/year", 0.7, 1.3, 0.05),
        "density": Variable("kg/m**3", 340, 460, 5),
        "water": Variable("m/year", 0.5, 1.2, 0.02),
    },
    constants=("ice_density", "water_density"),
    forks={
        "gravity": Fork("used the thickness of the gravity survey", "used the thickness of the radar", "misreading"),
        "stakes": Fork("used the accumulation at the stakes", "used the accumulation of the gauges", "misreading"),
        "upper": Fork("let snow gather above the snow line only", "let snow gather on the whole area", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "t": Part("the mean residence time of the ice", "year", 60, 3500),
        "F": Part("the mass that accumulates on the cap each year", "kg/year", 1e10, 2e13),
        "M": Part("the mass of the ice cap", "kg", 1e13, 1e16),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "H": Symbol(
                "the mean ice thickness by the trusted survey",
                lambda x, taken: x["gravity" if "gravity" in taken else "radar"],
            ),
            "b": Symbol(
                "the thickness of snow or water gained per time, by the trusted means",
                lambda x, taken: x["snow" if "stakes" in taken else "water"],
            ),
            r"\rho_1": Symbol(
                "the density of that snow or water",
                lambda x, taken: x["density" if "stakes" in taken else "water_density"],
            ),
            "s": Symbol("the share of the area above the snow line", lambda x, taken: x["share"]),
            r"\rho_2": Symbol("the density of ice", lambda x, taken: x["ice_density"]),
        },
        write=lambda taken: rf"\frac{{\rho_2 H}}{{\rho_1 b{' s' if 'upper' in taken else ''}}}",
    ),
)
