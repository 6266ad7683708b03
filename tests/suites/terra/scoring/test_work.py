"""The process score: what steps establish counts, by whatever tool or program, and spam costs."""

import pytest
from tests.suites.terra.scoring.making import call

from mesocosm.suites.terra.scoring.prediction import prediction_of
from mesocosm.suites.terra.scoring.reference import ReferencePath, Step
from mesocosm.suites.terra.scoring.toolbox import Toolbox
from mesocosm.suites.terra.scoring.truth import truth_of
from mesocosm.suites.terra.scoring.work import score_work

BOX, WIDER = [10.0, 45.0, 10.2, 45.2], [9.0, 44.0, 11.0, 46.0]
JULY = {"variables": ["precipitation"], "start": "2031-07-01", "end": "2031-08-01"}
STEPS = (
    Step(id="place", tool="gis.resolve_place", arguments={"name": "Mutando"}),
    Step(id="rain", tool="archive.reanalysis", arguments={**JULY, "box": BOX}, after=("place",)),
    Step(id="days", tool="reanalysis.aggregate", arguments={"path": "rain.nc", "period": "day"}, after=("rain",)),
    Step(id="mean", tool="reanalysis.read", arguments={"path": "days.nc"}, after=("days",)),
    Step(
        id="chart", tool="chart.series", arguments={"lines": [{"path": "days.nc"}], "threshold": 1.0}, after=("days",)
    ),
)
REFERENCE = ReferencePath(
    steps=STEPS,
    toolbox=Toolbox(free=("files.list_files", "calculator.calculate")),
    kinds={"path": "path", "code": "ignored"},
    files={"rain.nc": "aa", "days.nc": "bb", "chart.png": "cc"},
    makers={"rain.nc": "rain", "days.nc": "days", "chart.png": "chart"},
)
TRUTH = truth_of([
    {"key": "rain_mm", "value": 81.43, "abs_tol": 0.1, "rel_tol": 0.002, "unit": "mm"},
    {"key": "share", "value": 37.31, "abs_tol": 0.1, "rel_tol": 0.01, "unit": "percent"},
])  # fmt: skip
RIGHT = {"rain_mm": 81.4, "share": 37.3}

PLACE = call("gis_resolve_place", name="Mutando", data={"place": {"point": [10.1234, 45.1234]}})
FETCH = call("archive_reanalysis", **JULY, box=BOX, text="rain.nc: 744 hours", files={"rain.nc": "aa"})
DAYS = call("reanalysis_aggregate", path="rain.nc", period="day", text="days.nc", files={"days.nc": "bb"})
READ = call("reanalysis_read", path="days.nc", text="sum 81.43 mm, wet on 37.31 %")
CHART = call("chart_series", lines=[{"path": "days.nc"}], threshold=1.0, text="chart.png", files={"chart.png": "cc"})
PROGRAM = call(
    "execution_python",
    code="rain = open_dataset('rain.nc'); write('own.csv', rain); print(rain.sum(), rain.share())",
    text="81.43 37.31",
    files={"own.csv": "dd"},
)
OWN_CHART = call("chart_series", lines=[{"path": "own.csv"}], threshold=1.0, text="own.png", files={"own.png": "ee"})
CHAIN = [PLACE, FETCH, DAYS, READ, CHART]


def work(calls, answer=RIGHT, reference=REFERENCE):
    return score_work(TRUTH, prediction_of(answer), calls, reference)[0]


def supported(calls, answer=RIGHT):
    return score_work(TRUTH, prediction_of(answer), calls, REFERENCE)[1]


def test_the_chain_of_tools_and_the_program_earn_the_same():
    assert work(CHAIN).process == 1.0
    assert work([PLACE, FETCH, PROGRAM, OWN_CHART]).process == 1.0


def test_each_step_says_how_it_was_established():
    assert work([PLACE, FETCH, PROGRAM]).steps == {
        "place": "call 1", "rain": "call 2", "days": "follows from the values", "mean": "follows from the values",
        "chart": "",
    }  # fmt: skip


def test_a_chart_that_is_not_drawn_or_shows_something_else_is_missed():
    other = OWN_CHART.model_copy(update={"arguments": {"lines": [{"path": "own.csv"}], "threshold": 5.0}})
    unrelated = call("execution_python", code="write('own.csv', '1 2 3')", files={"own.csv": "dd"})
    missed = 2 * 0.8 / 1.8  # four of five steps, every call of use
    assert work([PLACE, FETCH, PROGRAM]).process == pytest.approx(missed)
    assert work([PLACE, FETCH, PROGRAM, other]).process == pytest.approx(missed)
    assert work([PLACE, FETCH, PROGRAM, unrelated, OWN_CHART]).recall == pytest.approx(0.8)


def test_one_chart_is_not_drawn_twice():
    twin = STEPS[-1].model_copy(update={"id": "second", "arguments": {"lines": [{"path": "x.nc"}], "threshold": 1.0}})
    twice = REFERENCE.model_copy(update={"steps": (*STEPS, twin)})
    assert work([PLACE, FETCH, PROGRAM, OWN_CHART], reference=twice).recall == pytest.approx(5 / 6)


def test_the_same_file_by_another_tool_is_the_same_step():
    other = call("archive_copy", text="r.nc", files={"r.nc": "aa"})
    read = call("execution_python", code="print(open_dataset('r.nc'))", text="81.43 37.31")
    assert work([other, read]).steps["rain"] == "call 1"
    assert work([other, read]).steps["place"] == "under another step"


def test_a_larger_box_brings_the_like():
    wide = call("archive_reanalysis", **JULY, box=WIDER, text="wide.nc", files={"wide.nc": "ff"})
    read = call("execution_python", code="print(open_dataset('wide.nc').sum())", text="81.43 37.31")
    assert work([PLACE, wide, read]).recall == pytest.approx(0.8)
    august = JULY | {"start": "2031-08-01", "end": "2031-09-01", "variables": ["snowfall"]}
    other = call("archive_reanalysis", **august, box=WIDER, text="wide.nc", files={"wide.nc": "ff"})
    assert work([PLACE, other, read]).process == 0.0


def test_constants_after_all_the_right_calls_earn_nothing():
    for answer in ({"rain_mm": 60.0, "share": 50.0}, {"rain_mm": 0, "share": 0}, {"rain_mm": None, "share": None}):
        assert work(CHAIN, answer).process == 0.0


def test_the_truth_without_a_call_earns_nothing():
    assert work([]).process == 0.0
    assert work([call("calculator_calculate", expression="80 + 1.43", data={"value": 81.43})]).process == 0.0


def test_laundered_constants_earn_nothing():
    launder = PROGRAM.model_copy(update={"text": "60.13 50.17"})
    again = call("region_reduce", path="own.csv", text="mean 60.13, 50.17", files={})
    answer = {"rain_mm": {"value": 60.13, "source": "own.csv"}, "share": {"value": 50.17, "source": "own.csv"}}
    assert work([PLACE, FETCH, launder, again], answer).process == 0.0
    assert supported([PLACE, FETCH, launder, again], answer).share == 0.0


def test_spam_costs_and_a_little_exploration_does_not():
    def with_extra(number):
        return work([*CHAIN, *(call("gis_features", key=f"k{each}") for each in range(number))]).process

    assert with_extra(2) == 1.0
    assert with_extra(7) == pytest.approx(2 * 0.5 / 1.5)  # five calls of use, five that cost
    assert with_extra(200) < 0.06


def test_half_the_fields_earn_half_of_what_follows():
    half = work(CHAIN, {"rain_mm": 81.4, "share": 12.3})
    assert (half.following, half.process) == (0.5, 0.5)
    program = work([PLACE, FETCH, PROGRAM, OWN_CHART], {"rain_mm": 81.4, "share": 12.3})
    recall = (2 + 3 * 0.5) / 5  # two steps done by calls, three that follow from half of the values
    assert program.process == pytest.approx(0.5 * 2 * recall / (1 + recall))


def test_a_wrong_value_counts_for_nothing_whoever_shows_it():
    wrong = {"rain_mm": 92.47, "share": 37.3}
    misread = READ.model_copy(update={"text": "sum 92.47 mm, wet on 37.31 %"})
    assert supported([PLACE, FETCH, DAYS, misread], wrong).fields == {"rain_mm": "", "share": "observed in call 4"}
    copied = {"rain_mm": 10.1234, "share": 45.1234}  # where the town lies
    assert supported([PLACE, FETCH], copied).share == 0.0


def test_a_right_value_computed_in_the_head_follows_once_the_data_were_read():
    assert supported([PLACE, FETCH]).fields == dict.fromkeys(RIGHT, "follows from the data")
    assert supported([PLACE]).share == 0.0


def test_without_steps_nothing_is_known():
    assert str(work(CHAIN, reference=ReferencePath()).process) == "nan"
