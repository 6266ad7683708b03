"""Second ways for people: one call for each item, and the reason in words where there is no result."""

from __future__ import annotations

import pytest

from mesocosm.errors import InvalidRecord, ToolUnavailable
from mesocosm.suite.second_way import once_per_item, or_reason
from mesocosm.types import Item, Record


class Data(Record):
    number: int


def item(number: int) -> Item[Data]:
    return Item[Data](id="toy-s0-0000", suite="toy", prompt="?", seed=0, data=Data(number=number))


def test_an_item_is_worked_out_once_and_another_of_its_name_again() -> None:
    asked: list[int] = []
    second = once_per_item(lambda one: asked.append(one.data.number) or str(one.data.number))
    assert [second(item(1)), second(item(1)), second(item(2))] == ["1", "1", "2"]
    assert asked == [1, 2]


@pytest.mark.parametrize("error", [InvalidRecord("the ways differ"), ToolUnavailable("MetPy is not installed")])
def test_a_second_way_that_gives_nothing_says_why(error: Exception) -> None:
    def second(one: Item[Data]) -> str:
        raise error

    assert or_reason(second)(item(1)) == f"not worked out where this episode was scored: {error}"
