"""SPC's files: shapefiles as pyshp writes them, and their archive."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
import shapely
from tests.shared import SHARED
from tests.suites.tornado.archive.shapefiles import outlook_zip

from mesocosm.errors import UserError
from mesocosm.suites.tornado.archive.spc import (
    layer_path,
    read_layer,
    unpack,
)

shapefile = pytest.importorskip("shapefile")

REAL = SHARED / "data" / "real" / "spc" / "outlooks"
DATE = "20250314"
LARGE, SMALL = shapely.box(-95, 32, -85, 40), shapely.box(-92, 34, -88, 38)


def unpacked(tmp_path: Path, data: bytes) -> Path:
    (tmp_path / "o.zip").write_bytes(data)
    unpack(tmp_path / "o.zip", tmp_path)
    return layer_path(tmp_path, DATE)


def test_levels_and_shapes(tmp_path):
    layer = unpacked(tmp_path, outlook_zip(DATE, [("0.02", 2, LARGE), ("0.10", 10, SMALL), ("SIGN", 10, SMALL)]))
    areas = read_layer(layer)
    assert [area.label for area in areas] == ["0.02", "0.10", "SIGN"]
    assert areas[0].shape.equals(LARGE)


def test_a_hole_stays_a_hole(tmp_path):
    layer = unpacked(tmp_path, outlook_zip(DATE, [("0.02", 2, LARGE.difference(SMALL))]))
    assert read_layer(layer)[0].shape.area == pytest.approx(10 * 8 - 4 * 4)


def test_an_older_file_has_only_numbers(tmp_path):
    layer = unpacked(tmp_path, outlook_zip(DATE, [("", 2, LARGE), ("", 5, SMALL)], labels=False))
    assert [area.label for area in read_layer(layer)] == ["0.02", "0.05"]


def test_a_file_in_metres_comes_back_in_degrees(tmp_path):
    pyproj = pytest.importorskip("pyproj")
    plane = pyproj.CRS("+proj=lcc +lat_1=33 +lat_2=45 +lat_0=39 +lon_0=-96 +datum=WGS84 +units=m")
    move = pyproj.Transformer.from_crs("EPSG:4326", plane, always_xy=True).transform
    moved = shapely.transform(LARGE, move, interleaved=False)
    layer = unpacked(tmp_path, outlook_zip(DATE, [("0.02", 2, moved)], projection=plane.to_wkt("WKT1_ESRI")))
    found = read_layer(layer)[0].shape
    assert found.hausdorff_distance(LARGE) < 1e-6  # degrees; the file holds metres as doubles


def test_a_day_without_risk_has_a_record_without_shape(tmp_path):
    assert read_layer(unpacked(tmp_path, outlook_zip(DATE, [("", 0, None)]))) == []


def test_members_land_flat_whatever_they_claim(tmp_path):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr("../../day1otlk_20250314_1200_torn.prj", "x")
        file.writestr("readme.exe", "x")
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (inner / "o.zip").write_bytes(buffer.getvalue())
    assert unpack(inner / "o.zip", inner) == [inner / "day1otlk_20250314_1200_torn.prj"]
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == [
        "day1otlk_20250314_1200_torn.prj",
        "o.zip",
    ]


def test_a_damaged_archive(tmp_path):
    data = outlook_zip(DATE, [("0.02", 2, LARGE)])
    (tmp_path / "o.zip").write_bytes(data[:-40])
    with pytest.raises(UserError, match="is not a readable zip archive: .*; delete it to fetch it again"):
        unpack(tmp_path / "o.zip", tmp_path)


def test_a_damaged_shapefile(tmp_path):
    layer = unpacked(tmp_path, outlook_zip(DATE, [("0.02", 2, LARGE)]))
    layer.write_bytes(b"not a shapefile")
    with pytest.raises(UserError, match="is not a readable shapefile"):
        read_layer(layer)


@pytest.mark.fidelity
@pytest.mark.skipif(not REAL.exists(), reason="needs ../shared/data/real/spc/outlooks")
def test_a_real_outlook_survives_the_way_through_a_shapefile(tmp_path):
    """The categorical areas of 2021-03-17, a high risk day: they hold 42 reports, as counted in the data's README."""
    source = json.loads((REAL / "spc_day1otlk_20210317_1200_lyr.geojson").read_text())
    rows = [
        (one["properties"]["LABEL"], one["properties"]["DN"], shapely.geometry.shape(one["geometry"]))
        for one in source["features"]
    ]
    (tmp_path / "o.zip").write_bytes(outlook_zip("20210317", rows, layer="cat"))
    unpack(tmp_path / "o.zip", tmp_path)
    areas = read_layer(layer_path(tmp_path, "20210317", "categorical"), "categorical")
    assert [area.label for area in areas] == ["TSTM", "MRGL", "SLGT", "ENH", "MDT", "HIGH"]
    for area, (_, _, shape) in zip(areas, rows, strict=True):
        assert area.shape.symmetric_difference(shape).area < 1e-9
