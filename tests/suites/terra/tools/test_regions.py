"""Regions: shares of cells, means whose weights add up to one, and El Niño in any convention of longitudes."""

import numpy as np
import pytest
import xarray as xr
from shapely.geometry import box as shapely_box

from mesocosm.earth.fields.shares import box_shares, polygon_shares, region_areas, region_mean
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.files import open_field_file, saved_fields
from mesocosm.suites.terra.tools import forecast, reanalysis, region, seasonal
from mesocosm.workspace.workspace import Workspace


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path) as space:
        yield space


def globe(step=10.0, value=1.0, name="t2m"):
    axes = {"latitude": np.arange(-90 + step / 2, 90, step), "longitude": np.arange(-180 + step / 2, 180, step)}
    shape = tuple(len(ticks) for ticks in axes.values())
    return xr.DataArray(np.full(shape, value), axes, tuple(axes), name, {"units": "K"})


def cap(west, south, east, north):
    """Area of a box, km²: R² Δλ (sin φ₂ - sin φ₁)."""
    sines = np.sin(np.radians([south, north]))
    return 6371.0**2 * np.radians((east - west) % 360) * (sines[1] - sines[0])


@pytest.mark.parametrize("sides", [(-13, -7, 28, 44), (165, -20, -165, 20), (-180, -90, 179.999, 90)])
def test_a_box_keeps_its_area_whatever_the_cells(sides):
    west, south, east, north = sides
    shares = box_shares(globe(), BoundingBox(west=west, south=south, east=east, north=north))
    assert float(region_areas(shares).sum()) == pytest.approx(cap(*sides), rel=1e-9)
    assert float(shares.max()) <= 1.0


def test_a_polygon_that_is_a_box_has_the_shares_of_the_box():
    sides = (-13.0, -7.0, 28.0, 44.0)
    by_box = box_shares(globe(), BoundingBox(west=sides[0], south=sides[1], east=sides[2], north=sides[3]))
    np.testing.assert_allclose(polygon_shares(globe(), shapely_box(*sides)), by_box, atol=1e-9)


def test_a_polygon_may_go_beyond_the_antimeridian():
    shares = polygon_shares(globe(), shapely_box(165, -20, 195, 20))
    by_box = box_shares(globe(), BoundingBox(west=165, south=-20, east=-165, north=20))
    np.testing.assert_allclose(shares, by_box, atol=1e-9)


def test_a_swapped_box_is_not_the_rest_of_the_world(workspace):
    """A box crosses the antimeridian only where the grid does."""
    near = saved_fields(workspace, "near", globe().sel(longitude=slice(70, 100)).to_dataset())
    whole = saved_fields(workspace, "whole", globe().to_dataset())
    across = saved_fields(workspace, "across", globe().isel(longitude=[0, 1, 34, 35]).to_dataset())
    swapped = [82.0, 46.0, 81.0, 47.0]
    message = r"`box` \[82, 46, 81, 47\]: west must not exceed east, got 82 and 81.*longitudes 75 to 95, does not reach"
    calls = (
        lambda path, box: region.reduce(workspace, path, box=box),
        lambda path, box: region.mask(workspace, path, box=box),
        lambda path, box: reanalysis.read(workspace, path, box=box),
        lambda path, box: forecast.verify(workspace, path, path, box=box),
    )
    for called in calls:
        with pytest.raises(ToolError, match=message):
            called(near, swapped)
    for path in (whole, across):
        for called in calls[:3]:
            called(path, [165.0, -20.0, -165.0, 20.0])


def test_a_pure_number_is_told_without_its_unit(workspace):
    path = saved_fields(workspace, "whole", globe().to_dataset())
    output = region.reduce(workspace, path, statistics=["above"], threshold=0.0)
    assert "above: one value, 1 to 1, mean 1\n" in output.text
    assert output.data["fields"]["above"]["units"] == "1"


def test_a_part_cut_out_across_the_antimeridian_has_no_wide_cells():
    whole = globe(5.0)
    part = whole.isel(longitude=[0, 1, 70, 71])
    sides = BoundingBox(west=170, south=-10, east=-170, north=10)
    areas = [float(region_areas(box_shares(each, sides)).sum()) for each in (whole, part)]
    assert areas[1] == pytest.approx(areas[0], rel=1e-9)


def test_mask_is_the_share_of_each_cell(workspace):
    path = saved_fields(workspace, "globe", globe().to_dataset())
    out = region.mask(workspace, path=path, box=[0, 0, 15, 10])
    made = open_field_file(workspace, out.data["path"]).field("region")
    assert float(made.sel(latitude=5, longitude=5)) == 1.0
    assert float(made.sel(latitude=5, longitude=15)) == 0.5
    assert out.data["cells"] == 2
    triangle = region.mask(workspace, path=path, polygon=[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]])
    # Under y = x in degrees: ∫ sin(λ) dλ over 10 degrees against 10 degrees x sin 10.
    expected = (1 - np.cos(np.radians(10))) / (np.radians(10) * np.sin(np.radians(10)))
    share = open_field_file(workspace, triangle.data["path"]).field("region").sel(latitude=5, longitude=5)
    assert float(share) == pytest.approx(expected, abs=1e-4)
    for wrong in ({}, {"box": [0, 0, 1, 1], "polygon": [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]}):
        with pytest.raises(ToolError, match="either a `box` or a `polygon`"):
            region.mask(workspace, path=path, **wrong)


def test_defect_08_a_region_s_mean_does_not_scale_with_its_share_of_the_grid(workspace):
    """The published table averages the masked field over the whole grid. A constant of 0.4 is 0.4 in any region."""
    axes = {"category": ["below", "above"], **{axis: globe()[axis].values for axis in ("latitude", "longitude")}}
    table = np.broadcast_to(np.array([0.4, 0.6])[:, None, None], (2, 18, 36)).copy()
    chance = xr.DataArray(table, axes, tuple(axes), "probability", {"units": "1"})
    path = saved_fields(workspace, "chance", chance.to_dataset())
    areas = [
        region.Region(name="small", box=[0, 0, 12, 12]),
        region.Region(name="seam", box=[170, -30, -170, 30]),
        region.Region(name="three corners", polygon=[[0.0, 0.0], [40.0, 0.0], [40.0, 40.0]]),
    ]
    out = region.table(workspace, path=path, regions=areas)
    assert [row["value"] for row in out.data["rows"]] == pytest.approx([0.4, 0.6] * 3)
    assert workspace.read_text(out.data["path"]).splitlines()[1].startswith("small,below,0.4")
    bow = [[0.0, 0.0], [10.0, 10.0], [10.0, 0.0], [0.0, 10.0]]
    with pytest.raises(ToolError, match="not valid"):
        region.table(workspace, path=path, regions=[region.Region(name="bow tie", polygon=bow)])


def test_cells_without_values_do_not_count():
    field = globe(value=3.0)
    field[:9] = np.nan
    shares = box_shares(field, BoundingBox(west=0, south=-40, east=40, north=40))
    assert float(region_mean(field, shares)) == pytest.approx(3.0)


def sea(step=2.5, years=range(2001, 2007)):
    """Sea temperatures that are 300 K, with a season, and 1 K more in the boxes' Niño 3.4 in the last year."""
    times = np.array([f"{year}-{month:02d}-15" for year in years for month in range(1, 13)], "datetime64[ns]")
    field = globe(step)
    warm = box_shares(field, BoundingBox(west=-170, south=-5, east=-120, north=5))
    season = np.tile(np.cos(np.arange(12) / 6 * np.pi), len(years))
    last = (times.astype("datetime64[Y]").astype(int) + 1970) == max(years)
    table = 300 + season[:, None, None] + last[:, None, None] * warm.values[None]
    axes = {"time": times, "latitude": field["latitude"].values, "longitude": field["longitude"].values}
    return xr.DataArray(table, axes, tuple(axes), "sst", {"units": "K"})


@pytest.mark.parametrize("convention", ["-180 to 180", "0 to 360, north first"])
def test_el_nino_is_found_in_any_convention(workspace, convention):
    field = sea()
    if convention != "-180 to 180":
        field = field.assign_coords(longitude=field["longitude"] % 360).sortby("longitude")
        field = field.sortby("latitude", ascending=False)
    path = saved_fields(workspace, "sea", field.to_dataset())
    out = seasonal.enso(workspace, path=path, baseline_start=2001, baseline_end=2005)
    assert out.data["nino34_mean"] == pytest.approx(1.0, abs=1e-3)
    assert out.data["phase"] == "El Niño"
    rows = workspace.read_text(out.data["path"]).splitlines()
    assert rows[0].startswith("time,nino12,nino12_mean,nino3,nino3_mean,nino34")
    last = dict(zip(rows[0].split(","), rows[-2].split(","), strict=True))
    # Niño 3 (150 to 90 W) and 3.4 (170 to 120 W) share half of Niño 3; Niño 4 (160 E to 150 W) shares 20 of its 50.
    assert float(last["nino3"]) == pytest.approx(0.5, abs=1e-3)
    assert float(last["nino4"]) == pytest.approx(0.4, abs=1e-3)
    assert float(last["nino12"]) == pytest.approx(0.0, abs=1e-3)


def test_el_nino_needs_its_boxes_and_its_years(workspace):
    field = sea(10.0)
    path = saved_fields(workspace, "sea", field.to_dataset())
    with pytest.raises(ToolError, match="reaches beyond the file, which covers 2001 to 2006"):
        seasonal.enso(workspace, path=path, baseline_start=1991, baseline_end=2000)
    atlantic = saved_fields(workspace, "sea", field.sel(longitude=slice(-60, 0)).to_dataset())
    with pytest.raises(ToolError, match="no half of any of the boxes"):
        seasonal.enso(workspace, path=atlantic, baseline_start=2001, baseline_end=2005)


def test_a_running_mean_has_no_value_where_a_month_is_missing(workspace):
    field = sea()
    gone = field.isel(time=np.arange(field.sizes["time"]) != 20)  # September 2002
    out = seasonal.enso(
        workspace, path=saved_fields(workspace, "sea", gone.to_dataset()), baseline_start=2001, baseline_end=2005
    )
    rows = [line.split(",") for line in workspace.read_text(out.data["path"]).splitlines()]
    means = {row[0][:7]: row[rows[0].index("nino34_mean")] for row in rows[1:]}
    assert all(means[month] in ("", "nan") for month in ("2002-08", "2002-10"))
    assert abs(float(means["2002-07"])) < 1e-3
