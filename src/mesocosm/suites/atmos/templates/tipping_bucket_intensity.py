"""Rain from the tips of a gauge's bucket."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    span = "the time after midnight only" if "late" in taken else "the whole storm"
    bucket = "as recalibrated after the storm" if "recalibrated" in taken else "as stated by the maker"
    funnel = "the large funnel" if "large" in taken else "the small funnel"
    return (
        f"A tipping-bucket gauge can carry a small funnel that catches on {p['small']:g} cm² or a large one that "
        f"catches on {p['large']:g} cm². By the maker's word the bucket tips at {p['maker']:g} cm³; recalibration "
        f"found {p['found']:g} cm³. A storm began {p['before']:g} minutes before midnight and ended {p['after']:g} "
        f"minutes after it, with {p['first']:g} tips before midnight and {p['second']:g} tips after. The gauge carried "
        f"{funnel} and stands for a basin of {p['basin']:g} km². Take the bucket {bucket}, and consider {span}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    tip = x["found" if "recalibrated" in taken else "maker"]
    funnel = x["large" if "large" in taken else "small"]
    tips, time = x["second"], x["after"]
    if "late" not in taken:
        tips, time = tips + x["first"], time + x["before"]
    depth = tips * tip / funnel
    return {"i": depth / time, "h": depth, "V": depth * x["basin"]}


def _write(taken: Taken) -> str:
    tips, time = ("n_2", "t_2") if "late" in taken else ("(n_1 + n_2)", "(t_1 + t_2)")
    return rf"\frac{{B {tips}}}{{A {time}}}"


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
        "late": Fork("counted the tips after midnight only", "counted the tips of the whole storm", "misreading"),
        "recalibrated": Fork("used the recalibrated bucket", "used the maker's volume of the bucket", "misreading"),
        "large": Fork("used the area of the large funnel", "used the area of the small funnel", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "i": Part("the mean rain intensity in this time", "mm/hour", 2, 150),
        "h": Part("the depth of rain in this time", "mm", 2, 60),
        "V": Part("the volume of rain on the basin in this time", "m**3", 1e4, 5e6),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "B": Symbol(
                "the volume at which the bucket tips, as it is to be taken",
                lambda x, taken: x["found" if "recalibrated" in taken else "maker"],
            ),
            "A": Symbol(
                "the area on which that funnel catches", lambda x, taken: x["large" if "large" in taken else "small"]
            ),
            "n_1": Symbol("the number of tips before midnight", lambda x, taken: x["first"]),
            "n_2": Symbol("the number of tips after midnight", lambda x, taken: x["second"]),
            "t_1": Symbol("the time from the beginning of the storm to midnight", lambda x, taken: x["before"]),
            "t_2": Symbol("the time from midnight to the end of the storm", lambda x, taken: x["after"]),
        },
        write=_write,
    ),
)
