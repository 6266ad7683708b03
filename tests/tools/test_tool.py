from __future__ import annotations

import math
from datetime import datetime
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from mesocosm.errors import InvalidArguments, InvalidRecord
from mesocosm.tools.tool import LARGEST_ARGUMENTS, Output, as_output, load, make, tool
from mesocosm.units import In
from mesocosm.workspace.workspace import Workspace


class Place(BaseModel):
    x: float
    y: float


@tool(skills=("survey",), read_only=True)
def probe(
    workspace: Workspace,
    /,
    place: Place,
    depth_m: Annotated[float, In("m", ge=0)],
    count: Annotated[int, Field(ge=1, le=9)] = 3,
    note: str | None = None,
) -> str:
    """Push a probe into the ground.

    Args:
        place: Where.
        depth_m: How deep.
        count: How often.
        note: A word for the log.
    """
    return f"{place.x} {place.y} {depth_m} {count} {note}"


PROBE = make("lab.probe", probe)
GOOD: dict[str, Any] = {"place": {"x": 1, "y": 2}, "depth_m": "2 km"}


def test_a_marked_function_stays_an_ordinary_function() -> None:
    with Workspace() as workspace:
        assert probe(workspace, Place(x=1, y=2), 3.0) == "1.0 2.0 3.0 3 None"


def test_marks_and_family_are_kept() -> None:
    assert (PROBE.family, PROBE.marks.skills, PROBE.marks.read_only) == ("lab", ("survey",), True)


def test_what_stands_before_the_slash_is_provided_and_not_shown() -> None:
    assert PROBE.provided == (Workspace,)
    assert list(PROBE.schema["properties"]) == ["place", "depth_m", "count", "note"]


def test_arguments_come_out_as_the_function_wants_them() -> None:
    assert PROBE.check(GOOD) == {"place": Place(x=1, y=2), "depth_m": 2000.0, "count": 3, "note": None}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"depth": 1}, "`depth` is not an argument; did you mean depth_m? allowed: place, depth_m, count, note"),
        ({"zzz": 1}, "`zzz` is not an argument; allowed: place"),
        ({"place": {"x": 1}}, "`place.y` is missing"),
        ({"place": [1, 2]}, "`place` "),
        ({"count": 0}, "`count` must be greater than or equal to 1, got 0"),
        ({"count": "3"}, '`count` must be a valid integer, got "3"'),
        ({"count": 2.5}, "`count` must be a valid integer"),
        ({"count": True}, "`count` must be a valid integer, got true"),
        ({"depth_m": -1}, "`depth_m` must lie in [0, inf] m, got -1"),
        ({"depth_m": "3 kg"}, "`depth_m` must be in a unit like m, got '3 kg'"),
        ({"depth_m": 10**400}, "arguments hold a whole number beyond 1.8e308, which is too large"),
        ({"place": {"x": [{"deep": -(10**400)}]}}, "beyond 1.8e308"),
        ({"depth_m": "1 9**9**9**9"}, "has no known unit"),
        ({"note": 3}, "`note` must be a valid string, got 3"),
        ({"note": {"a": 1}}, 'must be a valid string, got {"a": 1}; write it as text in quotes (A word for the log)'),
    ],
)
def test_a_wrong_argument_is_named_with_what_is_allowed(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidArguments) as caught:
        PROBE.check({**GOOD, **changed})
    assert str(caught.value).startswith("lab.probe: ")
    assert message in str(caught.value)


def test_a_missing_argument_lists_the_required_ones() -> None:
    with pytest.raises(InvalidArguments, match="`place` is missing; required arguments: place, depth_m"):
        PROBE.check({"depth_m": 1})


@pytest.mark.parametrize("arguments", [None, [], "x", 3, [GOOD]])
def test_arguments_that_are_no_object_are_refused(arguments: Any) -> None:
    with pytest.raises(InvalidArguments, match="lab.probe: arguments must be a JSON object, got"):
        PROBE.check(arguments)


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value", [math.nan, math.inf, object(), {1, 2}, b"x", "\ud800", nested(300), nested(5000), nested(100_000)]
)
def test_what_is_no_json_is_refused(value: Any) -> None:
    with pytest.raises(InvalidArguments) as caught:
        PROBE.check({**GOOD, "note": value})
    assert len(str(caught.value)) < 400


def test_a_text_of_many_digits_and_the_largest_float_are_no_monsters() -> None:
    assert PROBE.check({**GOOD, "note": "9" * 400})["note"] == "9" * 400
    assert PROBE.check({**GOOD, "depth_m": int(1.79e308)})["depth_m"] == 1.79e308


def test_a_call_of_too_many_bytes_is_refused_with_both_numbers() -> None:
    with pytest.raises(InvalidArguments, match=f"at most {LARGEST_ARGUMENTS:,}"):
        PROBE.check({**GOOD, "note": "x" * LARGEST_ARGUMENTS})


def test_a_monstrous_argument_name_is_cut_in_the_reply() -> None:
    with pytest.raises(InvalidArguments) as caught:
        PROBE.check({**GOOD, "x" * 100_000: 1})
    assert len(str(caught.value)) < 400


def test_at_most_five_mistakes_are_named_at_once() -> None:
    with pytest.raises(InvalidArguments) as caught:
        PROBE.check({f"wrong{n}": n for n in range(50)})
    assert str(caught.value).count(";") < 16


# ------------------------------------------------------------ functions that cannot be tools


def test_an_argument_without_a_type_is_refused() -> None:
    def bare(x):  # type: ignore[no-untyped-def]
        """Nothing."""

    with pytest.raises(InvalidRecord, match="tool lab.bare: argument `x` has no type"):
        make("lab.bare", bare)


def test_star_arguments_are_refused() -> None:
    def loose(*x: int) -> None:
        """Nothing."""

    with pytest.raises(InvalidRecord, match=r"`\*x` hides what the agent may give; name every argument"):
        make("lab.loose", loose)


def test_a_time_argument_needs_no_more_than_text() -> None:
    def wait(until: datetime) -> str:
        """Wait."""
        return until.isoformat()

    assert make("lab.wait", wait).check({"until": "2025-01-01T00:00:00Z"})["until"].year == 2025


# ------------------------------------------------------------ what comes back


@pytest.mark.parametrize(
    ("value", "text", "data"),
    [
        ("plain", "plain", None),
        ({"a": [1, "é"]}, '{"a": [1, "é"]}', {"a": [1, "é"]}),
        (Place(x=1, y=2), '{"x": 1.0, "y": 2.0}', {"x": 1.0, "y": 2.0}),
        (None, "null", None),
        (3, "3", 3),
    ],
)
def test_any_json_value_becomes_text_and_data(value: Any, text: str, data: Any) -> None:
    out = as_output(value)
    assert (out.text, out.data) == (text, data)


def test_an_output_is_kept_as_it_is() -> None:
    out = Output(text="x", engine="phreeqc")
    assert as_output(out) is out


def test_a_return_value_that_is_no_json_fails_loudly() -> None:
    with pytest.raises(TypeError, match="not JSON serializable"):
        as_output(object())


def test_loading_the_same_tool_twice_gives_one_object() -> None:
    assert load("files.read_file") is load("files.read_file")
