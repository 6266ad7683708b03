"""Process metrics under `default` and the paper's, worked by hand, and properties that hold for any run."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.suites.terra.scoring.making import call, reference, step

from mesocosm.suites.terra.scoring.process import WEIGHTS, composite, score_process
from mesocosm.suites.terra.scoring.toolbox import Toolbox, are_published

# Groups gis, reanalysis, reanalysis, region.
STEPS = [
    step("gis.resolve_place", name="Ostrava"),
    step("reanalysis.read", variable="t2m", box=[18, 49, 19, 50]),
    step("reanalysis.aggregate", path="t2m.nc", statistic="max"),
    step("region.reduce", path="tmax.nc"),
]
REF = reference(*STEPS)


def calls_of(steps=STEPS):
    return [call(step["tool"], **step["arguments"]) for step in steps]


def metrics(calls, ref=REF, profile="default"):
    return score_process(calls, ref, profile).metrics


def test_the_whole_path_has_full_marks():
    scored = score_process(calls_of(), REF)
    assert scored.metrics == dict.fromkeys([*WEIGHTS, "ToolUseScore"], 1.0)
    assert scored.undone == ()


def test_no_call_has_none():
    assert set(metrics([]).values()) == {0.0}


def test_no_call_where_none_is_wanted_is_right():
    assert set(metrics([], reference()).values()) == {1.0}
    assert metrics(calls_of(), reference())["ToolUseScore"] == 0


def test_one_step_missing():
    # S = U = 3, P = 3, G = 4. Unique {reanalysis, region} of three groups; LCS 3 of 4. No call went wrong.
    scores = metrics(calls_of()[1:])
    assert scores["ToolAcc"] == scores["CategoryF1"] == pytest.approx(6 / 7)
    assert scores["ArgAcc"] == 3 / 4
    assert scores["OrderScore"] == pytest.approx((2 / 3 + 6 / 7 + 3 / 4) / 3)
    assert scores["InstAcc"] == scores["ToolCallSuccessRate"] == 3 / 4


def test_one_call_of_many_is_not_good_work():
    assert metrics(calls_of()[:1])["InstAcc"] == metrics(calls_of()[:1])["ToolCallSuccessRate"] == 1 / 4


def test_two_steps_swapped():
    # In order three of four; all done; labels reanalysis, gis, reanalysis, region share three in order.
    one, two, *rest = calls_of()
    scores = metrics([two, one, *rest])
    assert scores["ToolAcc"] == 3 / 4
    assert scores["CategoryF1"] == 1
    assert scores["ArgAcc"] == 3 / 4
    assert scores["OrderScore"] == pytest.approx((1 + 1 + 3 / 4) / 3)


def test_wrong_arguments_cost_only_arguments():
    wrong = [call(step["tool"], **dict.fromkeys(step["arguments"], "wrong")) for step in STEPS]
    scores = metrics(wrong)
    assert scores["ArgAcc"] == 0
    assert scores["ToolAcc"] == scores["OrderScore"] == scores["InstAcc"] == 1
    assert scores["ToolUseScore"] == pytest.approx(0.8)


def test_arguments_over_all_steps():
    # Two of four steps done; one argument of two agrees in the second.
    scores = metrics([*calls_of()[:1], call("reanalysis.read", variable="t2m", box=[0, 0, 1, 1])])
    assert scores["ArgAcc"] == pytest.approx((1 + 0.5) / 4)


def test_a_stand_in_earns_half_for_the_tool_and_all_for_the_category():
    calls = [*calls_of()[:3], call("region.mask", path="tmax.nc")]
    scored = score_process(calls, REF)
    assert scored.metrics["ToolAcc"] == pytest.approx(3.5 / 4)
    assert scored.metrics["CategoryF1"] == 1
    assert scored.parts["ToolAcc.strict_f1"] == 3 / 4
    assert scored.parts["ToolAcc.relaxed_f1"] == 1


def test_a_tool_of_the_same_group_with_other_arguments_is_told_and_not_credited():
    scored = score_process([*calls_of()[:3], call("region.mask", path="other.nc")], REF)
    assert scored.parts["alignment.relaxed_worth"] == 3.5
    assert scored.parts["ToolAcc.relaxed_recall"] == 1
    assert scored.metrics["ToolAcc"] == scored.metrics["CategoryF1"] == 3 / 4


def test_an_extra_call_costs_precision_alone():
    scored = score_process([call("pictures.map"), *calls_of()], REF)
    assert scored.parts["ToolAcc.strict_recall"] == 1
    assert scored.parts["ToolAcc.strict_precision"] == 4 / 5
    assert scored.metrics["ToolAcc"] == pytest.approx(8 / 9)
    assert scored.metrics["ArgAcc"] == scored.metrics["InstAcc"] == 1


def test_a_failed_call_does_no_step():
    calls = calls_of()
    calls[3] = call("region.reduce", status="failed", path="tmax.nc")
    scores = metrics(calls)
    assert scores["ArgAcc"] == 3 / 4
    assert scores["ToolCallSuccessRate"] == 3 / 4
    assert scores["InstAcc"] == 3 / 4  # the call was sound, and did nothing


def test_a_refused_call_is_no_sound_instruction():
    scores = metrics([*calls_of(), call("region.reduce", status="invalid", path=3)])
    assert scores["InstAcc"] == scores["ToolCallSuccessRate"] == 4 / 5


def test_a_retry_that_does_the_step_costs_nothing_and_is_told():
    first, *rest = calls_of()
    scored = score_process([first.model_copy(update={"status": "failed"}), first, *rest], REF)
    assert scored.metrics["ToolUseScore"] == 1
    assert scored.counts["retries"] == 1


def test_meta_tools_looking_and_optional_steps_are_kept_apart():
    optional = {**step("pictures.map", path="tmax.nc"), "optional": True}
    ref = reference(*STEPS, optional, toolbox={"free": ["reanalysis.inspect"], "meta": ["terra.notes"]})
    extra = [call("submit"), call("terra_notes"), call("reanalysis_inspect", path="t2m.nc")]
    for calls in (calls_of(), [*extra, *calls_of()], [*extra, *calls_of(), call("pictures.map", path="tmax.nc")]):
        assert metrics(calls, ref)["ToolUseScore"] == 1
    counts = score_process([*extra, *calls_of(), call("pictures.map", path="tmax.nc")], ref).counts
    assert (counts["meta"], counts["only_looking"], counts["optional"]) == (2, 1, 1)


def test_the_end_of_calls_that_nobody_tells_is_unknown():
    calls = [each.model_copy(update={"status": "unknown"}) for each in calls_of()]
    scores = metrics(calls)
    assert math.isnan(scores["ToolCallSuccessRate"])
    assert scores["ToolUseScore"] == 1  # of the other five
    known = metrics([*calls[:3], calls_of()[3]])
    assert known["ToolCallSuccessRate"] == 1 / 4


def test_files_are_known_by_their_makers_so_that_one_mistake_counts_once():
    ref = reference(
        step("reanalysis.read", "read", variable="t2m"), step("region.reduce", path="a.nc"),
        files={"a.nc": "aa"}, makers={"a.nc": "read"},
    )  # fmt: skip
    calls = [call("reanalysis.read", files={"b.nc": "bb"}, variable="d2m"), call("region.reduce", path="b.nc")]
    assert metrics(calls, ref)["ArgAcc"] == 1 / 2


def test_another_whole_way_counts_as_well():
    ref = reference(*STEPS, others=[{"steps": [step("climate.everything", place="Ostrava")]}])
    assert metrics([call("climate.everything", place="Ostrava")], ref)["ToolUseScore"] == 1


def test_published_names_have_published_groups():
    box = Toolbox()
    assert box.group("fetch_era5") == "reanalysis"
    assert box.group("crawl_meteo_aq") == box.group("MeteoAQ") == "reanalysis"
    assert box.group("air_quality.hourly") == box.group("air_quality_hourly") == "air_quality"
    assert box.group("nobody_knows") == "nobody_knows"
    assert (box.group("region_reduce"), Toolbox(published=True).group("region_reduce")) == ("region", "reanalysis")
    assert are_published(["fetch_era5", "region_reduce", "nobody_knows"])
    assert not are_published(["fetch_era5", "region.reduce"])


# ---------------------------------------------------------------- the paper's


def test_the_papers_recall_and_arguments_of_pairs_alone():
    # The one call is aligned: recall 1/4, its arguments right, whatever else is missing.
    scores = metrics(calls_of()[:1], profile="paper_eq1")
    assert scores["ToolAcc"] == 1 / 4
    assert scores["ArgAcc"] == 1
    assert scores["InstAcc"] == scores["ToolCallSuccessRate"] == 1


def test_the_paper_pairs_any_tools_of_a_group_and_lets_extra_calls_go_free():
    flood = [call("gis.x"), *calls_of()[1:], *(call("pictures.map", n=number) for number in range(5))]
    scores = metrics(flood, profile="paper_eq9")
    assert scores["ToolAcc"] == scores["InstAcc"] == 1
    assert metrics(flood)["ToolAcc"] == pytest.approx(2 * 3 / (9 + 4))


def test_composite_leaves_out_what_is_not_known():
    assert composite(dict.fromkeys(WEIGHTS, 1.0) | {"ToolCallSuccessRate": math.nan}) == 1
    assert math.isnan(composite({}))


# ---------------------------------------------------------------- what must hold of any run

TOOLS = ["gis.resolve_place", "gis.other", "reanalysis.read", "reanalysis.aggregate", "region.reduce", "pictures.map"]
CALLS = st.builds(
    lambda tool, status, path: call(tool, status=status, path=path, statistic="max"),
    st.sampled_from(TOOLS),
    st.sampled_from(["ok", "ok", "ok", "failed", "invalid", "unknown"]),
    st.sampled_from(["t2m.nc", "tmax.nc", "other.nc"]),
)
RUNS = st.lists(CALLS, max_size=6)
USELESS = st.builds(
    lambda tool, status, number: call(tool, status=status, made_up=number),
    st.sampled_from(["pictures.map", "gis.other", "reanalysis.other", "region.other", "nobody_knows"]),
    st.sampled_from(["ok", "failed", "invalid", "unknown"]),
    st.integers(0, 3),
)
PARTIAL = reference(
    step("gis.resolve_place", "a", [], name="Ostrava"),
    step("reanalysis.read", "b", [], path="t2m.nc"),
    step("reanalysis.aggregate", "c", ["b"], path="t2m.nc", statistic="max"),
    step("region.reduce", "d", ["a", "c"], path="tmax.nc"),
)


@settings(max_examples=80, deadline=None)
@given(RUNS, USELESS, st.integers(0, 6), st.sampled_from([REF, PARTIAL]))
def test_a_useless_call_never_raises_any_metric(calls, useless, place, ref):
    before, after = metrics(calls, ref), metrics([*calls[:place], useless, *calls[place:]], ref)
    for name, value in after.items():
        known = 1.0 if math.isnan(before[name]) else before[name]
        assert math.isnan(value) or value <= known + 1e-12, name
    assert after["ToolUseScore"] <= before["ToolUseScore"] + 1e-12


@settings(max_examples=40, deadline=None)
@given(RUNS, st.integers(1, 3), st.booleans())
def test_saying_the_same_again_changes_nothing(calls, times, at_once):
    done = [each for each in calls if each.status == "ok"]
    again = [each for each in done for _ in range(times + 1)] if at_once else done * (times + 1)
    assert metrics(again) == pytest.approx(metrics(done), nan_ok=True)


@settings(max_examples=30, deadline=None)
@given(st.permutations(range(4)), RUNS)
def test_independent_steps_in_any_order_score_the_same(line, extra):
    steps = [{**step, "after": []} for step in STEPS]
    free = reference(*steps)
    calls = calls_of()
    assert metrics([calls[place] for place in line], free)["ToolUseScore"] == 1
    spread = [*(calls[place] for place in line), *extra]
    assert metrics(spread, free)["CategoryF1"] == pytest.approx(metrics([*calls, *extra], free)["CategoryF1"])


@settings(max_examples=30, deadline=None)
@given(RUNS)
def test_other_names_of_the_same_tools_score_the_same(calls):
    aliases = {f"tool_{place}": tool for place, tool in enumerate(TOOLS)}
    other = {tool: name for name, tool in aliases.items()}
    renamed = [each.model_copy(update={"tool": other[each.tool]}) for each in calls]
    dotless = [each.model_copy(update={"tool": each.tool.replace(".", "_")}) for each in calls]
    known = reference(*STEPS, toolbox={"aliases": aliases})
    assert metrics(renamed, known) == pytest.approx(metrics(calls, known), nan_ok=True)
    assert metrics(dotless) == pytest.approx(metrics(calls), nan_ok=True)


@settings(max_examples=40, deadline=None)
@given(RUNS, st.sampled_from(["default", "paper_eq1"]))
def test_every_metric_lies_between_nothing_and_all(calls, profile):
    assert all(math.isnan(value) or 0 <= value <= 1 + 1e-12 for value in metrics(calls, profile=profile).values())
