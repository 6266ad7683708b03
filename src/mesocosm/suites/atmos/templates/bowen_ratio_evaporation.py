"""Evaporation from the energy budget and the Bowen ratio."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    soil = -x["soil"] if "releasing" in taken else x["soil"]
    psychrometric = x["cp_dry"] * x["pressure"] * x["r_vapour"] / (x["r_dry"] * x["latent_vaporisation"])
    bowen = psychrometric * x["warmer"] / x["vapour"]
    latent = (x["radiation"] - soil) / (1 + bowen)
    return {
        "E": latent / (x["latent_vaporisation"] * x["water_density"]),
        "B": bowen,
        "LE": latent,
        "epsilon": x["r_dry"] / x["r_vapour"],
    }


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Brutsaert (2005), Hydrology: An Introduction, Chapter 4",
    background=(
        "The Bowen ratio of sensible to latent heat is γ Δθ/Δe, with γ = cp p Rv/(Rd L) and θ the potential "
        "temperature. The latent heat flux is (Rn - G)/(1 + B), with G the flux into the soil; divided by L and the "
        "density of water it is a depth per time."
    ),
    variables={
        "meadow": Variable("K", 0.3, 0.7, 0.05),
        "stubble": Variable("K", 1.4, 2.2, 0.05),
        "vapour": Variable("Pa", 100, 180, 5),
        "pressure": Variable("hPa", 920, 1010, 5),
        "clear": Variable("W/m**2", 420, 560, 10),
        "cloudy": Variable("W/m**2", 240, 340, 10),
        "soil": Variable("W/m**2", 30, 70, 5),
    },
    constants=("cp_dry", "r_dry", "r_vapour", "latent_vaporisation", "water_density"),
    forks={
        "stubble": fork("used the temperatures of the [stubble field|meadow]", warmer=("stubble", "meadow")),
        "cloudy": fork("used the net radiation of the [cloudy|clear] day", radiation=("cloudy", "clear")),
        "releasing": fork("let the soil [give off|take up] heat", "reasoning"),
    },
    question=(
        "Masts over a meadow and a stubble field measure at two heights. The potential temperature is higher at the "
        "lower height, by {meadow} K over the meadow and by {stubble} K over the stubble; so is the vapour pressure, "
        "by {vapour} Pa over both. Air pressure is {pressure} hPa. Net radiation is {clear} W/m² on a clear day and "
        "{cloudy} W/m² on a cloudy one. Take the [stubble:stubble field|meadow] on the [cloudy:cloudy|clear] day, "
        "while the soil, [releasing:warm from days before, gives off|cold from days before, takes up] {soil} W/m² of "
        "heat. Turbulence mixes heat and vapour alike."
    ),
    solve=_solve,
    parts={
        "E": Part("the evaporation rate as a depth of liquid water", "mm/hour", 0.05, 1.2),
        "B": Part("the Bowen ratio", "", 0.05, 2),
        "LE": Part("the latent heat flux", "W/m**2", 50, 700),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "N": Symbol("the net radiation of that day", "radiation"),
            "G": Symbol("the magnitude of the heat flux into or out of the soil", "soil"),
            r"\theta": Symbol(
                "the difference in potential temperature between the two heights over that field", "warmer"
            ),
            r"\delta": Symbol("the difference in vapour pressure between the two heights", "vapour"),
            "p": Symbol("the air pressure", "pressure"),
            "c_p": Symbol("the specific heat of air at constant pressure", "cp_dry"),
            r"\epsilon": Symbol("the gas constant of dry air divided by that of water vapour", "epsilon"),
            "L": Symbol("the latent heat of vaporisation", "latent_vaporisation"),
            r"\rho_w": Symbol("the density of liquid water", "water_density"),
        },
        latex=r"\frac{N [releasing:+|-] G}{\rho_w L (1 + \frac{c_p p \theta}{\epsilon L \delta})}",
    ),
)
