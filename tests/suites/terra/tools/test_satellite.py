"""Scenes and what is made of them: hand-worked pixels, other libraries, and the scenes of a small planet."""

import inspect
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest
import shapely
from tests.suites.terra.tools.map_making import CALLS, raster_in_degrees, raster_in_metres, wrong_calls

from mesocosm.earth.archives.scene_source import CatalogueScenes, PlanetScenes
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.radar_water import two_classes
from mesocosm.earth.imagery.raster import as_geotiff, read_raster
from mesocosm.earth.imagery.scene import Asset, make_scene
from mesocosm.earth.imagery.spectra import hidden_pixels, scaling_of
from mesocosm.earth.imagery.surfaces import burn_classes, otsu, surface_temperature_k
from mesocosm.earth.places.features import Feature, as_geojson
from mesocosm.errors import ToolError
from mesocosm.suites.terra.tools import satellite
from mesocosm.tools.tool import make
from mesocosm.workspace.workspace import Workspace

NAN = np.nan
CELL_KM2 = 0.01 / 0.9996**2
"""Area of a pixel of 100 m on the central meridian of UTM, whose scale is 0.9996."""


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path / "space") as space:
        yield space


def put(workspace, name, values, **tags):
    raster = raster_in_metres(values)
    raster.tags.update(tags)
    workspace.write_bytes(name, as_geotiff(raster))
    return name


@pytest.fixture
def scenes(tmp_path):
    """Return a catalogue of one scene whose files state no scale: numbers as the product ships them."""
    import rasterio

    folder = tmp_path / "scenes"
    folder.mkdir()
    red, near = np.full((4, 4), 2000, "uint16"), np.full((4, 4), 4000, "uint16")
    codes = np.array([[4, 9], [0, 5]], "uint8")  # vegetation, cloud; no data, bare
    for name, values, step in (("B04", red, 10), ("B08", near, 10), ("SCL", codes, 20)):
        place = rasterio.Affine(step, 0, 500_000, 0, -step, 5_000_000)
        shape = {"height": values.shape[0], "width": values.shape[1]}
        settings = {"driver": "GTiff", "count": 1, "dtype": values.dtype, "crs": "EPSG:32632", "transform": place}
        with rasterio.open(folder / f"{name}.tif", "w", **shape, **settings) as file:
            file.write(values, 1)
    catalogue = Catalogue.create(folder / "catalogue")
    catalogue.add([
        make_scene(
            collection="sentinel-2-l2a", sensor="msi", datetime=datetime(2023, 6, 1, 10, tzinfo=UTC), cloud_cover=20.0,
            footprint=BoundingBox(west=8.9, south=45.0, east=9.1, north=45.3),
            assets=[Asset(name, str(folder / f"{name}.tif"), (name,)) for name in ("B04", "B08", "SCL")],
        )
    ])  # fmt: skip
    return CatalogueScenes(catalogue)


BOX = [8.9, 45.0, 9.1, 45.3]


def test_scenes_are_searched_by_box_interval_sensor_and_cloud(scenes):
    data = satellite.search(scenes, BOX, "2023-06-01", "2023-06-02").data
    assert (data["count"], data["scenes"][0]["bands"]) == (1, ["B04", "B08", "SCL"])
    assert satellite.search(scenes, BOX, "2023-06-02", "2023-07-01").data["count"] == 0
    assert satellite.search(scenes, BOX, "2023-05-01", "2023-06-01T10:00:00Z").data["count"] == 0  # the end is excluded
    assert satellite.search(scenes, BOX, "2023-06-01", "2023-06-02", max_cloud=10.0).data["count"] == 0
    assert satellite.search(scenes, [20.0, 45.0, 21.0, 46.0], "2023-06-01", "2023-06-02").data["count"] == 0
    with pytest.raises(ToolError, match="sensor"):
        satellite.search(scenes, BOX, "2023-06-01", "2023-06-02", sensor="radar")
    with pytest.raises(ToolError, match="`start` must come before `end`"):
        satellite.search(scenes, BOX, "2023-06-02", "2023-06-01")


def test_a_search_lists_twenty_scenes_and_no_cloud_of_radar(tmp_path):
    """Scenes of one instant, distinguished by their boxes."""
    catalogue = Catalogue.create(tmp_path / "catalogue")
    catalogue.add([
        make_scene(
            collection="sentinel-1-grd", sensor="c-sar", datetime=datetime(2023, 6, 1, 10, tzinfo=UTC),
            footprint=BoundingBox(west=8.9, south=45.0, east=9.1 + at / 100, north=45.3),
            assets=[Asset("VV", "vv.tif", ("VV",))],
        )
        for at in range(23)
    ])  # fmt: skip
    output = satellite.search(CatalogueScenes(catalogue), BOX, "2023-06-01", "2023-06-02")
    first, *lines, last = output.text.splitlines()
    assert (first, len(lines), last) == ("23 scenes", 20, "and 3 more")
    assert [line.split()[0] for line in lines] == [row["scene"] for row in output.data["scenes"]]
    assert "cloud" not in output.text
    assert len({line.partition("[")[2] for line in lines}) == 20


def test_a_search_in_vain_tells_when_and_where_there_are_scenes(scenes):
    known = "0 scenes; scenes exist from 2023-06-01 to 2023-06-01 in [8.9, 45, 9.1, 45.3]"
    assert satellite.search(scenes, BOX, "2024-06-01", "2024-06-02").text == known
    assert satellite.search(scenes, [20.0, 45.0, 21.0, 46.0], "2023-06-01", "2023-06-02").text == known
    text = satellite.search(scenes, BOX, "2024-06-01", "2024-06-02", sensor="msi").text
    assert text.startswith("0 scenes; scenes of msi exist from")
    with pytest.raises(ToolError, match="west must not exceed east, got 9.1 and 8.9"):
        satellite.search(scenes, [9.1, 45.0, 8.9, 45.3], "2023-06-01", "2023-06-02")


def test_an_unknown_scene_is_to_be_searched_first(scenes, workspace):
    with pytest.raises(ToolError, match="there is no scene 'foo': search for scenes first"):
        satellite.fetch_bands(scenes, workspace, "foo", ["B04"])


def test_bands_are_fetched_in_reflectance_without_clouds(scenes, workspace):
    name = satellite.search(scenes, BOX, "2023-06-01", "2023-06-02").data["scenes"][0]["scene"]
    data = satellite.fetch_bands(scenes, workspace, name, ["B04", "B08"]).data
    assert data["shown_share"] == 0.5
    raster = read_raster(workspace.read_bytes(data["path"]), "x")
    # Since baseline 04.00: (2000 - 1000) / 10 000. Each class covers a block of two by two.
    expected = np.where(np.kron([[1, 0], [0, 1]], np.ones((2, 2))) > 0, 0.1, NAN)
    np.testing.assert_allclose(raster.band("B04"), expected, rtol=1e-6)
    index = satellite.index(workspace, data["path"], "NDVI").data
    assert index["mean"] == pytest.approx((0.3 - 0.1) / (0.3 + 0.1), abs=1e-6)
    assert index["valued_share"] == 0.5
    with pytest.raises(ToolError, match="has no band 'B99'; it has B04, B08, SCL"):
        satellite.fetch_bands(scenes, workspace, name, ["B99"])
    with pytest.raises(ToolError, match="no scene"):
        satellite.fetch_bands(scenes, workspace, "f" * 32, ["B04"])


def test_numbers_of_products_become_what_they_mean():
    assert scaling_of("sentinel-2", "B04", datetime(2020, 2, 19, tzinfo=UTC)) == (1e-4, 0.0)
    assert scaling_of("sentinel-2", "B04", datetime(2022, 1, 25, tzinfo=UTC)) == (1e-4, -0.1)
    assert scaling_of("landsat", "SR_B4", datetime(2020, 1, 1, tzinfo=UTC)) == (2.75e-5, -0.2)
    assert scaling_of("landsat", "ST_B10", datetime(2020, 1, 1, tzinfo=UTC)) == (0.00341802, 149.0)
    codes = np.array([21824, 22280, 23888, 1, NAN])  # clear land, cloud, shadow, fill as USGS spells them; unknown
    assert hidden_pixels(codes, "landsat").tolist() == [False, True, True, True, True]


def test_numbers_of_a_product_are_no_reflectance(workspace):
    bands = {"SR_B4": np.array([[10000.0, 0.0]]), "SR_B5": np.array([[20000.0, 30000.0]])}
    path = put(workspace, "dn.tif", bands)
    with pytest.raises(ToolError, match=r"beyond ±2\): give `scale` and `offset`; Landsat Collection 2 .* 0.0000275"):
        satellite.index(workspace, path, "NDVI")
    data = satellite.index(workspace, path, "NDVI", scale=2.75e-5, offset=-0.2).data
    # Red 0.075, near infrared 0.35: 0.275 / 0.425; the raw numbers would give 1/3. A number of 0 is no data.
    assert data["mean"] == pytest.approx(0.275 / 0.425, abs=1e-6)
    assert data["valued_share"] == 0.5


def test_the_soil_adjusted_index_has_huetes_constant(workspace):
    path = put(workspace, "s.tif", {"B04": np.full((1, 2), 0.1), "B08": np.full((1, 2), 0.4)})
    data = satellite.index(workspace, path, "SAVI").data
    assert data["mean"] == pytest.approx(1.5 * 0.3 / (0.5 + 0.5), abs=1e-6)  # Huete 1988: L = 0.5


def test_indices_by_name_with_constants_and_letters(workspace):
    bands = {"blue": np.full((2, 2), 0.05), "red": np.full((2, 2), 0.1), "near": np.full((2, 2), 0.4)}
    path = put(workspace, "a.tif", bands)
    data = satellite.index(workspace, path, "EVI", {"B": "blue", "R": "red", "N": "near"}).data
    assert data["mean"] == pytest.approx(2.5 * 0.3 / (0.4 + 6 * 0.1 - 7.5 * 0.05 + 1), abs=1e-6)  # Huete et al. 2002
    with pytest.raises(ToolError, match="no spectral index is called 'NDVX'; did you mean"):
        satellite.index(workspace, path, "NDVX")
    with pytest.raises(ToolError, match="`bands` must say which band is N"):
        satellite.index(workspace, path, "NDVI")


def test_indices_are_pure_numbers(workspace):
    red = np.full((2, 2), 0.1)
    near, far = (put(workspace, f"{at}.tif", {"B04": red, "B08": np.full((2, 2), at)}) for at in (0.4, 0.2))
    indices = [satellite.index(workspace, path, "NDVI").data["path"] for path in (near, far)]
    burn = satellite.burn_severity(workspace, *indices).data["path"]
    assert read_raster(workspace.read_bytes(indices[0]), "x").units == {"NDVI": "1"}
    assert read_raster(workspace.read_bytes(burn), "x").units == {"dNBR": "1"}


def test_a_composite_takes_the_middle_of_what_is_shown(workspace):
    values = ([[1.0, NAN]], [[5.0, NAN]], [[2.0, 7.0]])
    paths = [put(workspace, f"{at}.tif", {"B04": np.array(each)}) for at, each in enumerate(values)]
    data = satellite.composite(workspace, paths).data
    result = read_raster(workspace.read_bytes(data["path"]), "x")
    assert result.band("B04").tolist() == [[2.0, 7.0]]
    assert result.band("looks").tolist() == [[3.0, 1.0]]
    apart = put(workspace, "other.tif", {"B08": np.ones((1, 2))})
    with pytest.raises(ToolError, match="no band in common"):
        satellite.composite(workspace, [paths[0], apart])


def test_change_counts_only_what_both_dates_show(workspace):
    before = put(workspace, "before.tif", {"NDVI": np.array([[0.8, 0.8, 0.2, NAN]])})
    after = put(workspace, "after.tif", {"NDVI": np.array([[0.2, 0.75, 0.6, 0.5]])})
    data = satellite.change(workspace, before, after, 0.1).data
    assert [row["pixels"] for row in data["classes"]] == [1, 1, 1]
    assert data["masked_share"] == 0.25
    assert data["classes"][0]["share"] == pytest.approx(1 / 3)
    far = raster_in_degrees({"NDVI": np.ones((2, 2))})
    workspace.write_bytes("far.tif", as_geotiff(far))
    with pytest.raises(ToolError, match="share no pixel"):
        satellite.change(workspace, before, "far.tif", 0.1)


def test_defect_16_classes_are_disjoint_and_masked_pixels_are_not_counted(workspace):
    values = np.array([[0.1, 0.25, 0.6, NAN], [0.3, 0.59, NAN, NAN]])
    path = put(workspace, "ndvi.tif", {"NDVI": values})
    data = satellite.area_statistics(workspace, path, [-1.0, 0.25, 0.6], ["bare", "sparse", "dense"]).data
    assert [row["pixels"] for row in data["classes"]] == [1, 3, 1]
    assert sum(row["share"] for row in data["classes"]) == pytest.approx(1.0)
    assert data["classes"][1]["area_km2"] == pytest.approx(3 * CELL_KM2, rel=1e-5)
    assert data["masked_share"] == 0.375
    with pytest.raises(ToolError, match="thresholds must ascend"):
        satellite.area_statistics(workspace, path, [0.5, 0.2], ["a", "b"])
    void = put(workspace, "void.tif", {"NDVI": np.full((2, 2), NAN)})
    with pytest.raises(ToolError, match="no pixel has a value"):
        satellite.area_statistics(workspace, void, [0.0], ["a"])


def test_areas_in_degrees_shrink_towards_the_pole(workspace):
    raster = raster_in_degrees({"v": np.array([[1.0], [2.0]])}, north=61.0)  # 60 to 61 and 59 to 60 degrees
    workspace.write_bytes("north.tif", as_geotiff(raster))
    rows = satellite.area_statistics(workspace, "north.tif", [1.0, 2.0], ["north", "south"]).data["classes"]
    import geopandas

    boxes = geopandas.GeoSeries([shapely.box(0, 60, 1, 61), shapely.box(0, 59, 1, 60)], crs=4326).segmentize(0.01)
    plane = boxes.to_crs(6933).area / 1e6
    assert [row["area_km2"] for row in rows] == pytest.approx(plane.tolist(), rel=1e-6)


def test_land_cover_over_polygons_by_shares(workspace):
    workspace.write_bytes("cover.tif", as_geotiff(raster_in_degrees({"class": np.array([[1.0, 2.0], [3.0, NAN]])})))
    workspace.write_bytes("zone.geojson", as_geojson([Feature(shapely.box(0.5, 0, 2, 2), {"name": "east"})]))
    (zone,) = satellite.land_cover(workspace, "cover.tif", "zone.geojson").data["zones"]
    shares = {row["class"]: row["share"] for row in zone["classes"]}
    assert shares == pytest.approx({1: 0.25, 2: 0.5, 3: 0.25}, rel=1e-3)  # half of 1, all of 2, half of 3


def test_land_cover_is_told_in_words_and_every_zone_counts(workspace):
    soil = raster_in_degrees({"class": np.array([[1.0, 2.0], [2.0, 2.0]])})
    workspace.write_bytes("soil.tif", as_geotiff(replace(soil, tags={"1": "sand", "2": "loam"})))
    output = satellite.land_cover(workspace, "soil.tif")
    assert output.text.startswith("all: loam 75.0% (")
    assert [row["name"] for row in output.data["zones"][0]["classes"]] == ["sand", "loam"]
    same = [Feature(shapely.box(0, 0, 1, 1), {"name": "a"})] * 13
    workspace.write_bytes("zones.geojson", as_geojson(same))
    many = satellite.land_cover(workspace, "soil.tif", "zones.geojson")
    assert many.text.endswith("and 3 more")
    assert len(many.data["zones"]) == 13


def test_temperatures_of_the_ground(workspace):
    path = put(workspace, "thermal.tif", {"ST_B10": np.array([[300.0, NAN]]), "B4": np.array([[0.1, 0.1]])})
    assert satellite.surface_temperature(workspace, path).data["mean"] == pytest.approx(26.85, abs=1e-4)
    # 300 K seen at 10.895 um over ground of 0.95: 300 / (1 + 10.895e-6 × 300 / 1.438777e-2 × ln 0.95) = 303.54 K.
    assert float(surface_temperature_k(np.array(300.0), 0.95)) == pytest.approx(303.54, abs=0.01)
    with pytest.raises(ToolError, match="no temperatures in kelvin"):
        satellite.surface_temperature(workspace, path, "B4")


def test_water_lies_below_the_threshold_that_is_told(workspace):
    draw = np.random.default_rng(1)
    water, land = draw.normal(-22.0, 1.0, 2000), draw.normal(-10.0, 1.5, 6000)
    path = put(workspace, "radar.tif", {"VV": np.concatenate([water, land]).reshape(80, 100)})
    data = satellite.radar_water(workspace, path, "VV").data
    assert -20.0 < data["threshold_db"] < -14.0
    assert data["method"] == "otsu"
    assert data["classes"][0]["share"] == pytest.approx(0.25, abs=0.002)
    assert satellite.radar_water(workspace, path, "VV", -60.0).data["classes"][0]["pixels"] == 0


def test_water_is_sought_in_decibels_alone(workspace):
    """By the unit, and by values of which none lies below 0."""
    path = put(workspace, "reflectance.tif", {"B04": np.linspace(0.01, 0.5, 100).reshape(10, 10)})
    with pytest.raises(ToolError, match="`band` 'B04' must be backscatter in decibels.*it holds 0.01 to 0.5"):
        satellite.radar_water(workspace, path, "B04", -15.0)
    kelvin = replace(raster_in_metres({"VV": np.full((2, 2), -5.0)}), units={"VV": "K"})
    workspace.write_bytes("kelvin.tif", as_geotiff(kelvin))
    with pytest.raises(ToolError, match="its unit is 'K'"):
        satellite.radar_water(workspace, "kelvin.tif", "VV")


def speckled(draw, means_db):
    """Return backscatter of 4.4 looks around means, in decibels."""
    return means_db + 10 * np.log10(draw.gamma(4.4, 1 / 4.4, np.shape(means_db)))


@pytest.mark.parametrize("band", ["VV", "VH"])
def test_a_dry_town_has_no_water(workspace, band):
    """Fields, woods and houses overlap; Otsu's threshold would call half of them water."""
    draw = np.random.default_rng(4)
    cover = np.concatenate([draw.normal(-12, 1.5, 5000), draw.normal(-8, 1.0, 3000), draw.normal(-4, 3.0, 2000)])
    town = speckled(draw, cover - (7.0 if band == "VH" else 0.0)).reshape(100, 100)
    path = put(workspace, "town.tif", {band: town})
    before = len(workspace.files())
    output = satellite.radar_water(workspace, path, band)
    assert output.text.startswith("no clear water threshold: Otsu's is ")
    assert "give `threshold`: below" in output.text
    assert (output.data["path"], output.data["threshold_db"], len(workspace.files())) == (None, None, before)
    town[:40] = speckled(draw, np.full((40, 100), -24.0 if band == "VV" else -34.0))  # a lake
    output = satellite.radar_water(workspace, put(workspace, "lake.tif", {band: town}), band).data
    assert output["classes"][0]["share"] == pytest.approx(0.4, abs=0.02)
    assert output["separation"] > 2


def test_ashmans_d_of_two_normal_distributions_is_found_again():
    draw = np.random.default_rng(5)
    values = np.concatenate([draw.normal(-22.0, 1.0, 40_000), draw.normal(-10.0, 2.0, 60_000)])
    separation, share = two_classes(values, -16.0)
    assert separation == pytest.approx(np.sqrt(2) * 12 / np.sqrt(1 + 4), rel=0.02)
    assert share == pytest.approx(0.4, abs=0.005)
    assert two_classes(draw.normal(-10.0, 2.0, 50_000), -10.0)[0] < 1  # one class


def test_otsus_threshold_is_the_best_of_all():
    draw = np.random.default_rng(2)
    values = np.concatenate([draw.normal(0, 1, 500), draw.normal(4, 1.3, 1500)])

    def between(threshold: float) -> float:
        low, high = values[values < threshold], values[values >= threshold]
        return len(low) * len(high) / len(values) ** 2 * (low.mean() - high.mean()) ** 2

    best = max(between(threshold) for threshold in np.linspace(-1, 6, 2000))  # tried one by one
    assert between(otsu(values)) == pytest.approx(best, rel=2e-3)


def test_burns_follow_the_classes_of_the_geological_survey(workspace):
    loss = np.array([[-0.3, -0.25, -0.1, 0.099], [0.1, 0.27, 0.44, 0.66]])
    assert burn_classes(loss).tolist() == [[0, 1, 2, 2], [3, 4, 5, 6]]
    before = put(workspace, "before.tif", {"NBR": np.full((1, 3), 0.6)})
    after = put(workspace, "after.tif", {"NBR": np.array([[0.55, -0.2, NAN]])})
    data = satellite.burn_severity(workspace, before, after).data
    pixels = {row["class"]: row["pixels"] for row in data["classes"] if row["pixels"]}
    assert pixels == {"unburned": 1, "high severity": 1}
    assert data["masked_share"] == pytest.approx(1 / 3, abs=1e-6)


def test_a_raster_with_south_on_top_is_turned(workspace):
    import rasterio
    from rasterio.io import MemoryFile

    values = np.array([[1.0, 1.0], [9.0, 9.0]], "float32")  # row 0 lies in the south
    with MemoryFile() as memory:
        settings = {"driver": "GTiff", "height": 2, "width": 2, "count": 1, "dtype": "float32", "crs": "EPSG:4326"}
        with memory.open(**settings, transform=rasterio.Affine(1, 0, 0, 0, 1, 10)) as file:
            file.write(values, 1)
        raster = read_raster(bytes(memory.getbuffer()), "x")
    assert raster.band(None)[:, 0].tolist() == [9.0, 1.0]
    assert raster.bounds == (0.0, 10.0, 2.0, 12.0)


@pytest.mark.slow  # the town is built first
def test_the_planets_scenes_go_through_the_same_tools(tmp_path, workspace):
    from mesocosm.earth.planet.planet import Planet
    from mesocosm.earth.planet.sizes import Size

    planet = Planet(1, Size(regions=1, cells=40, towns=1, days=40))
    source = PlanetScenes(planet, tmp_path / "index")
    town = planet.settlement("r000").places[0]
    longitude, latitude = (float(v) for v in planet.region("r000").grid.from_plane(town.x, town.y))
    box = [longitude - 0.005, latitude - 0.003, longitude + 0.005, latitude + 0.003]
    listed = satellite.search(source, box, "2031-01-01", "2031-02-09", sensor="oli+tirs").data
    assert listed["count"] >= 1
    name = min(listed["scenes"], key=lambda row: row["cloud_percent"])["scene"]
    data = satellite.fetch_bands(source, workspace, name, ["B4", "B5", "ST_B10"], box, hide_clouds=False).data
    assert data["box"][0] == pytest.approx(box[0], abs=1e-3)
    assert data["box"][3] == pytest.approx(box[3], abs=1e-3)
    assert -0.3 < satellite.index(workspace, data["path"], "NDVI").data["mean"] < 1.0
    assert -60 < satellite.surface_temperature(workspace, data["path"]).data["mean"] < 60


@pytest.mark.parametrize("count", CALLS)
@pytest.mark.parametrize("name", [name for name, f in inspect.getmembers(satellite) if hasattr(f, "__mesocosm_tool__")])
def test_bad_input_is_refused_and_leaves_nothing(workspace, scenes, name, count):
    put(workspace, "good.tif", {"alpha": np.arange(4.0).reshape(2, 2)})
    put(workspace, "bands.tif", {"B04": np.full((2, 2), 0.1), "B08": np.full((2, 2), 300.0)})
    put(workspace, "void.tif", np.full((2, 2), NAN))
    workspace.write_bytes("broken.tif", as_geotiff(raster_in_metres(np.ones((20, 20))))[:300])
    workspace.write_bytes("words.txt", b"plain words")
    workspace.write_bytes("zone.geojson", as_geojson([Feature(shapely.box(9.0, 45.1, 9.01, 45.2))]))
    files = [file.path for file in workspace.files()] + ["absent.tif"]
    tool = make(f"satellite.{name}", getattr(satellite, name))
    assert list(wrong_calls(tool, (workspace, scenes), np.random.default_rng(4), files, count)) == []
