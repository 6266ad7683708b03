"""Evaporation from the energy budget and the Bowen ratio."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    field = "stubble field" if "stubble" in taken else "meadow"
    sky = "the cloudy day" if "cloudy" in taken else "the clear day"
    soil = "warm from days before, gives off" if "releasing" in taken else "cold from days before, takes up"
    return (
        f"Masts over a meadow and a stubble field measure at two heights. The potential temperature is higher at the "
        f"lower height, by {p['meadow']:g} K over the meadow and by {p['stubble']:g} K over the stubble; so is the "
        f"vapour pressure, by {p['vapour']:g} Pa over both. Air pressure is {p['pressure']:g} hPa. Net radiation is "
        f"{p['clear']:g} W/m² on a clear day and {p['cloudy']:g} W/m² on a cloudy one. Take the {field} on {sky}, "
        f"while the soil, {soil} {p['soil']:g} W/m² of heat. Turbulence mixes heat and vapour alike."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    warmer = x["stubble" if "stubble" in taken else "meadow"]
    radiation = x["cloudy" if "cloudy" in taken else "clear"]
    soil = -x["soil"] if "releasing" in taken else x["soil"]
    psychrometric = x["cp_dry"] * x["pressure"] * x["r_vapour"] / (x["r_dry"] * x["latent_vaporisation"])
    bowen = psychrometric * warmer / x["vapour"]
    latent = (radiation - soil) / (1 + bowen)
    return {"E": latent / (x["latent_vaporisation"] * x["water_density"]), "B": bowen, "LE": latent}


def _write(taken: Taken) -> str:
    sign = "+" if "releasing" in taken else "-"
    bowen = r"\frac{c_p p \theta}{\epsilon L \delta}"
    return rf"\frac{{N {sign} G}}{{\rho_w L (1 + {bowen})}}"


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
        "stubble": Fork(
            "used the temperatures of the stubble field", "used the temperatures of the meadow", "misreading"
        ),
        "cloudy": Fork(
            "used the net radiation of the cloudy day", "used the net radiation of the clear day", "misreading"
        ),
        "releasing": Fork("let the soil give off heat", "let the soil take up heat", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "E": Part("the evaporation rate as a depth of liquid water", "mm/hour", 0.05, 1.2),
        "B": Part("the Bowen ratio", "", 0.05, 2),
        "LE": Part("the latent heat flux", "W/m**2", 50, 700),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "N": Symbol(
                "the net radiation of that day", lambda x, taken: x["cloudy" if "cloudy" in taken else "clear"]
            ),
            "G": Symbol("the magnitude of the heat flux into or out of the soil", lambda x, taken: x["soil"]),
            r"\theta": Symbol(
                "the difference in potential temperature between the two heights over that field",
                lambda x, taken: x["stubble" if "stubble" in taken else "meadow"],
            ),
            r"\delta": Symbol(
                "the difference in vapour pressure between the two heights", lambda x, taken: x["vapour"]
            ),
            "p": Symbol("the air pressure", lambda x, taken: x["pressure"]),
            "c_p": Symbol("the specific heat of air at constant pressure", lambda x, taken: x["cp_dry"]),
            r"\epsilon": Symbol(
                "the gas constant of dry air divided by that of water vapour",
                lambda x, taken: x["r_dry"] / x["r_vapour"],
            ),
            "L": Symbol("the latent heat of vaporisation", lambda x, taken: x["latent_vaporisation"]),
            r"\rho_w": Symbol("the density of liquid water", lambda x, taken: x["water_density"]),
        },
        write=_write,
    ),
)
