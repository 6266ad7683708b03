"""One schema for every surface: self-contained, in common keywords, and drawn from without a miss."""

from __future__ import annotations

import enum
import json
from datetime import date, datetime
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field, JsonValue

from mesocosm import registry, seeding
from mesocosm.errors import InvalidRecord
from mesocosm.tools.sampling import sample
from mesocosm.tools.schema import COMMON, describe
from mesocosm.tools.tool import Tool, load, make
from mesocosm.units import In


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Point(BaseModel):
    x: float = Field(description="East.")
    y: float = 0.0


class Circle(BaseModel):
    shape: Literal["circle"]
    centre: Point
    radius: Annotated[float, Field(gt=0)]


class Square(BaseModel):
    shape: Literal["square"]
    corner: Point


class Node(BaseModel):
    children: list[Node] = []


class Husband(BaseModel):
    wife: Wife | None = None


class Wife(BaseModel):
    husband: Husband | None = None


def tool_of(annotation: Any, default: Any = ...) -> Tool:
    """A tool with one argument `value` of this type."""

    def function(value):  # type: ignore[no-untyped-def]
        """Take one value."""

    function.__annotations__["value"] = annotation
    if default is not ...:
        function.__defaults__ = (default,)
    return make("lab.function", function)


TYPES: dict[str, Any] = {
    "text": str,
    "short text": Annotated[str, Field(min_length=2, max_length=3)],
    "whole number": int,
    "bounded": Annotated[int, Field(ge=1, le=9)],
    "open interval": Annotated[float, Field(gt=0, lt=1)],
    "half open": Annotated[int, Field(gt=10_000)],
    "multiple": Annotated[int, Field(ge=0, le=100, multiple_of=5)],
    "truth": bool,
    "choice": Literal["a", "b", 3],
    "single choice": Literal["only"],
    "colour": Colour,
    "maybe": int | None,
    "union": int | str | list[float],
    "list": list[int],
    "long list": Annotated[list[int], Field(min_length=4, max_length=6)],
    "set": set[Literal["a", "b", "c"]],
    "pair": tuple[float, float],
    "mixed tuple": tuple[int, str, bool, float],
    "open tuple": tuple[int, ...],
    "list of pairs": list[tuple[float, float]],
    "mapping": dict[str, float],
    "model": Point,
    "list of models": list[Point],
    "shapes": Annotated[Circle | Square, Field(discriminator="shape")],
    "anything": JsonValue,
    "length": Annotated[float, In("m", ge=100, le=200)],
    "maybe length": Annotated[float, In("m", ge=-200, le=-100)] | None,
    "pair of lengths": tuple[Annotated[float, In("m", ge=5000)], Annotated[float, In("m", ge=5000)]],
    "day": date,
    "time": datetime,
    "nested": dict[str, list[tuple[Point, Literal["x"]]]],
}


def nodes(schema: Any) -> list[dict[str, Any]]:
    """Every schema inside a schema; the names of properties are no keywords."""
    found = [schema]
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", ())]
    inner += [schema[key] for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict)]
    return found + [node for one in inner for node in nodes(one)]


@pytest.mark.parametrize("kind", TYPES)
def test_only_common_keywords_are_shown_at_any_depth(kind: str) -> None:
    for node in nodes(tool_of(TYPES[kind]).schema):
        assert node.keys() <= COMMON, node


@pytest.mark.parametrize("kind", TYPES)
def test_a_schema_is_the_same_after_a_trip_through_json(kind: str) -> None:
    one = tool_of(TYPES[kind])
    assert json.loads(one.schema_bytes) == one.schema
    assert json.loads(json.dumps(one.schema)) == one.schema


@pytest.mark.parametrize("kind", TYPES)
def test_no_reference_is_left(kind: str) -> None:
    assert b"$ref" not in tool_of(TYPES[kind]).schema_bytes
    assert b"$defs" not in tool_of(TYPES[kind]).schema_bytes


@pytest.mark.parametrize("kind", TYPES)
def test_drawn_arguments_always_fit(kind: str) -> None:
    one = tool_of(TYPES[kind])
    draw = seeding.generator("test", "schema", kind)
    for _ in range(100):
        one.check(sample(one, draw))


@pytest.mark.parametrize("name", registry.names("tools"))
def test_drawn_arguments_of_every_registered_tool_fit(name: str) -> None:
    one = load(name)
    draw = seeding.generator("test", "schema", name)
    for _ in range(100):
        one.check(sample(one, draw))


def test_drawing_uses_the_whole_range_and_leaves_out_what_is_optional() -> None:
    one = load("gravity.survey_line")
    draws = [sample(one, seeding.generator("test", n)) for n in range(100)]
    assert {"file" in drawn for drawn in draws} == {True, False}
    stations = [int(str(drawn["stations"])) for drawn in draws if "stations" in drawn]
    assert min(stations) < 20
    assert max(stations) > 80


def test_one_generator_draws_one_set_of_arguments() -> None:
    one = load("gravity.survey_line")
    first, second = (sample(one, seeding.generator("test", 5)) for _ in range(2))
    assert first == second


def test_a_rule_that_cannot_be_drawn_for_is_reported_instead_of_broken() -> None:
    one = tool_of(Annotated[str, Field(pattern="^[0-9]{12}$")])
    with pytest.raises(InvalidRecord, match=r"lab\.function: no arguments that fit were found"):
        sample(one, seeding.generator("test"))


def test_an_example_helps_where_a_rule_cannot_be_drawn_for() -> None:
    one = tool_of(Annotated[str, Field(pattern="^[0-9]{12}$", examples=["123456789012"])])
    assert sample(one, seeding.generator("test")) == {"value": "123456789012"}


# ------------------------------------------------------------ shapes


@pytest.mark.parametrize("kind", [Node, Husband, list[Node], dict[str, Wife]])
def test_a_type_that_contains_itself_is_refused_by_name(kind: Any) -> None:
    with pytest.raises(InvalidRecord, match="contains itself; a tool's argument must have a finite shape"):
        _ = tool_of(kind).schema


def test_the_same_type_twice_is_no_recursion() -> None:
    class Line(BaseModel):
        start: Point
        end: Point

    inner = tool_of(Line).schema["properties"]["value"]["properties"]
    assert inner["start"]["properties"].keys() == inner["end"]["properties"].keys() == {"x", "y"}


@pytest.mark.parametrize(
    ("annotation", "words"),
    [
        (Annotated[int, Field(ge=1, le=9)], ["at least 1", "at most 9"]),
        (Annotated[float, Field(gt=0, lt=1)], ["more than 0", "less than 1"]),
        (tuple[float, float], ["exactly 2 items"]),
        (Annotated[list[int], Field(min_length=4, max_length=6)], ["at least 4 items", "at most 6 items"]),
        (Annotated[str, Field(pattern="^a+$")], ["matching ^a+$"]),
    ],
)
def test_a_rule_outside_the_common_part_is_spoken(annotation: Any, words: list[str]) -> None:
    described = tool_of(annotation).schema["properties"]["value"]["description"]
    assert all(word in described for word in words), described


def test_a_default_makes_an_argument_optional_and_is_shown() -> None:
    schema = tool_of(int, 7).schema
    assert schema["required"] == []
    assert schema["properties"]["value"]["default"] == 7


def test_a_default_of_none_is_not_shown() -> None:
    assert "default" not in tool_of(int | None, None).schema["properties"]["value"]


def test_a_default_tuple_is_shown_as_json_shows_it() -> None:
    one = tool_of(tuple[int, int], (1, 2))
    assert one.schema["properties"]["value"]["default"] == [1, 2]
    assert one.check({}) == {"value": (1, 2)}


def test_a_literal_is_an_enumeration() -> None:
    assert tool_of(Literal["a", "b"]).schema["properties"]["value"]["enum"] == ["a", "b"]
    assert tool_of(Literal["only"]).schema["properties"]["value"]["enum"] == ["only"]


def test_unknown_arguments_are_closed_out() -> None:
    assert tool_of(int).schema["additionalProperties"] is False


def test_an_argument_may_be_called_like_a_keyword() -> None:
    def function(title: str, type: int, pattern: str = "x") -> None:
        """Take words that JSON Schema uses."""

    assert list(make("lab.words", function).schema["properties"]) == ["title", "type", "pattern"]


def test_a_keyword_no_surface_shares_is_refused() -> None:
    with pytest.raises(
        InvalidRecord, match="the schema keyword '.*' cannot be shown on every surface; use a simpler type"
    ):
        _ = tool_of(dict[Annotated[str, Field(pattern="^a")], int]).schema


def test_a_docstring_gives_the_description_and_a_sentence_per_argument() -> None:
    def function(depth: float) -> str:
        """Dig a hole.

        It takes a while.

        Args:
            depth: How deep,
                in metres.

        Returns:
            What was
            found.
        """
        return ""

    text, descriptions = describe(function)
    assert text == "Dig a hole.\n\nIt takes a while.\n\nReturns: What was found."
    assert descriptions == {"depth": "How deep, in metres."}
