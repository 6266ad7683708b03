"""Plans: calls repeated if a source fails, and steps that know their dependencies."""

import pytest

from mesocosm.suites.terra.toolkit.toolbox import toolbox
from mesocosm.suites.terra.workbench import LIVE_ONLY
from mesocosm.suites.terra.workflows.tool_runner import Hands, PlanFailed
from mesocosm.types import Artifact, Fault, Observation


def made(path, **data):
    return Observation(text="made", data={"path": path, **data}, artifacts=(Artifact(path=path, sha256="0", bytes=1),))


def act(plan, *seen):
    """Return the calls of a plan that gets these observations, and its result."""
    calls = [next(plan)]
    try:
        for observation in seen:
            calls.append(plan.send(observation))
    except StopIteration as end:
        return calls, end.value
    return calls, None


@pytest.fixture
def hands():
    return Hands(toolbox("all", "ours", LIVE_ONLY), {"town": "Mutando", "towns": ["a", "b"], "limit": 3})


def test_parameters_are_read_by_kind(hands):
    assert (hands.text("town"), hands.texts("towns"), hands.number("limit")) == ("Mutando", ["a", "b"], 3.0)


def test_steps_rest_on_files_points_and_numbers_of_earlier_ones(hands):
    def plan():
        place = yield from hands.use("gis.resolve_place", name=hands.text("town"))
        fields = yield from hands.use("archive.elevation", box=[1.5, 2.5, 3.5, 4.5], after=[place])
        near = yield from hands.use("region.point_series", path=fields.path, point=[1.25, 2.75])
        return {"x": (yield from hands.calculate(f"{near.number('value')} * 2"))}

    place = Observation(text="", data={"place": {"point": [1.25, 2.75]}})
    calls, answers = act(
        plan(), place, made("height.tif"), made("s.nc", value=12.3456), Observation(text="", data={"value": 24.69})
    )
    assert [call.tool for call in calls] == [
        "gis_resolve_place", "archive_elevation", "region_point_series", "calculator_calculate",
    ]  # fmt: skip
    assert answers == {"x": 24.69}
    assert [step.after for step in hands.done] == [(), ("s01",), ("s01", "s02"), ("s03",)]


def test_a_source_that_fails_once_is_asked_again_and_the_failure_is_no_step(hands):
    def plan():
        seen = yield from hands.use("gis.resolve_place", name="x")
        return {"x": seen.text}

    failed = Observation(text="", error=Fault(kind="unavailable", message="ask again"))
    calls, answers = act(plan(), failed, Observation(text="here", data={}))
    assert calls[0] == calls[1]
    assert answers == {"x": "here"}
    assert len(hands.done) == 1


def read_heights(hands):
    fields = yield from hands.use("archive.elevation", box=[1.5, 2.5, 3.5, 4.5])
    near = yield from hands.use("region.point_series", path=fields.path, point=[1.25, 2.75])
    return {"x": near.number("value")}


UNREADABLE = Observation(text="", error=Fault(kind="tool", message="cannot be read"))


def test_a_file_that_cannot_be_read_is_fetched_again(hands):
    whole = Artifact(path="height.tif", sha256="1", bytes=2)
    again = Observation(text="made", data={"path": "height.tif"}, artifacts=(whole,))
    read = Observation(text="", data={"value": 3.5})
    calls, answers = act(read_heights(hands), made("height.tif"), UNREADABLE, again, read)
    assert (calls[0], calls[1]) == (calls[2], calls[3])
    assert answers == {"x": 3.5}
    assert [step.files for step in hands.done] == [{"height.tif": "1"}, {}]


def test_a_file_that_arrives_the_same_again_is_not_what_is_wrong(hands):
    with pytest.raises(PlanFailed, match="cannot be read"):
        act(read_heights(hands), made("height.tif"), UNREADABLE, made("height.tif"))


def test_a_program_that_fails_is_no_step(hands):
    def plan():
        yield from hands.use("execution.python", code="1 / 0")

    with pytest.raises(PlanFailed, match="ZeroDivisionError"):
        act(plan(), Observation(text="ZeroDivisionError", data={"returncode": 1}))


def test_a_call_is_made_once_and_gives_the_same_again(hands):
    def plan():
        first = yield from hands.use("gis.resolve_place", name="x")
        again = yield from hands.use("gis.resolve_place", name="x")
        other = yield from hands.use("gis.resolve_place", name="y")
        return {"x": (first, again, other)}

    calls, answers = act(plan(), Observation(text="x is here", data={}), Observation(text="y is there", data={}))
    first, again, other = answers["x"]
    assert [call.arguments["name"] for call in calls] == ["x", "y"]
    assert first is again
    assert (first.text, other.text, len(hands.done)) == ("x is here", "y is there", 2)


@pytest.mark.parametrize("tool", ["files.list_files", "execution.python"])
def test_what_may_find_other_files_is_called_again(hands, tool):
    def plan():
        yield from hands.use(tool)
        yield from hands.use(tool)
        return {}

    calls, _ = act(plan(), Observation(text="a", data={}), Observation(text="a, b", data={}))
    assert len(calls) == len(hands.done) == 2


def test_any_other_refusal_ends_the_plan_with_the_call_and_the_reason(hands):
    def plan():
        yield from hands.use("gis.resolve_place", name="nowhere")
        return {}

    refused = Observation(text="", error=Fault(kind="tool", message="no such place"))
    with pytest.raises(PlanFailed, match=r"gis.resolve_place.*nowhere.*no such place"):
        act(plan(), refused)


def test_tools_of_a_closed_group_are_opened_first():
    hands = Hands(toolbox("groups", "ours", LIVE_ONLY), {})

    def plan():
        seen = yield from hands.use("archive.elevation", box=[1, 2, 3, 4])
        return {"x": seen.path}

    call = next(plan())
    assert (call.tool, call.arguments) == ("open_group", {"group": "reanalysis"})
