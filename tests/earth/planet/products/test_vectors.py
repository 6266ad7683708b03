"""GeoParquet and GeoJSON as geopandas and plain JSON read them."""

import io
import json

import pytest

from mesocosm.earth.planet.products.vectors import Feature, geojson, geoparquet

geopandas = pytest.importorskip("geopandas", reason="install the extra planet")


def features():
    from shapely.geometry import LineString, Point

    # 500,000 m east is the zone's middle meridian, 9° E, on the equator at 0 m north.
    line = LineString([(500_000.0, 0.0), (500_000.0, 110_574.3)])
    return [Feature(Point(500_000.0, 0.0), {"id": "a", "people": 3}), Feature(line, {"id": "b", "people": 4})]


def test_geoparquet_keeps_metres_and_properties():
    frame = geopandas.read_parquet(io.BytesIO(geoparquet(features(), "EPSG:32632")))
    assert frame.crs.to_epsg() == 32632
    assert frame["people"].tolist() == [3, 4]
    assert frame.geometry[1].length == pytest.approx(110_574.3, abs=0.01)


def test_geojson_is_in_degrees():
    document = json.loads(geojson(features(), "EPSG:32632"))
    point, line = (feature["geometry"]["coordinates"] for feature in document["features"])
    assert point == [9.0, 0.0]
    # A degree of latitude at the equator is 110,574 m (WGS84); the zone's scale of 0.9996 makes it 110,530.
    assert line[1] == pytest.approx([9.0, 110_574.3 / 110_530.2], abs=1e-4)


def test_the_same_features_give_the_same_bytes():
    assert geoparquet(features(), "EPSG:32632") == geoparquet(features(), "EPSG:32632")
