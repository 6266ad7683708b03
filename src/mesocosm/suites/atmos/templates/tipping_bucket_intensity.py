"""Rain from the tips of a gauge's bucket."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    tips, time = x["second"], x["after"]
    if "late" not in taken:
        tips, time = tips + x["first"], time + x["before"]
    depth = tips * x["tip"] / x["funnel"]
    return {"i": depth / time, "h": depth, "V": depth * x["basin"]}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="World Meteorological Organization (2018), Guide to Instruments, WMO-No. 8, Volume I, Section 6.5",
    background=(
        "Each tip stands for a depth of rain equal to the volume of the bucket divided by the catching area of the "
        "funnel. The intensity is the depth of all tips divided by the time; times the basin's area it is a volume."
    ),
    variables={
        "small": Variable("cm**2", 200, 260, 5),
        "large": Variable("cm**2", 400, 520, 5),
        "maker": Variable("cm**3", 4, 6, 0.1),
        "found": Variable("cm**3", 5.2, 7.8, 0.1),
        "before": Variable("minute", 20, 50, 1),
        "after": Variable("minute", 20, 50, 1),
        "first": Variable("", 5, 25, 1),
        "second": Variable("", 35, 80, 1),
        "basin": Variable("km**2", 5, 60, 1),
    },
    constants=(),
    forks={
        "late": fork("counted the tips [after midnight only|of the whole storm]"),
        "recalibrated": fork("used the [recalibrated|maker's volume of the] bucket", tip=("found", "maker")),
        "large": fork("used the area of the [large|small] funnel", funnel=("large", "small")),
    },
    question=(
        "A tipping-bucket gauge can carry a small funnel that catches on {small} cm² or a large one that catches on "
        "{large} cm². By the maker's word the bucket tips at {maker} cm³; recalibration found {found} cm³. A storm "
        "began {before} minutes before midnight and ended {after} minutes after it, with {first} tips before midnight "
        "and {second} tips after. The gauge carried the [large:large|small] funnel and stands for a basin of {basin} "
        "km². Take the bucket as [recalibrated:recalibrated after the storm|stated by the maker], and consider the "
        "[late:time after midnight only|whole storm]."
    ),
    solve=_solve,
    parts={
        "i": Part("the mean rain intensity in this time", "mm/hour", 2, 150),
        "h": Part("the depth of rain in this time", "mm", 2, 60),
        "V": Part("the volume of rain on the basin in this time", "m**3", 1e4, 5e6),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "B": Symbol("the volume at which the bucket tips, as it is to be taken", "tip"),
            "A": Symbol("the area on which that funnel catches", "funnel"),
            "n_1": Symbol("the number of tips before midnight", "first"),
            "n_2": Symbol("the number of tips after midnight", "second"),
            "t_1": Symbol("the time from the beginning of the storm to midnight", "before"),
            "t_2": Symbol("the time from midnight to the end of the storm", "after"),
        },
        latex=r"\frac{B [late:n_2|(n_1 + n_2)]}{A [late:t_2|(t_1 + t_2)]}",
    ),
)
