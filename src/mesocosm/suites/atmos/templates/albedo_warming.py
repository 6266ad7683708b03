"""How much warmer a planet radiates when its snow melts."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    sunlight = x["solar_constant"] / x["distance"] ** 2
    spread = 2 if "locked" in taken else 4

    def temperature(albedo: float) -> float:
        return float((sunlight * (1 - albedo) / (spread * x["stefan_boltzmann"])) ** 0.25)

    before = temperature(x["first_albedo"])
    after = temperature(x["last_albedo"])
    return {"rise": after - before, "T": after}


template = Template(
    category="geophysics",
    kind="reasoning",
    reference="Marshall and Plumb (2008), Atmosphere, Ocean, and Climate Dynamics, Section 2.1",
    background=(
        "Sunlight S / d² (1 - albedo) absorbed on the planet's disk is balanced by σ T⁴ from its surface: divided by "
        "4 if the whole sphere radiates, by 2 if only the day side does. The change is the difference of the two "
        "temperatures."
    ),
    variables={
        "inner": Variable("", 0.80, 1.10, 0.01),
        "outer": Variable("", 1.50, 2.20, 0.01),
        "fresh": Variable("", 0.62, 0.75, 0.01),
        "old": Variable("", 0.45, 0.54, 0.01),
        "part": Variable("", 0.28, 0.36, 0.01),
        "bare": Variable("", 0.06, 0.16, 0.01),
    },
    constants=("solar_constant", "stefan_boltzmann"),
    forks={
        "outer": fork("used the distance of the [outer|inner] planet", distance=("outer", "inner")),
        "fresh": fork("started from [fresh|old] snow", first_albedo=("fresh", "old")),
        "bare": fork("melted [all|only part] of the snow", last_albedo=("bare", "part")),
        "locked": fork("let [only the day side|the whole surface] radiate", "knowledge"),
    },
    question=(
        "Two planets circle the Sun at {inner} and {outer} times the distance of the Earth. Each has an albedo of "
        "{fresh} under fresh snow and of {old} under old snow. The albedo becomes {part} when part of the snow melts "
        "and {bare} when all of it melts. Take the [outer:outer|inner] planet under [fresh:fresh|old] snow, and let it "
        "reach its new balance after [bare:all|part] of the snow has melted. It [locked:keeps one face to the Sun and "
        "radiates evenly from its day side only.|turns fast and radiates evenly from its whole surface.] It has no "
        "inner heat and radiates as a black body."
    ),
    solve=_solve,
    parts={
        "rise": Part("the rise in emission temperature", "K", 3, 150),
        "T": Part("the emission temperature after the melting", "K", 100, 400, tolerance=0.01),
    },
    formula=Formula(
        symbols={
            "S": Symbol("the solar constant, at the distance of the Earth", "solar_constant"),
            "d": Symbol("the distance of that planet from the Sun, in units of the Earth's distance", "distance"),
            "A_1": Symbol("the albedo before the melting", "first_albedo"),
            "A_2": Symbol("the albedo after the melting", "last_albedo"),
            r"\sigma": Symbol("the Stefan-Boltzmann constant", "stefan_boltzmann"),
        },
        latex=r"(\frac{S}{[locked:2|4] \sigma d^2})^{\frac{1}{4}} ((1 - A_2)^{\frac{1}{4}} - (1 - A_1)^{\frac{1}{4}})",
    ),
)
