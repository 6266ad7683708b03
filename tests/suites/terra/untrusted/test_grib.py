"""GRIB files of agents fill no memory, and give the fields that ecCodes gives in our own process, to the bit."""

import re
from pathlib import Path

import numpy as np
import pytest
from tests.shared import SHARED

from mesocosm.earth.fields import grib
from mesocosm.earth.fields.readers import open_fields
from mesocosm.earth.fields.size_limit import MOST_BYTES
from mesocosm.earth.weather.grib import grid_definition
from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.suites.terra.inputs.files import open_field_file
from mesocosm.suites.terra.untrusted.grib import KEYS, untrusted_grib
from mesocosm.workspace.workspace import Workspace

eccodes = pytest.importorskip("eccodes", reason="ecCodes comes with the libraries of weather")
GRIDS = SHARED / "data" / "real" / "weather_grid"


def message(sample: str, values=None, **keys) -> bytes:
    handle = eccodes.codes_grib_new_from_samples(sample)
    for key, value in keys.items():
        eccodes.codes_set(handle, key, value)
    if values is not None:
        eccodes.codes_set_values(handle, values)
    return eccodes.codes_get_message(handle)


def holes() -> bytes:
    """Return a field of which the bitmap hides every third value."""
    values = np.linspace(250.0, 300.0, 16 * 31)
    values[::3] = 9999.0
    return message("regular_ll_sfc_grib2", values, bitmapPresent=1, missingValue=9999.0)


def test_fields_come_out_as_they_do_plainly(tmp_path):
    data = message("regular_gg_pl_grib2") + message("regular_gg_pl_grib2", level=850, step=6)
    (tmp_path / "fields.grib").write_bytes(data)
    with Workspace(tmp_path) as space:
        assert open_field_file(space, "fields.grib").dataset.identical(open_fields(data, "fields.grib"))


def test_values_that_a_bitmap_hides_are_missing():
    dataset = open_fields(holes(), "a file", grib=untrusted_grib)
    assert dataset.identical(open_fields(holes(), "a file"))
    [values] = dataset.data_vars.values()
    assert int(values.isnull().sum()) == len(range(0, 16 * 31, 3))


def test_parameters_that_only_a_table_names_have_the_same_names():
    # Height of the boundary layer in NCEP's table 4.2-0-3, written by Environment and Climate Change Canada.
    local = {"centre": "cwao", "discipline": 0, "parameterCategory": 3, "parameterNumber": 196}
    data = message("regular_ll_sfc_grib2", np.arange(16 * 31.0), **local)
    dataset = open_fields(data, "a file", grib=untrusted_grib)
    assert list(dataset) == ["hpbl"]
    assert dataset.identical(open_fields(data, "a file"))


def test_a_few_bytes_that_stand_for_a_thousand_million_values_are_refused(tmp_path):
    bomb = bytearray(message("regular_ll_sfc_grib2", np.zeros(16 * 31)))  # packed with no bit a value
    ours, theirs = ((count).to_bytes(4, "big") for count in (16 * 31, 40_000 * 40_000))
    assert bomb.count(ours) == 2  # points of the grid, and values
    sides = {bytes(side.to_bytes(4, "big")): (40_000).to_bytes(4, "big") for side in (16, 31)}
    at = bomb.index(ours)
    bomb[at:] = bomb[at:].replace(ours, theirs)
    grid = slice(at + 4, at + 40)
    for old, new in sides.items():
        bomb[grid] = bomb[grid].replace(old, new, 1)
    (tmp_path / "bomb.grib").write_bytes(bomb)
    with Workspace(tmp_path) as space, pytest.raises(ToolError, match="1,600,000,000 values has no room left"):
        open_field_file(space, "bomb.grib")


def test_a_message_of_broken_numbers_is_refused():
    data = bytearray(message("regular_ll_sfc_grib2", np.linspace(250.0, 300.0, 16 * 31)))
    template = data.index(b"\x00\x00\x00\x15\x05") + 9  # section 5, 21 bytes, after its length, number and count
    data[template : template + 2] = b"\x27\x0f"
    with pytest.raises(InvalidRecord, match="a file cannot be read"):
        open_fields(bytes(data), "a file", grib=untrusted_grib)


def test_members_times_and_levels_that_are_all_different_do_not_fill_the_memory():
    turned = {"productDefinitionTemplateNumber": 1}
    parts = [
        message(
            "regular_ll_pl_grib2",
            **turned,
            number=at,
            level=100 + at,
            dataTime=100 * (at % 24),
            dataDate=20200101 + at // 24,
        )
        for at in range(90)
    ]
    with pytest.raises(InvalidRecord, match=rf"at most {MOST_BYTES / 2**20:,.0f} are opened"):
        open_fields(b"".join(parts), "a file")


def test_every_key_that_is_asked_for_is_fetched():
    texts = [Path(str(module.__file__)).read_text() for module in (grib, grid_definition)]
    asked = {key for text in texts for key in re.findall(r"""\bget\(["'](\w+)["']\)""", text)}
    assert len(asked) > 30
    assert asked - {"values"} <= set(KEYS)


@pytest.mark.fidelity
@pytest.mark.skipif(not GRIDS.is_dir(), reason="the real samples are not beside this checkout")
@pytest.mark.parametrize(
    "path",
    [
        "cams/cams-egg4-monthly.grib",
        *(
            pytest.param(path, marks=pytest.mark.exhaustive)
            for path in ("nam/nam.t00z.awp21100.tm00.grib2", "c3s_seasonal/forecast_monthly_ukmo.grib")
        ),
    ],
)
def test_real_files_are_read_alike(path):
    data = (GRIDS / path).read_bytes()
    assert open_fields(data, path, grib=untrusted_grib).identical(open_fields(data, path))
