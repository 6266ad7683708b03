"""Longwave fluxes of a grey atmosphere in radiative equilibrium, by two streams."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    outgoing = x["sun"] * (1 - x["albedo"])
    depth = x["depth"] * (x["share"] if "aloft" in taken else 1.0)
    path = x["slant"] * depth
    flux = outgoing / 2 * (path + 2 if "upward" in taken else path)
    return {"F": flux, "T": (outgoing / 2 * (1 + path) / x["stefan_boltzmann"]) ** 0.25}


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
        "cloudy": fork("used the albedo of the [cloudy|clear] planet", albedo=("cloudy", "clear")),
        "moist": fork("used the optical depth of [moist|dry] air", depth=("moist", "dry")),
        "aloft": fork("took the fluxes at the [flight level|bottom of the atmosphere]"),
        "upward": fork("gave the [upward|downward] stream", "knowledge"),
    },
    question=(
        "Averaged over the globe a planet receives {sun} W/m² of sunlight; its albedo is {clear} when clear and "
        "{cloudy} when cloudy. The grey atmosphere lets sunlight pass, is in radiative equilibrium with no convection, "
        "and follows the two-stream equations with a diffusivity factor of {slant}. Its longwave optical depth, "
        "counted vertically, is {dry} when dry and {moist} when moist; the share {share} of either lies above a flight "
        "level. Take the [cloudy:cloudy|clear] planet with [moist:moist|dry] air and the longwave stream that goes "
        "[upward:upward|downward] at the [aloft:flight level|bottom of the atmosphere]."
    ),
    solve=_solve,
    parts={
        "F": Part("the flux of that longwave stream", "W/m**2", 40, 1500),
        "T": Part("the air temperature at that level", "K", 180, 420),
    },
    collection="further",
    formula=Formula(
        symbols={
            "S": Symbol("the sunlight that the planet receives", "sun"),
            "a": Symbol("the albedo of that planet", "albedo"),
            "D": Symbol("the diffusivity factor", "slant"),
            r"\tau": Symbol("the longwave optical depth of that air", "depth"),
            "s": Symbol("the share of it above the flight level", "share"),
        },
        latex=r"\frac{1}{2} S (1 - a) [upward:(2 + D \tau[aloft: s|])|D \tau[aloft: s|]]",
    ),
)
