"""Longwave fluxes of a grey atmosphere in radiative equilibrium, by two streams."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    sky = "the cloudy planet" if "cloudy" in taken else "the clear planet"
    air = "moist" if "moist" in taken else "dry"
    level = "at the flight level" if "aloft" in taken else "at the bottom of the atmosphere"
    stream = "upward" if "upward" in taken else "downward"
    return (
        f"Averaged over the globe a planet receives {p['sun']:g} W/m² of sunlight; its albedo is {p['clear']:g} when "
        f"clear and {p['cloudy']:g} when cloudy. The grey atmosphere lets sunlight pass, is in radiative equilibrium "
        f"with no convection, and follows the two-stream equations with a diffusivity factor of {p['slant']:g}. Its "
        f"longwave optical depth, counted vertically, is {p['dry']:g} when dry and {p['moist']:g} when moist; the "
        f"share {p['share']:g} of either lies above a flight level. Take {sky} with {air} air and the longwave stream "
        f"that goes {stream} {level}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    outgoing = x["sun"] * (1 - x["cloudy" if "cloudy" in taken else "clear"])
    depth = x["moist" if "moist" in taken else "dry"] * (x["share"] if "aloft" in taken else 1.0)
    path = x["slant"] * depth
    flux = outgoing / 2 * (path + 2 if "upward" in taken else path)
    return {"F": flux, "T": (outgoing / 2 * (1 + path) / x["stefan_boltzmann"]) ** 0.25}


def _write(taken: Taken) -> str:
    path = r"D \tau s" if "aloft" in taken else r"D \tau"
    stream = rf"(2 + {path})" if "upward" in taken else path
    return rf"\frac{{1}}{{2}} S (1 - a) {stream}"


template = Template(
    category="radiation and climate",
    kind="reasoning",
    reference="Andrews (2010), An Introduction to Atmospheric Physics, Chapter 3; Goody and Yung (1989), Chapter 9",
    background=(
        "In grey radiative equilibrium the net longwave flux equals the absorbed sunlight F₀ at every level. With "
        "diffusivity factor D and optical depth τ from the top, the downward flux is F₀ D τ / 2, the upward flux "
        "F₀ (2 + D τ) / 2, and the air emits σ T⁴ = F₀ (1 + D τ) / 2."
    ),
    variables={
        "sun": Variable("W/m**2", 310, 360, 1),
        "clear": Variable("", 0.12, 0.22, 0.01),
        "cloudy": Variable("", 0.38, 0.50, 0.01),
        "slant": Variable("", 1.50, 1.70, 0.01),
        "dry": Variable("", 1.10, 1.50, 0.01),
        "moist": Variable("", 2.10, 2.80, 0.01),
        "share": Variable("", 0.52, 0.72, 0.01),
    },
    constants=("stefan_boltzmann",),
    forks={
        "cloudy": Fork("used the albedo of the cloudy planet", "used the albedo of the clear planet", "misreading"),
        "moist": Fork("used the optical depth of moist air", "used the optical depth of dry air", "misreading"),
        "aloft": Fork(
            "took the fluxes at the flight level", "took the fluxes at the bottom of the atmosphere", "misreading"
        ),
        "upward": Fork("gave the upward stream", "gave the downward stream", "knowledge"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "F": Part("the flux of that longwave stream", "W/m**2", 40, 1500),
        "T": Part("the air temperature at that level", "K", 180, 420),
    },
    collection="further",
    formula=Formula(
        symbols={
            "S": Symbol("the sunlight that the planet receives", lambda x, taken: x["sun"]),
            "a": Symbol("the albedo of that planet", lambda x, taken: x["cloudy" if "cloudy" in taken else "clear"]),
            "D": Symbol("the diffusivity factor", lambda x, taken: x["slant"]),
            r"\tau": Symbol(
                "the longwave optical depth of that air", lambda x, taken: x["moist" if "moist" in taken else "dry"]
            ),
            "s": Symbol("the share of it above the flight level", lambda x, taken: x["share"]),
        },
        write=_write,
    ),
)
