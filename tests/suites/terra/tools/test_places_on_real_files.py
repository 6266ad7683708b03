"""Real maps, scenes and heights through the same tools, against osmium, OSMnx and plain arithmetic."""

from datetime import UTC, datetime

import numpy as np
import pytest
from tests.shared import SHARED

from mesocosm.earth.geo.measures import length_m
from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.items import read_items
from mesocosm.earth.imagery.raster import read_raster
from mesocosm.earth.imagery.rasters import from_rasters
from mesocosm.earth.imagery.source import CatalogueScenes
from mesocosm.errors import ToolError
from mesocosm.suites.terra.tools import gis, pictures, routing, satellite, terrain
from mesocosm.workspace.workspace import Workspace

REAL = SHARED / "data" / "real"
pytestmark = [
    pytest.mark.fidelity,
    pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/data/real"),
]
YEARS = ("1985-01-01", "2030-01-01")


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path / "space") as space:
        yield space


def as_xml(path, target):
    """A map in OpenStreetMap's binary form as XML, by osmium; and the highways it has, with their lengths."""
    osmium = pytest.importorskip("osmium", reason="install osmium")
    lengths: dict[str, float] = {}
    writer = osmium.SimpleWriter(str(target))

    class Copy(osmium.SimpleHandler):
        def node(self, node):
            writer.add_node(node)

        def way(self, way):
            writer.add_way(way)
            if "highway" in way.tags and all(node.location.valid() for node in way.nodes) and len(way.nodes) > 1:
                lengths[f"w{way.id}"] = osmium.geom.haversine_distance(way.nodes)

        def relation(self, relation):
            writer.add_relation(relation)

    Copy().apply_file(str(path), locations=True)
    writer.close()
    return target.read_bytes(), lengths


def check_map(workspace, tmp_path, path):
    from mesocosm.earth.places.features import read_geojson

    document, lengths = as_xml(path, tmp_path / "map.osm")
    workspace.write_bytes("map.osm", document)
    told = gis.features(workspace, "map.osm", "highway").data
    ours = {
        each.properties["osm_id"]: length_m(each.shape)
        for each in read_geojson(workspace.read_bytes(told["path"]), "x")
        if "Line" in each.shape.geom_type
    }
    both = [name for name in ours if name in lengths]
    assert len(both) > 0.9 * len(lengths)
    total, expected = (sum(side[name] for name in both) for side in (ours, lengths))
    assert total == pytest.approx(expected, rel=3e-3)  # osmium's sphere of 6372.8 km against the ellipsoid
    return document


def test_roads_of_helsinki_are_as_long_as_osmium_says(workspace, tmp_path):
    check_map(workspace, tmp_path, REAL / "osm/helsinki/Helsinki.osm.pbf")
    told = routing.connectivity(workspace, "map.osm", "walk").data
    assert told["connected_share"] > 0.5
    assert told["length_km"] > 50


def test_lengths_agree_with_osmnx():
    import geopandas

    edges = geopandas.read_parquet(REAL / "osm/helsinki/network_path_bicycle_designated.parquet")
    ours = np.array([length_m(line) for line in edges.geometry])
    # OSMnx adds up great circles on a sphere of 6371.009 km; at 60° north the ellipsoid is longer by 0.1 to 0.4 %.
    np.testing.assert_allclose(ours, edges["length"], rtol=4.5e-3)
    assert ours.sum() / edges["length"].sum() == pytest.approx(1.0027, abs=1e-3)


def scenes_of(folder, tmp_path, files, sensor, time):
    catalogue = Catalogue.create(tmp_path / "catalogue")
    named = {band: REAL / folder / name for band, name in files.items()}
    catalogue.add([from_rasters(named, collection="real", sensor=sensor, time=time)])
    source = CatalogueScenes(catalogue)
    (row,) = satellite.search(source, [-180.0, -90.0, 180.0, 90.0], *YEARS).data["scenes"]
    return source, row["scene"]


def test_sentinel_2_of_the_sahara(workspace, tmp_path):
    import rasterio

    files = {band: f"{band}.tif" for band in ("B04", "B08", "B11", "SCL")}
    time = datetime(2020, 2, 19, 11, tzinfo=UTC)
    source, name = scenes_of("eo/s2_l2a_29RKH_20200219", tmp_path, files, "msi", time)
    fetched = satellite.fetch_bands(source, workspace, name, ["B04", "B08", "B11"]).data
    assert (fetched["rows"], fetched["columns"]) == (1098, 1098)
    told = satellite.index(workspace, fetched["path"], "NDVI").data
    layers = {}
    for band in ("B04", "B08", "SCL"):
        with rasterio.open(REAL / "eo/s2_l2a_29RKH_20200219" / f"{band}.tif") as file:
            layers[band] = file.read(1).astype(float)
    codes = layers["SCL"].repeat(2, axis=0).repeat(2, axis=1)
    red, near = layers["B04"], layers["B08"]
    clear = ~np.isin(codes, (0, 1, 3, 8, 9, 10)) & (red > 0) & (near > 0)
    assert told["valued_share"] == pytest.approx(clear.mean(), abs=1e-6)
    assert told["mean"] == pytest.approx(((near - red) / (near + red))[clear].mean(), abs=1e-5)
    areas = satellite.area_statistics(workspace, told["path"], [-1.0, 0.2, 0.4], ["bare", "sparse", "dense"]).data
    assert sum(row["share"] for row in areas["classes"]) == pytest.approx(1.0)
    assert areas["classes"][0]["share"] > 0.9


def test_landsat_of_the_amazon_under_clouds(workspace, tmp_path):
    import rasterio

    stem = "LC08_L2SP_001062_20201031_20201106_02_T2"
    keys = {"B4": "SR_B4", "B5": "SR_B5", "B7": "SR_B7", "ST_B10": "ST_B10", "QA_PIXEL": "QA_PIXEL"}
    files = {band: f"{stem}_{name}.TIF" for band, name in keys.items()}
    time = datetime(2020, 10, 31, 14, tzinfo=UTC)
    source, name = scenes_of("eo/landsat8_c2l2_001062", tmp_path, files, "oli+tirs", time)
    # Its QA_PIXEL knows four numbers: fill, and three with the bit of cloud or of shadow. No ground is seen.
    hidden = satellite.fetch_bands(source, workspace, name, ["B4"]).data
    assert hidden["shown_share"] == 0.0
    assert satellite.index(workspace, hidden["path"], "NDVI", {"R": "B4", "N": "B4"}).data["mean"] is None
    fetched = satellite.fetch_bands(source, workspace, name, ["B4", "B5", "B7", "ST_B10"], hide_clouds=False).data
    tops = satellite.surface_temperature(workspace, fetched["path"]).data
    with rasterio.open(REAL / "eo/landsat8_c2l2_001062" / files["ST_B10"]) as file:
        numbers = file.read(1).astype(float)
    celsius = numbers[numbers > 0] * 0.00341802 + 149.0 - 273.15
    assert tops["mean"] == pytest.approx(celsius.mean(), abs=1e-3)
    assert tops["maximum"] == pytest.approx(celsius.max(), abs=1e-3)
    picture = pictures.colour(workspace, fetched["path"], ["B7", "B5", "B4"])
    assert picture.data["rows"] == 386


def test_radar_of_the_camargue_parts_water_from_land(workspace):
    path = REAL / "eo/s1_geocoded/S1A__IW___A_20150309T173017_VV_grd_mli_geo_norm_db.tif"
    workspace.write_bytes("s1.tif", path.read_bytes())
    told = satellite.radar_water(workspace, "s1.tif", "band 1").data
    values = read_raster(path.read_bytes(), "x").band(None)
    values = values[np.isfinite(values)]
    assert values.min() < told["threshold_db"] < values.max()
    assert told["classes"][0]["pixels"] == int((values < told["threshold_db"]).sum())


def test_heights_of_sao_tome_drain(workspace):
    workspace.write_bytes("dem.tif", (REAL / "eo/dem/Copernicus_DSM_COG_10_N00_00_E006_00_DEM.tif").read_bytes())
    told = terrain.flow_accumulation(workspace, "dem.tif", [6.62, 0.22, 6.68, 0.28]).data
    assert 28 < told["pixel_m"] < 33
    upstream = read_raster(workspace.read_bytes(told["path"]), "x").band("upstream_area")
    whole = 0.06 * 111.320 * 0.06 * 110.574  # km²; every drop leaves over the edge
    edge = np.concatenate([upstream[0], upstream[-1], upstream[1:-1, 0], upstream[1:-1, -1]])
    assert edge[np.isfinite(edge)].sum() == pytest.approx(whole, rel=0.02)


def test_catalogues_of_real_archives_are_searched(tmp_path):
    catalogue = Catalogue.create(tmp_path / "catalogue")
    catalogue.add(read_items(REAL / "eo/stac/sentinel-2-l2a-pc.json"))
    source = CatalogueScenes(catalogue)
    everywhere = [-180.0, -90.0, 180.0, 90.0]
    told = satellite.search(source, everywhere, *YEARS, sensor="msi").data
    assert told["count"] == len(catalogue)
    scene = told["scenes"][0]
    with pytest.raises(ToolError, match="is listed but not held here"):
        satellite.fetch_bands(source, Workspace(tmp_path / "w"), scene["scene"], [scene["bands"][0]])
