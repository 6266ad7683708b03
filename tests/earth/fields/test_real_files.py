"""Real files of reanalyses, forecasts and climate models, in all their layouts."""

import numpy as np
import pytest
import xarray as xr
from tests.shared import SHARED

from mesocosm.earth.fields.area import area_mean
from mesocosm.earth.fields.readers import open_fields

REAL = SHARED / "data" / "real"
pytestmark = [
    pytest.mark.fidelity,
    pytest.mark.skipif(not REAL.is_dir(), reason="the real samples are not beside this checkout"),
]


def opened(path: str) -> xr.Dataset:
    return open_fields((REAL / path).read_bytes(), path)


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("weather_grid/era5/era5-2mt-2019-03-uk.grib", "t2m"),
        ("weather_grid/era5/era5-levels-members.grib", "t"),
        ("weather_grid/cams/cams-egg4-monthly.grib", None),
        ("weather_grid/c3s_seasonal/forecast_monthly_ukmo.grib", None),
        ("climate/iris/ostia_monthly.nc", None),
        ("climate/cmip6_esmvaltool/ta_Amon_CanESM5_historical_r1i1p1f1_gn_185001-201412.nc", "ta"),
    ],
)
def test_a_real_file_opens_in_the_form_of_the_house(path, field):
    fields = opened(path)
    name = field or next(str(each) for each in fields.data_vars if "latitude" in fields[each].dims)
    values = fields[name]
    assert {"latitude", "longitude"} <= set(values.dims)
    for axis in ("latitude", "longitude"):
        assert (np.diff(values[axis]) > 0).all()
    assert np.isfinite(values).any()


def test_the_mean_of_real_temperatures_is_that_of_a_plain_weighting():
    """Cosines of latitude are the limit of small cells: on this quarter-degree grid they agree to 6 digits."""
    values = opened("weather_grid/era5/era5-2mt-2019-03-uk.grib")["t2m"]
    plain = xr.open_dataset(REAL / "weather_grid/era5/era5-2mt-2019-03-uk.grib", engine="cfgrib", indexpath="")["t2m"]
    expected = plain.weighted(np.cos(np.radians(plain["latitude"]))).mean(("latitude", "longitude"))
    np.testing.assert_allclose(area_mean(values).values, expected.values, rtol=1e-6)
