"""The flood of a given return period, from the moments of the logarithms of yearly peaks."""

from __future__ import annotations

from statistics import NormalDist

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    gauge = "lower" if "lower" in taken else "upper"
    years = "since" if "dam" in taken else "from before"
    skew = "regional" if "regional" in taken else "station"
    structure = "bridge" if "bridge" in taken else "levee"
    return (
        "The yearly flood peaks of a river follow a log-Pearson type III distribution. Their geometric mean is "
        f"{p['upper']:g} m³/s at the upper and {p['lower']:g} m³/s at the lower gauge; the standard deviation of their "
        f"decimal logarithms was {p['before']:g} before a dam was built and is {p['since']:g} since then. The skew of "
        f"the logarithms is {p['station']:g} from the station's record and {p['regional']:g} from a regional map. A "
        f"levee is designed for the {p['levee']:g}-year flood, a bridge for the {p['bridge']:g}-year flood, both for a "
        f"service life of {p['life']:g} years. Design the {structure} at the {gauge} gauge, with the standard "
        f"deviation {years} the dam and the {skew} skew."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    period = x["bridge" if "bridge" in taken else "levee"]
    spread = x["since" if "dam" in taken else "before"]
    skew = x["regional" if "regional" in taken else "station"]
    normal = NormalDist().inv_cdf(1 - 1 / period)
    factor = 2 / skew * ((1 + skew * normal / 6 - skew**2 / 36) ** 3 - 1)
    flood = x["lower" if "lower" in taken else "upper"] * 10 ** (factor * spread)
    return {"Q": flood, "K": factor, "R": 1 - (1 - 1 / period) ** x["life"]}


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
        "lower": Fork("used the mean of the lower gauge", "used the mean of the upper gauge", "misreading"),
        "dam": Fork(
            "used the spread since the dam was built", "used the spread before the dam was built", "misreading"
        ),
        "regional": Fork("used the regional skew", "used the station's skew", "misreading"),
        "bridge": Fork("used the return period of the bridge", "used the return period of the levee", "misreading"),
    },
    ask=_ask,
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
