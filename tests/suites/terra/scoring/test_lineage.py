"""What the result of a call follows from."""

import pytest
from tests.suites.terra.scoring.making import call

from mesocosm.suites.terra.scoring.lineage import ITEM, lineage_of

FETCH = call("archive.get", text="rain-a.nc", files={"rain-a.nc": "aa"})
OTHER = call("archive.get", text="wind.nc", files={"wind.nc": "bb"})


def parents(last, *before):
    return sorted(lineage_of([*before, last])[-1] - {len(before)})


@pytest.mark.parametrize(
    ("code", "above"),
    [
        ("open_dataset('rain-a.nc')", [0]),
        ("open_dataset('run/rain-a.nc')", [0]),
        ("for path in glob('rain-*.nc'): pass", [0, 1]),  # a program that lists the folder may read all of it
        ("f'rain-{name}.nc'", [0]),
        ("import os; os.listdir('.')", [0, 1]),
        ("print(1)", []),
        ("open_dataset('rain-b.nc')", []),
    ],
)
def test_a_program_makes_use_of_the_files_that_its_text_names(code, above):
    assert parents(call("execution.python", code=code), FETCH, OTHER) == above


def test_a_tool_makes_use_of_the_files_in_its_arguments():
    assert parents(call("chart.series", lines=[{"path": "rain-a.nc:rain"}]), FETCH, OTHER) == [0]


def test_lineage_goes_through_files_and_numbers():
    mean = call("reanalysis.read", path="rain-a.nc", data={"mean": 31.417})
    half = call("calculator.calculate", expression="31.42 / 2", data={"value": 15.71})
    assert parents(half, FETCH, OTHER, mean) == [0, 2]


def test_a_number_of_few_digits_comes_from_anywhere():
    read = call("reanalysis.read", path="rain-a.nc", data={"days": 31})
    assert parents(call("calculator.calculate", expression="31 / 2"), FETCH, read) == []


def test_a_file_that_is_made_again_comes_from_its_last_maker():
    again = call("execution.python", code="write()", files={"rain-a.nc": "cc"})
    assert parents(call("reanalysis.read", path="rain-a.nc"), FETCH, again) == [1]


def test_files_of_the_item_are_before_every_call():
    read = call("gis.features", path="roads.geojson")
    assert parents(read.model_copy(update={"item_files": frozenset({"data/roads.geojson"})})) == [ITEM]


def test_a_call_that_failed_follows_from_nothing():
    assert lineage_of([FETCH, call("reanalysis.read", "failed", path="rain-a.nc")])[1] == frozenset()
