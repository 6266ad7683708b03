from __future__ import annotations

import re

import pytest

from mesocosm import errors
from mesocosm.errors import BrokenEpisode, BudgetSpent, MissingExtra, ToolError, TraceError, UnknownName, boundary


def test_every_error_descends_from_one_base() -> None:
    classes = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, Exception)]
    assert len(classes) > 10
    assert all(issubclass(one, errors.MesocosmError) for one in classes)


def test_the_tree_at_the_top_of_the_module_is_the_tree() -> None:
    def written(error: type[Exception], depth: int = 0) -> list[tuple[str, int]]:
        own = [one for one in error.__subclasses__() if one.__module__ == errors.__name__]
        return [(error.__name__, depth), *(line for one in own for line in written(one, depth + 1))]

    lines = re.findall(r"^    ((?:[ │├└─]{4})*)(\w+)", errors.__doc__ or "", re.MULTILINE)
    assert sorted((name, len(bars) // 4) for bars, name in lines) == sorted(written(errors.MesocosmError))


def test_every_tool_error_has_its_own_kind() -> None:
    own = (error for error in ToolError.__subclasses__() if error.__module__ == ToolError.__module__)
    classes = [ToolError, *own]  # a suite may have kinds of its own
    assert len({error.kind for error in classes}) == len(classes) == 9


def test_budget_spent_names_budget_and_limit() -> None:
    assert str(BudgetSpent("steps", 40)) == "the budget of 40 steps is spent; the episode is over"


def test_unknown_name_suggests_the_nearest_and_spares_the_list() -> None:
    assert str(UnknownName("suite", "tory", ["atmos", "toy"])) == "no suite is called 'tory'; did you mean toy?"


def test_unknown_name_without_a_near_one_lists_all() -> None:
    assert str(UnknownName("suite", "x", ["atmos", "toy"])) == "no suite is called 'x'. Known: atmos, toy."


def test_unknown_name_of_an_empty_kind_says_none() -> None:
    assert str(UnknownName("pack", "x", [])).endswith("Known: none.")


def test_missing_extra_says_the_line_that_installs_it() -> None:
    assert (
        str(MissingExtra("scipy", "science"))
        == "scipy is not installed; it comes with: pip install 'mesocosm[science]'"
    )


def test_trace_error_names_the_line() -> None:
    assert str(TraceError("not JSON", 7)) == "line 7: not JSON"


def test_boundary_attributes_an_unexpected_error_and_keeps_its_cause() -> None:
    with pytest.raises(BrokenEpisode, match="engine: KeyError: 'rain'") as caught, boundary("engine"):
        raise KeyError("rain")
    assert caught.value.boundary == "engine"
    assert isinstance(caught.value.__cause__, KeyError)


@pytest.mark.parametrize("error", [ToolError("no"), BrokenEpisode("source", "gone"), BudgetSpent("steps", 1)])
def test_boundary_lets_errors_raised_on_purpose_pass(error: Exception) -> None:
    with pytest.raises(type(error)) as caught, boundary("engine"):
        raise error
    assert caught.value is error


def test_boundary_does_not_hold_back_an_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt), boundary("engine"):
        raise KeyboardInterrupt
