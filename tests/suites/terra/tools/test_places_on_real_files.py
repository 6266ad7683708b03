"""Real maps, scenes and heights through the same tools, against osmium, OSMnx and plain arithmetic."""

from datetime import UTC, datetime

import numpy as np
import pytest
import shapely
from tests.shared import SHARED

from mesocosm.earth.archives.scene_source import CatalogueScenes
from mesocosm.earth.geo.measures import length_m
from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.geotiff_scenes import from_rasters
from mesocosm.earth.imagery.items import read_items
from mesocosm.earth.imagery.raster import read_raster
from mesocosm.errors import ToolError
from mesocosm.suites.terra.tools import gis, image, routing, satellite, terrain
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
    """Convert a binary OpenStreetMap file to XML with osmium; return it with its highways and their lengths."""
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
    data = gis.features(workspace, "map.osm", "highway").data
    ours = {
        each.properties["osm_id"]: length_m(each.shape)
        for each in read_geojson(workspace.read_bytes(data["path"]), "x")
        if "Line" in each.shape.geom_type
    }
    both = [name for name in ours if name in lengths]
    assert len(both) > 0.9 * len(lengths)
    total, expected = (sum(side[name] for name in both) for side in (ours, lengths))
    assert total == pytest.approx(expected, rel=3e-3)  # osmium's sphere of 6372.8 km against the ellipsoid
    return document


@pytest.mark.slow
def test_roads_of_helsinki_are_as_long_as_osmium_says(workspace, tmp_path):
    check_map(workspace, tmp_path, REAL / "osm/helsinki/Helsinki.osm.pbf")
    data = routing.connectivity(workspace, "map.osm", "walk").data
    assert data["connected_share"] > 0.5
    assert data["length_km"] > 50


def assembled(path):
    """Return the shapes that osmium assembles of the relations of a file, and the numbers of all such relations."""
    osmium = pytest.importorskip("osmium", reason="install osmium")
    factory, shapes, numbers = osmium.geom.WKBFactory(), {}, []
    for thing in osmium.FileProcessor(str(path)).with_areas():
        if thing.is_area() and not thing.from_way():
            shapes[f"r{thing.orig_id()}"] = shapely.from_wkb(factory.create_multipolygon(thing))
        elif thing.is_relation() and thing.tags.get("type") in ("multipolygon", "boundary"):
            numbers.append(thing.id)
    return shapes, numbers


@pytest.mark.slow
def test_multipolygons_of_helsinki_are_those_that_osmium_assembles(workspace, tmp_path):
    from mesocosm.earth.places.features import read_geojson

    path = REAL / "osm/helsinki/Helsinki.osm.pbf"
    document, _ = as_xml(path, tmp_path / "map.osm")
    workspace.write_bytes("map.osm", document)
    theirs, numbers = assembled(path)
    output = gis.features(workspace, "map.osm", "type", ["multipolygon", "boundary"])
    ours = {
        each.properties["osm_id"]: each.shape
        for each in read_geojson(workspace.read_bytes(output.data["path"]), "x")
        if each.properties["osm_id"].startswith("r")
    }
    assert ours.keys() == theirs.keys()
    assert len(ours) > 90
    assert sum(output.data["left_out"].values()) == len(numbers) - len(theirs)
    assert f"make no area here: {len(numbers) - len(theirs)} " in output.text
    for name, shape in theirs.items():
        assert shapely.get_num_geometries(ours[name]) == shapely.get_num_geometries(shape)
        assert [len(part.interiors) for part in ours[name].geoms] == [len(part.interiors) for part in shape.geoms]
        assert ours[name].area == pytest.approx(shape.area, rel=1e-6)


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
    data = satellite.index(workspace, fetched["path"], "NDVI").data
    layers = {}
    for band in ("B04", "B08", "SCL"):
        with rasterio.open(REAL / "eo/s2_l2a_29RKH_20200219" / f"{band}.tif") as file:
            layers[band] = file.read(1).astype(float)
    codes = layers["SCL"].repeat(2, axis=0).repeat(2, axis=1)
    red, near = layers["B04"], layers["B08"]
    clear = ~np.isin(codes, (0, 1, 3, 8, 9, 10)) & (red > 0) & (near > 0)
    assert data["valued_share"] == pytest.approx(clear.mean(), abs=1e-6)
    assert data["mean"] == pytest.approx(((near - red) / (near + red))[clear].mean(), abs=1e-5)
    areas = satellite.area_statistics(workspace, data["path"], [-1.0, 0.2, 0.4], ["bare", "sparse", "dense"]).data
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
    picture = image.colour(workspace, fetched["path"], ["B7", "B5", "B4"])
    assert picture.data["rows"] == 2 * 386  # small rasters are shown larger


def test_radar_of_the_camargue_parts_water_from_land(workspace):
    path = REAL / "eo/s1_geocoded/S1A__IW___A_20150309T173017_VV_grd_mli_geo_norm_db.tif"
    workspace.write_bytes("s1.tif", path.read_bytes())
    data = satellite.radar_water(workspace, "s1.tif", "band 1").data
    values = read_raster(path.read_bytes(), "x").band(None)
    values = values[np.isfinite(values)]
    assert values.min() < data["threshold_db"] < values.max()
    assert data["classes"][0]["pixels"] == int((values < data["threshold_db"]).sum())


def test_heights_of_sao_tome_drain(workspace):
    from mesocosm.earth.geo.box import BoundingBox
    from mesocosm.earth.imagery.raster import crop_to_box
    from mesocosm.earth.places.watershed import drainage

    heights = (REAL / "eo/dem/Copernicus_DSM_COG_10_N00_00_E006_00_DEM.tif").read_bytes()
    workspace.write_bytes("dem.tif", heights)
    data = terrain.flow_accumulation(workspace, "dem.tif", [6.62, 0.22, 6.68, 0.28]).data
    assert 28 < data["pixel_m"] < 33
    upstream = read_raster(workspace.read_bytes(data["path"]), "x").band("upstream_area")
    box = BoundingBox(west=6.62, south=0.22, east=6.68, north=0.28)
    found = drainage(crop_to_box(read_raster(heights, "dem.tif"), box))
    leaves = (found.receiver == np.arange(found.receiver.size)).reshape(upstream.shape)
    whole = 0.06 * 111.320 * 0.06 * 110.574  # km²; every drop leaves, and none before it reaches the edge
    assert upstream[leaves].sum() == pytest.approx(whole, rel=0.02)
    assert not leaves[3:-3, 3:-3].any()
    assert 0 < leaves.sum() < 0.5 * 2 * sum(upstream.shape)  # much of the edge falls inwards


def test_catalogues_of_real_archives_are_searched(tmp_path):
    catalogue = Catalogue.create(tmp_path / "catalogue")
    catalogue.add(read_items(REAL / "eo/stac/sentinel-2-l2a-pc.json"))
    source = CatalogueScenes(catalogue)
    everywhere = [-180.0, -90.0, 180.0, 90.0]
    data = satellite.search(source, everywhere, *YEARS, sensor="msi").data
    assert data["count"] == len(catalogue)
    scene = data["scenes"][0]
    with pytest.raises(ToolError, match="is listed but not available here"):
        satellite.fetch_bands(source, Workspace(tmp_path / "w"), scene["scene"], [scene["bands"][0]])


def test_streets_of_oakland_and_a_block_in_swabia(workspace):
    import bz2
    from xml.etree import ElementTree

    oakland = bz2.decompress((REAL / "osm/osmnx/West-Oakland.osm.bz2").read_bytes())
    swabia = (REAL / "osm/osmnx/planet_10.068,48.135_10.071,48.137.osm").read_bytes()
    for name, document in (("oakland.osm", oakland), ("swabia.osm", swabia)):
        workspace.write_bytes(name, document)
        root = ElementTree.fromstring(document)
        held = {node.get("id") for node in root.iter("node")}
        ways = [way for way in root.iter("way") if any(tag.get("k") == "highway" for tag in way.iterfind("tag"))]
        drawable = [way for way in ways if sum(point.get("ref") in held for point in way.iterfind("nd")) > 1]
        assert gis.features(workspace, name, "highway", geometry="line").data["count"] == len(drawable)
    data = routing.route(workspace, "oakland.osm", [-122.2955, 37.8035], [-122.290, 37.808]).data
    crow = gis.distance_matrix([[-122.2955, 37.8035]], [[-122.290, 37.808]]).data["kilometres"][0][0]
    assert data["length_km"] + sum(data["moved_m"]) / 1e3 > crow  # no way is shorter than straight


def test_roads_of_the_smaller_extract_are_as_long_as_osmium_says(workspace, tmp_path):
    check_map(workspace, tmp_path, REAL / "osm/helsinki/test.osm.pbf")


def test_land_cover_of_rondonia_has_the_areas_of_its_pixels(workspace):
    import rasterio

    path = REAL / "eo/modis_sinop_ndvi/SENTINEL2_MSI_20LNR_2020-06-04_2021-08-26_class_v1.tif"
    workspace.write_bytes("cover.tif", path.read_bytes())
    (zone,) = satellite.land_cover(workspace, "cover.tif").data["zones"]
    with rasterio.open(path) as file:
        codes, counts = np.unique(file.read(1), return_counts=True)
    shares = {row["class"]: row["share"] for row in zone["classes"]}
    assert shares == pytest.approx(dict(zip(codes.tolist(), counts / counts.sum(), strict=True)))
    whole = sum(row["area_km2"] for row in zone["classes"])
    assert whole == pytest.approx(counts.sum() * 400 / 1e6, rel=1.2e-3)  # the scale of UTM at its middle is 0.9996


def test_change_of_modis_in_its_own_plane(workspace):
    for name, day in (("before", "2013-11-17"), ("after", "2014-07-28")):
        path = REAL / f"eo/modis_sinop_ndvi/TERRA_MODIS_012010_NDVI_{day}.jp2"
        workspace.write_bytes(f"{name}.jp2", path.read_bytes())
    rows = satellite.change(workspace, "before.jp2", "after.jp2", 1000.0).data["classes"]
    # The sinusoidal plane is of equal areas: 255 × 147 pixels of 231.656 m.
    assert sum(row["area_km2"] for row in rows) == pytest.approx(255 * 147 * 0.23165636**2, rel=1e-3)


def test_a_radar_scene_without_a_grid_is_refused(workspace):
    workspace.write_bytes("grd.tiff", (REAL / "eo/s1_grd_20180716/iw-vv.tiff").read_bytes())
    with pytest.raises(ToolError, match="does not say where it lies"):
        satellite.radar_water(workspace, "grd.tiff", "band 1")


def test_water_and_land_of_fishbourne(workspace):
    import rasterio

    path = REAL / "eo/s2_l2a_fishbourne/s2a_l2a_fishbourne.tif"
    workspace.write_bytes("fishbourne.tif", path.read_bytes())
    bands = {"R": "band 3", "N": "band 4", "G": "band 2"}
    water = satellite.index(workspace, "fishbourne.tif", "NDWI", bands, scale=1e-4, offset=0).data
    land = satellite.index(workspace, "fishbourne.tif", "NDVI", bands, scale=1e-4, offset=0).data
    assert land["minimum"] < -0.3 < 0.8 < land["maximum"]
    areas = satellite.area_statistics(workspace, water["path"], [-1.0, 0.0], ["land", "water"]).data["classes"]
    with rasterio.open(path) as file:
        seen = int((file.read(4) != 0).sum())  # a third of the picture is empty
    assert sum(row["area_km2"] for row in areas) == pytest.approx(seen * 1e-4, rel=1e-3)
