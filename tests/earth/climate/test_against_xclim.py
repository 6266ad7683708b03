"""Climate indices compared with xclim, an independent library, on real days if these are available."""

import warnings

import numpy as np
import pytest
import xarray as xr
from tests.shared import SHARED

from mesocosm.earth.climate import indices, standardised
from mesocosm.earth.fields.readers import open_fields

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    xclim = pytest.importorskip("xclim.indices", reason="xclim is not installed: pip install xclim")

ZERO_AT_ZERO = {"fitkwargs": {"floc": 0}}
DAYS = SHARED / "data" / "real" / "climate" / "xclim" / "nrcan_1950-2013.nc"
pytestmark = [
    pytest.mark.fidelity,
    pytest.mark.slow,
    pytest.mark.skipif(not DAYS.is_file(), reason="the real samples are not beside this checkout"),
]


@pytest.fixture(scope="module")
def days() -> xr.Dataset:
    """Return twenty years at three places, without 29 February."""
    return open_fields(DAYS.read_bytes(), "days").sel(time=slice("1971", "1990"))


@pytest.mark.parametrize(
    ("index", "name", "options"),
    [
        ("summer_days", "tx_days_above", {"thresh": "25 degC"}),
        ("ice_days", "ice_days", {}),
        ("hottest_day", "tx_max", {}),
        ("wettest_day", "max_1day_precipitation_amount", {}),
        ("heavy_rain_days", "wetdays", {"thresh": "10 mm/day"}),
        ("consecutive_dry_days", "maximum_consecutive_dry_days", {"resample_before_rl": False}),
        ("wet_day_intensity", "daily_pr_intensity", {"thresh": "1 mm/day"}),
    ],
)
def test_an_index_is_that_of_xclim(days, index, name, options):
    values = days["tasmax"] if name in ("tx_days_above", "ice_days", "tx_max") else days["pr"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = getattr(xclim, name)(values, freq="YS", **options)
        theirs = xclim_converted(theirs, index)
    ours = indices.yearly_index(values, index)
    np.testing.assert_allclose(ours.values, theirs.transpose(*ours.dims).values, rtol=1e-4, atol=1e-4)


def xclim_converted(theirs: xr.DataArray, index: str) -> xr.DataArray:
    from xclim.core.units import convert_units_to

    unit = {"hottest_day": "degC", "wettest_day": "mm/d", "wet_day_intensity": "mm/d"}.get(index)
    return convert_units_to(theirs, unit) if unit else theirs


def test_the_index_of_precipitation_is_that_of_xclim(days):
    rain = days["pr"].isel(location=[0]) * 86400
    monthly = rain.resample(time="MS").mean().assign_attrs(units="mm/d")
    # xclim adds up rates unchanged, so ours gets them as depths.
    ours = standardised.standardised_precipitation(monthly.assign_attrs(units="mm"), 3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = xclim.standardized_precipitation_index(
            monthly, freq=None, window=3, dist="gamma", method="APP", **ZERO_AT_ZERO
        )
    known = np.isfinite(ours.values) & np.isfinite(theirs.transpose(*ours.dims).values)
    difference = np.abs(ours.values - theirs.transpose(*ours.dims).values)[known]
    # The same approximation after Thom; xclim keeps values beyond 3.09.
    assert known.sum() > 200
    assert np.median(difference) < 0.01
    assert difference.max() < 0.05
