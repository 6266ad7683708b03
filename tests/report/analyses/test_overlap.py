"""Right-item overlap."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stats.making import answers

from mesocosm.report.analyses.overlap import overlap
from mesocosm.stats.episode import right_items


def test_two_runs_by_hand():
    found = overlap({"a": answers(True, True, False, False, True), "b": answers(True, False, True, False, None)})
    assert found.n == 4  # the fifth item broke in b
    assert [(cell.runs, cell.items) for cell in found.cells] == [(("a", "b"), 1), (("a",), 1), (("b",), 1), ((), 1)]


def test_three_runs_by_hand():
    # Every one of the eight outcomes once, and "all three" once more.
    outcomes = [*itertools.product((True, False), repeat=3), (True, True, True)]
    found = overlap({name: answers(*(one[at] for one in outcomes)) for at, name in enumerate("abc")})
    assert found.items("a", "b", "c") == 2
    assert found.items("c", "a") == 1
    assert found.items() == 1


@given(st.lists(st.tuples(*[st.sampled_from([True, False, None])] * 3), max_size=40))
def test_cells_add_up(outcomes):
    runs = {name: answers(*(one[at] for one in outcomes)) for at, name in enumerate("abc")}
    found = overlap(runs)
    assert sum(cell.items for cell in found.cells) == found.n
    common = set.intersection(*(set(right_items(own)) for own in runs.values()))
    for name, own in runs.items():
        right = sum(right for item, right in right_items(own).items() if item in common)
        assert sum(cell.items for cell in found.cells if name in cell.runs) == right


def test_four_runs_are_refused():
    with pytest.raises(ValueError, match="two or three runs, got 4"):
        overlap({name: [] for name in "abcd"})
