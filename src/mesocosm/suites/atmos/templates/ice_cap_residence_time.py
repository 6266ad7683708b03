"""How long ice stays in an ice cap."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    fed = x["area"] * (x["share"] if "upper" in taken else 1.0)
    layer = x["snow"] * x["density"] if "stakes" in taken else x["water"] * x["water_density"]
    gain = layer * fed
    mass = x["ice_density"] * x["thickness"] * x["area"]
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
        "gravity": fork("used the thickness of the [gravity survey|radar]", thickness=("gravity", "radar")),
        "stakes": fork(
            "used the accumulation [at the stakes|of the gauges]",
            gained=("snow", "water"),
            gained_density=("density", "water_density"),
        ),
        "upper": fork("let snow gather [above the snow line only|on the whole area]", "reasoning"),
    },
    question=(
        "An ice cap covers {area} km², of which {share} % lie above the snow line. Radar finds a mean ice thickness of "
        "{radar} m, a gravity survey one of {gravity} m. Stakes show that each year leaves {snow} m of settled snow of "
        "density {density} kg/m³; gauges show a gain of {water} m of water a year. Trust the [stakes:stakes|gauges] "
        "and the [gravity:gravity survey|radar], let snow accumulate "
        "[upper:only above the snow line|on all of its area], and take the cap to be in balance."
    ),
    solve=_solve,
    parts={
        "t": Part("the mean residence time of the ice", "year", 60, 3500),
        "F": Part("the mass that accumulates on the cap each year", "kg/year", 1e10, 2e13),
        "M": Part("the mass of the ice cap", "kg", 1e13, 1e16),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "H": Symbol("the mean ice thickness by the trusted survey", "thickness"),
            "b": Symbol("the thickness of snow or water gained per time, by the trusted means", "gained"),
            r"\rho_1": Symbol("the density of that snow or water", "gained_density"),
            "s": Symbol("the share of the area above the snow line", "share"),
            r"\rho_2": Symbol("the density of ice", "ice_density"),
        },
        latex=r"\frac{\rho_2 H}{\rho_1 b[upper: s|]}",
    ),
)
