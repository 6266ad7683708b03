"""Replies of the reader of untrusted files are checked, and a reader that never ends is stopped."""

import pytest
from tests.suites.terra import endless_worker

from mesocosm.errors import InvalidRecord
from mesocosm.simulators.simulator.contract import RunLimits
from mesocosm.suites.terra.untrusted.files import array_of, decode_in_sandbox


def test_a_file_that_is_never_read_to_its_end_is_refused():
    with pytest.raises(InvalidRecord, match="'a.grib' cannot be read: reading it was stopped: it ran longer than 1 s"):
        decode_in_sandbox(b"", "'a.grib'", endless_worker, {}, limits=RunLimits(seconds=1.0))


@pytest.mark.parametrize("dtype", ["|O8", "<c8", "|V4", "<f3"])
def test_only_plain_numbers_are_taken_over(dtype):
    with pytest.raises(InvalidRecord, match="is not plain numbers"):
        array_of({"dtype": dtype, "shape": [1], "start": 0}, bytes(8), "a file")


def test_an_array_beyond_what_was_left_is_refused():
    with pytest.raises(InvalidRecord, match="it ends before its values do"):
        array_of({"dtype": "<f4", "shape": [4], "start": 0}, bytes(8), "a file")
