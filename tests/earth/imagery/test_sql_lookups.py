"""DuckDB on the files alone gives the same results as the index, also at the antimeridian and the poles."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import shapely
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.earth.imagery.making import NOON, scene_at
from tests.earth.imagery.test_catalogue_properties import TIMES, filled, many_scenes, name, names, places

from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.errors import DamagedCatalogue, InvalidScene
from mesocosm.earth.imagery.items import SOURCE_ID, items_table, read_parquet_items, to_item
from mesocosm.earth.imagery.sql_lookups import SqlLookups
from mesocosm.errors import UnknownName

pytest.importorskip("duckdb", reason="pip install 'mesocosm[imagery]'")
__all__ = ["filled"]  # a fixture


@given(
    scenes=many_scenes(), wheres=st.lists(places, min_size=3, max_size=3), hours=TIMES, cloud=st.sampled_from([0, 20])
)
@settings(max_examples=4, deadline=None, phases=[Phase.generate])  # no shrinking: DuckDB takes 0.1 s a question
def test_every_look_up_equals_that_of_the_index(filled, scenes, wheres, hours, cloud) -> None:
    catalogue = filled(scenes)
    when, time = (NOON, NOON + timedelta(hours=hours + 0.5)), NOON + timedelta(hours=hours)
    with catalogue.by_sql() as tables:
        assert len(tables) == len(scenes)
        for where in wheres:
            assert names(tables.at(where)) == names(catalogue.at(where))
            filters = {"when": when, "sensor": scenes[0].sensor, "max_cloud": cloud}
            assert names(tables.at(where, **filters)) == names(catalogue.at(where, **filters))
            assert name(tables.nearest(where, time)) == name(catalogue.nearest(where, time))
        for scene in scenes[:4]:
            assert tables.get(scene.id) == scene
            assert name(tables.next(scene, max_cloud=cloud)) == name(catalogue.next(scene, max_cloud=cloud))
            assert name(tables.previous(scene)) == name(catalogue.previous(scene))
            for sensor in catalogue.sensors:
                assert name(tables.companion(scene, sensor)) == name(catalogue.companion(scene, sensor))


@pytest.fixture
def items() -> list[dict]:
    made = [to_item(scene_at(day, 0, day + 2, 2, hours=24 * day, cloud=10.0 * day)) for day in range(3)]
    for number, item in enumerate(made):
        item["id"] = f"elevation-{number}"
        item["assets"]["red"]["file:size"] = 7
    return made


def test_items_keep_their_ids_and_all_that_assets_say(items, tmp_path: Path) -> None:
    pq.write_table(items_table(items), tmp_path / "stac.parquet")
    with SqlLookups([tmp_path / "stac.parquet"]) as tables:
        assert names(tables.at((2.5, 1.0))) == ["elevation-1", "elevation-2"]
    row = pq.read_table(tmp_path / "stac.parquet").to_pylist()[0]
    assert row["assets"]["red"]["file:size"] == 7
    kept = read_parquet_items(tmp_path / "stac.parquet")
    catalogue = Catalogue.create(tmp_path / "catalogue")
    catalogue.add(kept)
    assert [scene.properties[SOURCE_ID] for scene in catalogue.at((2.5, 1.0))] == ["elevation-1", "elevation-2"]


def test_geopandas_opens_items(items, tmp_path: Path) -> None:
    geopandas = pytest.importorskip("geopandas", reason="install the extra planet")
    pq.write_table(items_table(items), tmp_path / "stac.parquet")
    frame = geopandas.read_parquet(tmp_path / "stac.parquet")
    assert frame.crs == "OGC:CRS84"
    assert list(frame["id"]) == ["elevation-0", "elevation-1", "elevation-2"]
    assert frame.geometry.iloc[1].equals(shapely.box(1, 0, 3, 2))
    geo = json.loads(pq.read_schema(tmp_path / "stac.parquet").metadata[b"geo"])
    assert geo["columns"]["geometry"]["encoding"] == "WKB"


def test_a_file_of_something_else_is_named(items, tmp_path: Path) -> None:
    path = tmp_path / "stac.parquet"
    pq.write_table(items_table(items).drop_columns(["geometry"]), path)
    with pytest.raises(InvalidScene, match=r"stac.parquet lacks the columns geometry"):
        SqlLookups([path])
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(DamagedCatalogue, match=r"DuckDB cannot read .*stac.parquet"):
        SqlLookups([path])
    with pytest.raises(InvalidScene, match="properties must not hold links"):
        items_table([items[0] | {"properties": items[0]["properties"] | {"links": 3}}])


def test_an_unknown_name_is_reported(tmp_path: Path) -> None:
    catalogue = Catalogue.create(tmp_path)
    catalogue.add([scene_at(0, 0, 1, 1)])
    with catalogue.by_sql() as tables, pytest.raises(UnknownName):
        tables.get("0" * 32)
