"""Temperature of an airless planet from its star, its distance, its albedo and its emissivity."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    emissivity = x["unusual"] if "unusual" in taken else 1.0
    absorbed = x["solar_constant"] * x["luminosity"] / x["distance"] ** 2 * (1 - x["albedo"]) / 4
    return {"T": (absorbed / (emissivity * x["stefan_boltzmann"])) ** 0.25, "F": absorbed}


template = Template(
    category="geophysics",
    kind="knowledge",
    reference="Hartmann (2016), Global Physical Climatology, Section 2.3",
    background=(
        "A fast turning planet absorbs a quarter of the starlight S L / d² less what its albedo reflects, L and d "
        "being measured in those of the Sun and the Earth, and emits ε σ T⁴."
    ),
    variables={
        "bright": Variable("", 0.9, 1.5, 0.05),
        "dwarf": Variable("", 0.12, 0.20, 0.01),
        "near": Variable("", 0.75, 1.00, 0.01),
        "far": Variable("", 1.6, 2.1, 0.05),
        "rocky": Variable("", 0.08, 0.16, 0.01),
        "icy": Variable("", 0.55, 0.70, 0.01),
        "unusual": Variable("", 0.36, 0.55, 0.01),
    },
    constants=("solar_constant", "stefan_boltzmann"),
    forks={
        "dwarf": fork("used the light of the [dwarf|bright] star", luminosity=("dwarf", "bright")),
        "far": fork("used the [larger|smaller] distance", distance=("far", "near")),
        "icy": fork("used the albedo of [an icy|a rocky] planet", albedo=("icy", "rocky")),
        "unusual": fork("[used the emissivity of an unusual surface|let the planet emit as a black body]", "knowledge"),
    },
    question=(
        "Airless planets are searched for around a bright star of {bright} times the Sun's luminosity and around a "
        "dwarf star of {dwarf} times the Sun's luminosity, at {near} and {far} times the distance of the Earth from "
        "the Sun. Rocky ones have an albedo of {rocky}, icy ones an albedo of {icy}. Take [icy:an icy|a rocky] planet "
        "at [far:{far}|{near}] times the Earth's distance from the [dwarf:dwarf|bright] star. [unusual:An unusual "
        "surface gives it an infrared emissivity of only {unusual}|It emits as a black body (an unusual surface could "
        "have an infrared emissivity of only {unusual})]. It turns so fast that it has one temperature everywhere, and "
        "it has no internal heat."
    ),
    solve=_solve,
    parts={
        "T": Part("the temperature of the planet", "K", 60, 500, tolerance=0.01),
        "F": Part("the flux that the planet emits per area of its surface", "W/m**2", 1, 1500),
    },
    formula=Formula(
        symbols={
            "L": Symbol("the luminosity of that star in units of the Sun's", "luminosity"),
            "d": Symbol("the planet's distance in units of the Earth's from the Sun", "distance"),
            r"\alpha": Symbol("the albedo of that planet", "albedo"),
            r"\epsilon": Symbol("the infrared emissivity of an unusual surface", "unusual"),
            "S": Symbol("the solar constant", "solar_constant"),
            r"\sigma": Symbol("the Stefan-Boltzmann constant", "stefan_boltzmann"),
        },
        latex=r"(\frac{S L (1 - \alpha)}{4 [unusual:\epsilon \sigma|\sigma] d^2})^{1/4}",
    ),
)
