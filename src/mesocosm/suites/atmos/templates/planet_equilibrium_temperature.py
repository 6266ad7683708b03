"""Temperature of an airless planet from its star, its distance, its albedo and its emissivity."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    star = "dwarf" if "dwarf" in taken else "bright"
    distance = p["far" if "far" in taken else "near"]
    ground = "an icy" if "icy" in taken else "a rocky"
    glow = (
        f"An unusual surface gives it an infrared emissivity of only {p['unusual']:g}"
        if "unusual" in taken
        else f"It emits as a black body (an unusual surface could have an infrared emissivity of only {p['unusual']:g})"
    )
    return (
        f"Airless planets are searched for around a bright star of {p['bright']:g} times the Sun's luminosity and "
        f"around a dwarf star of {p['dwarf']:g} times the Sun's luminosity, at {p['near']:g} and {p['far']:g} times "
        f"the distance of the Earth from the Sun. Rocky ones have an albedo of {p['rocky']:g}, icy ones an albedo of "
        f"{p['icy']:g}. Take {ground} planet at {distance:g} times the Earth's distance from the {star} star. {glow}. "
        "It turns so fast that it has one temperature everywhere, and it has no internal heat."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    luminosity = x["dwarf" if "dwarf" in taken else "bright"]
    distance = x["far" if "far" in taken else "near"]
    albedo = x["icy" if "icy" in taken else "rocky"]
    emissivity = x["unusual"] if "unusual" in taken else 1.0
    absorbed = x["solar_constant"] * luminosity / distance**2 * (1 - albedo) / 4
    return {"T": (absorbed / (emissivity * x["stefan_boltzmann"])) ** 0.25, "F": absorbed}


def _write(taken: Taken) -> str:
    glow = r"\epsilon \sigma" if "unusual" in taken else r"\sigma"
    return rf"(\frac{{S L (1 - \alpha)}}{{4 {glow} d^2}})^{{1/4}}"


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
        "dwarf": Fork("used the light of the dwarf star", "used the light of the bright star", "misreading"),
        "far": Fork("used the larger distance", "used the smaller distance", "misreading"),
        "icy": Fork("used the albedo of an icy planet", "used the albedo of a rocky planet", "misreading"),
        "unusual": Fork(
            "used the emissivity of an unusual surface", "let the planet emit as a black body", "knowledge"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "T": Part("the temperature of the planet", "K", 60, 500, tolerance=0.01),
        "F": Part("the flux that the planet emits per area of its surface", "W/m**2", 1, 1500),
    },
    formula=Formula(
        symbols={
            "L": Symbol(
                "the luminosity of that star in units of the Sun's",
                lambda x, taken: x["dwarf" if "dwarf" in taken else "bright"],
            ),
            "d": Symbol(
                "the planet's distance in units of the Earth's from the Sun",
                lambda x, taken: x["far" if "far" in taken else "near"],
            ),
            r"\alpha": Symbol("the albedo of that planet", lambda x, taken: x["icy" if "icy" in taken else "rocky"]),
            r"\epsilon": Symbol("the infrared emissivity of an unusual surface", lambda x, taken: x["unusual"]),
            "S": Symbol("the solar constant", lambda x, taken: x["solar_constant"]),
            r"\sigma": Symbol("the Stefan-Boltzmann constant", lambda x, taken: x["stefan_boltzmann"]),
        },
        write=_write,
    ),
)
