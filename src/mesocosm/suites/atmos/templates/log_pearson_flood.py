"""The flood of a given return period, from the moments of the logarithms of yearly peaks."""

from __future__ import annotations

from statistics import NormalDist

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    normal = NormalDist().inv_cdf(1 - 1 / x["period"])
    factor = 2 / x["skew"] * ((1 + x["skew"] * normal / 6 - x["skew"] ** 2 / 36) ** 3 - 1)
    flood = x["mean"] * 10 ** (factor * x["spread"])
    return {"Q": flood, "K": factor, "R": 1 - (1 - 1 / x["period"]) ** x["life"]}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="England et al. (2018), Guidelines for Determining Flood Flow Frequency, Bulletin 17C, USGS",
    background=(
        "log10 Q_T = mean + K s of the decimal logarithms; with the normal quantile z of 1 − 1/T and the skew g, "
        "Wilson and Hilferty give K = (2/g)[(1 + g z/6 − g²/36)³ − 1]. The risk over n years is 1 − (1 − 1/T)^n."
    ),
    variables={
        "upper": Variable("m**3/s", 80, 95, 1),
        "lower": Variable("m**3/s", 180, 215, 1),
        "before": Variable("", 0.27, 0.31, 0.005),
        "since": Variable("", 0.19, 0.21, 0.005),
        "station": Variable("", 0.5, 0.65, 0.01),
        "regional": Variable("", -0.35, -0.2, 0.01),
        "levee": Variable("", 25, 40, 5),
        "bridge": Variable("", 120, 200, 10),
        "life": Variable("", 30, 80, 5),
    },
    constants=(),
    forks={
        "lower": fork("used the mean of the [lower|upper] gauge", mean=("lower", "upper")),
        "dam": fork("used the spread [since|before] the dam was built", spread=("since", "before")),
        "regional": fork("used the [regional|station's] skew", skew=("regional", "station")),
        "bridge": fork("used the return period of the [bridge|levee]", period=("bridge", "levee")),
    },
    question=(
        "The yearly flood peaks of a river follow a log-Pearson type III distribution. Their geometric mean is {upper} "
        "m³/s at the upper and {lower} m³/s at the lower gauge; the standard deviation of their decimal logarithms was "
        "{before} before a dam was built and is {since} since then. The skew of the logarithms is {station} from the "
        "station's record and {regional} from a regional map. A levee is designed for the {levee}-year flood, a bridge "
        "for the {bridge}-year flood, both for a service life of {life} years. Design the [bridge:bridge|levee] at the "
        "[lower:lower|upper] gauge, with the standard deviation [dam:since|from before] the dam and the "
        "[regional:regional|station] skew."
    ),
    solve=_solve,
    parts={
        "Q": Part("the design discharge", "m**3/s", 100, 3500),
        "K": Part("the frequency factor of the distribution", "", 1, 5),
        "R": Part(
            "the probability that the design discharge is exceeded at least once during the service life",
            "",
            0.05,
            0.98,
        ),
    },
    collection="further",
)
