"""Scenes from STAC items, real and by hand."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
import shapely
from tests.earth.imagery.making import scene_at
from tests.shared import SHARED

from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.errors import InvalidScene
from mesocosm.earth.imagery.items import SOURCE_ID, from_item, read_items, read_parquet_items, to_item

REAL = SHARED / "data" / "real" / "eo" / "stac"
needs_real = pytest.mark.skipif(not REAL.is_dir(), reason="../shared/data is not here")

ITEM = {
    "type": "Feature",
    "stac_version": "1.0.0",
    "id": "S2B_MSIL2A_20310501T100000_R122_T31UFS",
    "collection": "sentinel-2-l2a",
    "geometry": {"type": "Polygon", "coordinates": [[[4, 50], [5, 50], [5, 51], [4, 51], [4, 50]]]},
    "properties": {
        "datetime": "2031-05-01T10:00:00.024000Z",
        "instruments": ["msi"],
        "platform": "Sentinel-2B",
        "proj:epsg": 32631,
        "s2:mgrs_tile": "31UFS",
        "eo:cloud_cover": 12.5,
        "sat:relative_orbit": 122,
        "nothing": None,
    },
    "assets": {
        "B04": {"href": "B04.tif", "eo:bands": [{"name": "B04"}], "gsd": 10, "type": "image/tiff", "roles": ["data"]}
    },
    "links": [],
}


def changed(field: str, value: object) -> dict[str, object]:
    item = copy.deepcopy(ITEM)
    parent, _, name = field.rpartition(".")
    (item[parent] if parent else item)[name] = value
    return item


def test_an_item_of_sentinel_2() -> None:
    scene = from_item(ITEM)
    assert (scene.collection, scene.sensor, scene.tile, scene.epsg) == ("sentinel-2-l2a", "msi", "MGRS-31UFS", 32631)
    assert scene.datetime.isoformat() == "2031-05-01T10:00:00.024000+00:00"
    assert (scene.cloud_cover, scene.platform) == (12.5, "Sentinel-2B")
    assert scene.asset("B04").bands == ("B04",)
    assert scene.asset("B04").resolution_m == 10
    assert scene.properties[SOURCE_ID] == ITEM["id"]
    assert "nothing" not in scene.properties


def test_names_of_stac_1_1_mean_the_same() -> None:
    item = copy.deepcopy(ITEM)
    properties = item["properties"]
    assert isinstance(properties, dict)
    properties["proj:code"] = f"EPSG:{properties.pop('proj:epsg')}"
    properties["grid:code"] = f"MGRS-{properties['s2:mgrs_tile']}"
    item["assets"] = {"B04": {"href": "B04.tif", "bands": [{"name": "B04"}], "gsd": 10}}
    old, new = from_item(ITEM), from_item(item)
    assert (new.epsg, new.tile, new.asset("B04").bands) == (old.epsg, old.tile, old.asset("B04").bands)


def test_a_time_between_start_and_end() -> None:
    item = changed("properties.datetime", None)
    item["properties"] |= {"start_datetime": "2031-05-01T10:00:00Z", "end_datetime": "2031-05-01T10:00:10Z"}
    assert from_item(item).datetime.second == 5


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("properties.datetime", "yesterday", "datetime must be a time such as .* got 'yesterday'"),
        ("properties.datetime", None, "start_datetime must be a time"),
        ("properties.eo:cloud_cover", 120, r"cloud_cover must lie in \[0, 100\] percent, got 120"),
        ("collection", None, "collection must be text, got None"),
        ("geometry", None, "geometry must be a GeoJSON Polygon"),
        ("assets", {"B04": {}}, "asset B04 must be an object with an href"),
        ("assets", {}, "assets must hold one file or more, got none"),
        ("properties", [], r"properties must be an object, got \[\]"),
    ],
)
def test_a_wrong_item_is_reported_with_file_and_field(tmp_path: Path, field: str, value: object, message: str) -> None:
    (tmp_path / "items.json").write_text(json.dumps([ITEM, changed(field, value)]))
    with pytest.raises(InvalidScene, match=rf"items.json, item 1 \(S2B.*\): {message}"):
        read_items(tmp_path / "items.json")


def test_a_file_that_is_no_json(tmp_path: Path) -> None:
    (tmp_path / "items.json").write_text("[")
    with pytest.raises(InvalidScene, match=r"cannot read STAC items from .*items.json"):
        read_items(tmp_path / "items.json")


def test_a_scene_made_an_item_and_read_again_is_the_same_but_for_its_name() -> None:
    scene = scene_at(179, 0, -179, 2, tile="GRID-3", platform="a")
    again = from_item(to_item(scene))
    assert again.footprint.equals(scene.footprint)
    assert (again.datetime, again.sensor, again.assets, again.bbox) == (
        scene.datetime, scene.sensor, scene.assets, scene.bbox,
    )  # fmt: skip
    assert again.properties[SOURCE_ID] == scene.id


def test_our_own_parquet_files_are_read_as_those_of_any_archive(tmp_path: Path) -> None:
    scene = scene_at(179, 0, -179, 2, tile="GRID-3", platform="a")
    catalogue = Catalogue.create(tmp_path)
    catalogue.add([scene])
    (again,) = read_parquet_items(tmp_path / catalogue.manifest.parts[0].file)
    assert again.properties == {SOURCE_ID: scene.id, "number": 0}
    assert (again.datetime, again.assets, again.bbox) == (scene.datetime, scene.assets, scene.bbox)
    assert (again.tile, again.sensor, again.cloud_cover) == ("GRID-3", "msi", 0.0)


@needs_real
@pytest.mark.fidelity
def test_a_real_stac_geoparquet_file_enters(tmp_path: Path) -> None:
    scenes = read_parquet_items(REAL / "naip.parquet")
    catalogue = Catalogue.create(tmp_path)
    catalogue.add(scenes)
    assert catalogue.collections == ["naip"]
    for scene in scenes:
        assert scene in list(catalogue.at(scene.footprint.centroid))


def test_pystac_reads_our_items() -> None:
    pystac = pytest.importorskip("pystac", reason="pip install 'mesocosm[imagery]'")
    scene = scene_at(4, 50, 5, 51, tile="GRID-3", platform="a")
    item = pystac.Item.from_dict(to_item(scene))
    assert item.id == scene.id
    assert item.datetime == scene.datetime
    assert item.assets["red"].href == "red.tif"


@needs_real
@pytest.mark.fidelity
@pytest.mark.parametrize("file", sorted(path.name for path in REAL.glob("*json")) if REAL.is_dir() else [])
def test_real_items_enter_and_are_found(tmp_path: Path, file: str) -> None:
    """Every item is found at the middle of its own geometry, which is read from the file without our reader."""
    document = json.loads((REAL / file).read_bytes())
    items = document if isinstance(document, list) else document.get("features", [document])
    catalogue = Catalogue.create(tmp_path)
    catalogue.add(read_items(REAL / file))
    assert len(catalogue) == len(items)
    for item in items:
        point = shapely.geometry.shape(item["geometry"]).representative_point()
        matches = catalogue.at(point, collection=item["collection"])
        assert item["id"] in [scene.properties[SOURCE_ID] for scene in matches]


@needs_real
@pytest.mark.fidelity
def test_real_landsat_rows_lie_beside_each_other(tmp_path: Path) -> None:
    """Rows 087 to 090 of path 089 in one pass, from north to south; times are 24 s apart, as in WRS-2."""
    catalogue = Catalogue.create(tmp_path)
    catalogue.add(read_items(REAL / "landsat-c2-l2-pc.json"))
    rows = {scene.tile: scene for scene in catalogue.rows(range(4))}
    assert sorted(rows) == ["WRS2-089087", "WRS2-089088", "WRS2-089089", "WRS2-089090"]
    chain = [rows["WRS2-089090"]]
    while (north := catalogue.beside(chain[-1], "north")) is not None:
        chain.append(north)
    assert [scene.tile for scene in chain] == sorted(rows, reverse=True)
    assert catalogue.beside(chain[0], "south") is None
