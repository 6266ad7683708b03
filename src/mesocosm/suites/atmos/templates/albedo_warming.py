"""How much warmer a planet radiates when its snow melts."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    planet = "outer" if "outer" in taken else "inner"
    snow = "fresh" if "fresh" in taken else "old"
    melt = "all" if "bare" in taken else "part"
    turning = (
        "It keeps one face to the Sun and radiates evenly from its day side only."
        if "locked" in taken
        else "It turns fast and radiates evenly from its whole surface."
    )
    return (
        f"Two planets circle the Sun at {p['inner']:g} and {p['outer']:g} times the distance of the Earth. Each has "
        f"an albedo of {p['fresh']:g} under fresh snow and of {p['old']:g} under old snow. The albedo becomes "
        f"{p['part']:g} when part of the snow melts and {p['bare']:g} when all of it melts. Take the {planet} planet "
        f"under {snow} snow, and let it reach its new balance after {melt} of the snow has melted. {turning} It has no "
        "inner heat and radiates as a black body."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    sunlight = x["solar_constant"] / x["outer" if "outer" in taken else "inner"] ** 2
    spread = 2 if "locked" in taken else 4

    def temperature(albedo: float) -> float:
        return float((sunlight * (1 - albedo) / (spread * x["stefan_boltzmann"])) ** 0.25)

    before = temperature(x["fresh" if "fresh" in taken else "old"])
    after = temperature(x["bare" if "bare" in taken else "part"])
    return {"rise": after - before, "T": after}


def _write(taken: Taken) -> str:
    spread = 2 if "locked" in taken else 4
    before, after = (rf"(1 - {albedo})^{{\frac{{1}}{{4}}}}" for albedo in ("A_1", "A_2"))
    return rf"(\frac{{S}}{{{spread} \sigma d^2}})^{{\frac{{1}}{{4}}}} ({after} - {before})"


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
        "outer": Fork("used the distance of the outer planet", "used the distance of the inner planet", "misreading"),
        "fresh": Fork("started from fresh snow", "started from old snow", "misreading"),
        "bare": Fork("melted all of the snow", "melted only part of the snow", "misreading"),
        "locked": Fork("let only the day side radiate", "let the whole surface radiate", "knowledge"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "rise": Part("the rise in emission temperature", "K", 3, 150),
        "T": Part("the emission temperature after the melting", "K", 100, 400, tolerance=0.01),
    },
    formula=Formula(
        symbols={
            "S": Symbol("the solar constant, at the distance of the Earth", lambda x, taken: x["solar_constant"]),
            "d": Symbol(
                "the distance of that planet from the Sun, in units of the Earth's distance",
                lambda x, taken: x["outer" if "outer" in taken else "inner"],
            ),
            "A_1": Symbol("the albedo before the melting", lambda x, taken: x["fresh" if "fresh" in taken else "old"]),
            "A_2": Symbol("the albedo after the melting", lambda x, taken: x["bare" if "bare" in taken else "part"]),
            r"\sigma": Symbol("the Stefan-Boltzmann constant", lambda x, taken: x["stefan_boltzmann"]),
        },
        write=_write,
    ),
)
