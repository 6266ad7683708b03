"""Fields of classes are recognised, and never interpolated."""

import numpy as np
import pytest
import xarray as xr
from tests.shared import SHARED

from mesocosm.earth.fields.categories import is_categorical
from mesocosm.earth.fields.readers import open_fields
from mesocosm.earth.fields.region import at_place
from mesocosm.earth.forecasts.grids import Grid, regrid_field
from mesocosm.earth.imagery.raster import Raster, align_raster
from mesocosm.errors import InvalidRecord

GRIDS = SHARED / "data" / "real" / "weather_grid"


def field(values=None, name="field", **attributes):
    table = np.array([[1.0, 3.0], [1.0, 3.0]]) if values is None else np.asarray(values)
    axes = {"latitude": np.arange(table.shape[0]) * 1.0, "longitude": np.arange(table.shape[1]) * 1.0}
    return xr.DataArray(table, axes, ("latitude", "longitude"), name, attributes)


WHOLE = np.array([[1, 3], [1, 3]])
CLASSES = [
    field(flag_values=[1, 3], flag_meanings="rain snow"),
    field(flag_masks=[1, 2], flag_meanings="cloud shadow"),
    field(name="ptype", units="(Code table 4.201)"),
    field(units="Code table 4.222"),
    field(name="slt", units="~", long_name="Soil type"),
    field(name="land_cover", units="1"),
    field(name="lccs_class"),
    field(WHOLE.astype(np.int8)),
    field(WHOLE > 1),
]
NUMBERS = [
    field(units="K"),
    field(name="land_cover_fraction", units="1", values=[[0.25, 0.5], [0.75, 1.0]]),
    field(WHOLE.astype(np.int16), units="m"),
    field(np.arange(100).reshape(10, 10)),
    field(units="1"),
    field(name="prototype", units="1"),
    field(name="storm_type_probability", units="%"),
]


@pytest.mark.parametrize("values", CLASSES, ids=range(len(CLASSES)))
def test_classes_are_regridded_by_the_nearest_cell_alone(values):
    assert is_categorical(values)
    middle = Grid(np.array([0.0, 1.0]), np.array([0.2, 0.8]))
    for method in ("bilinear", "conservative"):
        with pytest.raises(InvalidRecord, match=rf"`method` must be nearest for {values.name}, .* got {method}"):
            regrid_field(values, middle, method)
    made = regrid_field(values, middle, "nearest")
    assert made.values.tolist() == values.values.tolist()


@pytest.mark.parametrize("values", CLASSES, ids=range(len(CLASSES)))
def test_classes_at_a_place_are_those_of_the_nearest_cell(values):
    with pytest.raises(InvalidRecord, match=rf"`way` must be nearest for {values.name}, .* got bilinear"):
        at_place(values, 0.4, 0.0, "bilinear")
    assert at_place(values, 0.4, 0.0, "nearest") == values[0, 0]


@pytest.mark.parametrize("values", NUMBERS, ids=range(len(NUMBERS)))
def test_numbers_are_still_interpolated(values):
    assert not is_categorical(values)
    expected = (float(values[0, 0]) + float(values[0, 1])) / 2
    assert float(at_place(values, 0.5, 0.0, "bilinear")) == pytest.approx(expected)


def test_bands_of_classes_take_the_nearest_pixel_and_others_are_interpolated():
    from rasterio.crs import CRS
    from rasterio.transform import Affine

    codes, warmth = np.tile([4.0, 8.0], (4, 4)), np.tile([280.5, 300.5], (4, 4))
    raster = Raster({"scl": codes, "warmth": warmth}, Affine(1, 0, 0, 0, -1, 4), CRS.from_epsg(32633), {"warmth": "K"})
    shifted = Raster({"x": np.zeros((4, 7))}, Affine(1, 0, 0.5, 0, -1, 4), CRS.from_epsg(32633), {})
    moved = align_raster(raster, shifted)
    assert set(np.unique(moved.bands["scl"])) == {4.0, 8.0}
    np.testing.assert_allclose(moved.bands["warmth"], 290.5)  # halfway between 280.5 and 300.5


@pytest.mark.fidelity
@pytest.mark.skipif(not GRIDS.is_dir(), reason="the real samples are not beside this checkout")
def test_types_of_precipitation_of_a_projected_forecast_stay_yes_or_no():
    fields = open_fields((GRIDS / "nam/nam.t00z.awp21100.tm00.grib2").read_bytes(), "NAM")
    for name in ("crain", "csnow", "cfrzr", "cicep"):
        known = fields[name].values[np.isfinite(fields[name].values)]
        assert set(np.unique(known)) <= {0.0, 1.0}
    assert fields["crain"].max() == 1
