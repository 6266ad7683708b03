"""Errors, damage and persistence of a catalogue."""

from __future__ import annotations

import errno
import json
from datetime import datetime, timedelta
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import shapely
from tests.earth.imagery.making import ASSETS, NOON, scene_at

from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.errors import (
    DamagedCatalogue,
    DuplicateScene,
    InvalidQuery,
    InvalidScene,
    MissingAsset,
)
from mesocosm.earth.imagery.geoparquet_files import read_table
from mesocosm.earth.imagery.layout import to_table
from mesocosm.earth.imagery.scene import Asset, Scene, make_scene
from mesocosm.errors import UnknownName, UserError


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    """Return a catalogue with three scenes of one place, a day apart."""
    made = Catalogue.create(tmp_path / "catalogue")
    made.add([scene_at(0, 0, 2, 2, hours=24 * day, cloud=10.0 * day) for day in range(3)])
    return made


def part_of(catalogue: Catalogue, number: int = 0) -> Path:
    return catalogue.folder / catalogue.manifest.parts[number].file


def test_all_that_is_known_of_a_scene_comes_back(tmp_path: Path) -> None:
    scene = make_scene(
        collection="radar",
        sensor="c-sar",
        datetime=NOON + timedelta(microseconds=7),
        footprint=shapely.Polygon([(178, 0), (182, 1), (181, 3)]),
        assets=[Asset("vv", "a.tif", ("VV",), 10.0, "image/tiff", ("data",)), Asset("vh", "b.tif")],
        epsg=32760,
        platform="sentinel-1c",
        tile="GRID-7",
        properties={
            "sat:relative_orbit": 8,
            "deep": {"a": [1.5, 2.5], "b": None},
            "created": "2031-05-02T00:00:00+02:00",
        },
    )
    catalogue = Catalogue.create(tmp_path)
    catalogue.add([scene])
    back = catalogue.get(scene.id)
    assert back == scene
    assert back.bbox.crosses_antimeridian
    assert back.properties["deep"] == {"a": [1.5, 2.5]}
    assert back.properties["created"] == "2031-05-01T22:00:00Z"


def test_the_file_is_geoparquet_with_the_columns_of_stac(catalogue: Catalogue) -> None:
    schema = pq.read_schema(part_of(catalogue))
    geo = json.loads(schema.metadata[b"geo"])
    assert geo["columns"]["geometry"]["encoding"] == "WKB"
    assert geo["columns"]["geometry"]["covering"]["bbox"]["xmin"] == ["bbox", "xmin"]
    assert b"stac-geoparquet" in schema.metadata
    assert {"id", "geometry", "bbox", "datetime", "assets", "collection", "eo:cloud_cover"} <= set(schema.names)


def test_names_reveal_nothing_and_differ(catalogue: Catalogue) -> None:
    names = [scene.id for scene in catalogue.at((1, 1))]
    assert len(set(names)) == 3
    assert all(len(name) == 32 and set(name) <= set("0123456789abcdef") for name in names)


def test_the_same_content_has_the_same_name_and_other_content_another() -> None:
    assert scene_at(0, 0, 2, 2).id == scene_at(0, 0, 2, 2).id
    assert scene_at(0, 0, 2, 2).id != scene_at(0, 0, 2, 2, cloud=1).id


def test_scenes_added_later_are_found_with_those_before(catalogue: Catalogue) -> None:
    assert len(catalogue.at((1, 1))) == 3
    catalogue.add([scene_at(0, 0, 2, 2, hours=12)])
    assert [scene.datetime.hour for scene in catalogue.at((1, 1))] == [12, 0, 12, 12]
    assert len(Catalogue.open(catalogue.folder).at((1, 1))) == 4


def test_adding_nothing_changes_nothing(catalogue: Catalogue) -> None:
    before = catalogue.manifest
    catalogue.add([])
    assert catalogue.manifest == before


def test_an_empty_catalogue_answers_with_nothing(tmp_path: Path) -> None:
    empty = Catalogue.create(tmp_path)
    assert list(empty.at((0, 0))) == []
    assert empty.nearest((0, 0), NOON) is None


def test_a_name_twice_in_a_batch_is_refused_with_both(catalogue: Catalogue) -> None:
    scene = scene_at(5, 5, 6, 6)
    with pytest.raises(DuplicateScene, match=rf"{scene.id} of optical at .*, and {scene.id} .* in the same batch"):
        catalogue.add([scene, scene])
    assert len(catalogue.at((1, 1))) == 3


def test_a_name_that_is_there_already_is_refused_with_both(catalogue: Catalogue) -> None:
    known = catalogue.at((1, 1))[0]
    twin = scene_at(9, 9, 10, 10)
    renamed = make_scene(
        collection="other", sensor="x", datetime=NOON, footprint=twin.footprint, assets=ASSETS, name=known.id
    )
    with pytest.raises(DuplicateScene, match=rf"{known.id} of other .*, and {known.id} of optical .* in parts/"):
        catalogue.add([twin, renamed])
    assert len(catalogue) == 3


WRONG_PLACES = [
    ((0.0, 91.0), r"a point must be .* got \(0.0, 91.0\)"),
    ((float("nan"), 0.0), "a point must be"),
    ((0.0, 5.0, 1.0, 4.0), "a box must be .* south must not exceed north"),
    ((-190.0, 0.0, 1.0, 4.0), "a box must be .* west: Input should be greater than or equal to -180"),
    ((1.0, 2.0, 3.0), "a place must be"),
    (shapely.LineString([(0, 0), (1, 1)]), "a place must be a point, a box or polygons"),
]


@pytest.mark.parametrize(("where", "message"), WRONG_PLACES)
def test_a_place_that_is_nowhere(catalogue: Catalogue, where, message: str) -> None:
    with pytest.raises(InvalidQuery, match=message):
        catalogue.at(where)


def test_a_time_range_that_ends_before_it_starts(catalogue: Catalogue) -> None:
    with pytest.raises(InvalidQuery, match="must start before it ends, got 2031-05-01T12.* to 2031-05-01T11"):
        catalogue.at((1, 1), when=(NOON, NOON - timedelta(hours=1)))
    with pytest.raises(InvalidQuery, match="must start before it ends"):
        catalogue.at((1, 1), when=(NOON, NOON))


def test_times_without_a_zone(catalogue: Catalogue) -> None:
    naive = datetime(2031, 5, 1)  # noqa: DTZ001
    with pytest.raises(InvalidQuery, match="a time must carry a zone, got 2031-05-01T00:00:00"):
        catalogue.nearest((1, 1), naive)
    with pytest.raises(InvalidScene, match="datetime must carry a time zone"):
        make_scene(collection="a", sensor="b", datetime=naive, footprint=shapely.box(0, 0, 1, 1), assets=ASSETS)


def test_names_that_the_catalogue_does_not_know(catalogue: Catalogue) -> None:
    with pytest.raises(UnknownName, match="no collection is called 'optica'; did you mean optical?"):
        catalogue.at((1, 1), collection="optica")
    with pytest.raises(UnknownName, match="no sensor is called 'c-sar'"):
        catalogue.companion(catalogue.at((1, 1))[0], "c-sar")
    with pytest.raises(UnknownName, match="no scene is called 'abc'"):
        catalogue.get("abc")
    with pytest.raises(InvalidQuery, match="direction must be one of north, east, south, west, got 'up'"):
        catalogue.beside(catalogue.at((1, 1))[0], "up")
    with pytest.raises(InvalidQuery, match=r"max_cloud must lie in \[0, 100\] percent, got 101"):
        catalogue.next(catalogue.at((1, 1))[0], max_cloud=101)


def test_files_of_scenes(catalogue: Catalogue) -> None:
    scene = catalogue.at((1, 1))[0]
    with pytest.raises(
        MissingAsset, match=f"asset red of scene {scene.id} should be at .*red.tif, but there is no file"
    ):
        catalogue.path(scene, "red")
    (catalogue.folder / "red.tif").touch()
    assert catalogue.path(scene, "red") == catalogue.folder / "red.tif"
    with pytest.raises(UnknownName, match="no asset of scene .* is called 'blue'. Known: red"):
        catalogue.path(scene, "blue")


def test_a_part_cut_short_is_named_and_the_rest_can_be_kept(catalogue: Catalogue) -> None:
    catalogue.add([scene_at(5, 5, 6, 6)])
    part = part_of(catalogue)
    part.write_bytes(part.read_bytes()[:-100])
    with pytest.raises(DamagedCatalogue, match=rf"{part.name} with 3 scenes must have [\d,]+ bytes, got .*salvage"):
        Catalogue.open(catalogue.folder)
    kept, problems = Catalogue.salvage(catalogue.folder)
    assert len(problems) == 1
    assert len(kept) == 1
    assert len(Catalogue.open(catalogue.folder).at((5.5, 5.5))) == 1


def test_a_part_that_was_altered_is_found_by_its_hash(catalogue: Catalogue) -> None:
    catalogue.verify()
    part = part_of(catalogue)
    content = bytearray(part.read_bytes())
    content[200] ^= 1
    part.write_bytes(content)
    with pytest.raises(DamagedCatalogue, match=f"{part.name} with 3 scenes must have the hash"):
        catalogue.verify()


def test_a_truncated_parquet_file_from_elsewhere_leaves_the_catalogue_as_it_was(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    whole = part_of(catalogue).read_bytes()
    (tmp_path / "cut.parquet").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DamagedCatalogue, match=r"cut.parquet is cut short or no Parquet file"):
        catalogue.add_table(read_table(tmp_path / "cut.parquet"))
    assert len(catalogue.at((1, 1))) == 3


def test_a_table_without_its_columns_or_with_wrong_ones(catalogue: Catalogue) -> None:
    table = to_table([scene_at(3, 3, 4, 4)])
    with pytest.raises(InvalidScene, match="lacks the columns geometry, bbox"):
        catalogue.add_table(table.drop(["geometry", "bbox"]))
    named = table.set_column(table.column_names.index("id"), "id", [["S2A_MSIL2A_20310501"]])
    with pytest.raises(InvalidScene, match="32 hexadecimal digits in lower case, got 'S2A_MSIL2A_20310501'"):
        catalogue.add_table(named)
    wrong = [[{"xmin": 3.0, "ymin": 4.0, "xmax": 4.0, "ymax": 3.0}]]
    with pytest.raises(InvalidScene, match=r"row 0: bbox must be .* got \[3.0, 4.0, 4.0, 3.0\]"):
        catalogue.add_table(table.set_column(table.column_names.index("bbox"), "bbox", wrong))
    catalogue.add_table(table)
    assert len(catalogue) == 4


def test_a_folder_that_is_no_catalogue(tmp_path: Path) -> None:
    with pytest.raises(DamagedCatalogue, match=r"is no catalogue: it holds no catalogue.json"):
        Catalogue.open(tmp_path)
    (tmp_path / "catalogue.json").write_text('{"parts": [{"file"')
    with pytest.raises(DamagedCatalogue, match=r"cannot read .*catalogue.json"):
        Catalogue.open(tmp_path)


def test_a_catalogue_is_not_begun_twice(catalogue: Catalogue) -> None:
    with pytest.raises(UserError, match="holds a catalogue already"):
        Catalogue.create(catalogue.folder)


@pytest.mark.parametrize("file", ["moment.npy", "footprints.arrow", "names.json"])
def test_an_index_that_is_cut_short_is_made_again(catalogue: Catalogue, file: str) -> None:
    assert len(catalogue.at((1, 1))) == 3
    (kept,) = (catalogue.folder / "index").glob(f"*/{file}")
    kept.write_bytes(kept.read_bytes()[: kept.stat().st_size // 2])
    assert len(Catalogue.open(catalogue.folder).at((1, 1))) == 3


def test_rows_that_are_cut_short_are_made_again(catalogue: Catalogue) -> None:
    first = catalogue.at((1, 1))[0]
    (kept,) = (catalogue.folder / "rows").glob("*.arrow")
    kept.write_bytes(kept.read_bytes()[:500])
    assert Catalogue.open(catalogue.folder).at((1, 1))[0] == first


def test_a_disk_that_is_full_leaves_the_catalogue_as_it_was(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = sorted(catalogue.folder.rglob("*"))

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(pq, "write_table", full)
        with pytest.raises(UserError, match="No space left on device; the catalogue is as it was"):
            catalogue.add([scene_at(7, 7, 8, 8)])
    assert [path for path in sorted(catalogue.folder.rglob("*")) if path.name != ".lock"] == [
        path for path in files if path.name != ".lock"
    ]
    assert len(Catalogue.open(catalogue.folder).at((1, 1))) == 3


def test_a_crash_before_the_manifest_is_replaced_leaves_the_catalogue_as_it_was(catalogue: Catalogue) -> None:
    (catalogue.folder / "parts" / "0123.parquet").write_bytes(b"half a file of a process that died")
    (catalogue.folder / ".draft-1-abc").write_bytes(b"{")
    again = Catalogue.open(catalogue.folder)
    assert len(again.at((1, 1))) == 3
    again.add([scene_at(7, 7, 8, 8)])
    assert len(again) == 4


def test_a_folder_that_may_not_be_written_is_still_looked_up(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    (catalogue.folder / "index").write_text("a file where a folder would be")  # root may write anywhere else
    (catalogue.folder / "rows").write_text("the same")
    again = Catalogue.open(catalogue.folder)
    assert [scene.cloud_cover for scene in again.at((1, 1))] == [0, 10, 20]


def test_two_who_add_at_once_lose_nothing(catalogue: Catalogue) -> None:
    other = Catalogue.open(catalogue.folder)
    catalogue.add([scene_at(5, 5, 6, 6)])
    other.add([scene_at(7, 7, 8, 8)])
    assert len(Catalogue.open(catalogue.folder)) == 5


def test_limits_of_cloud_leave_out_scenes_whose_cloud_is_not_known(tmp_path: Path) -> None:
    catalogue = Catalogue.create(tmp_path)
    catalogue.add([scene_at(0, 0, 1, 1, cloud=None), scene_at(0, 0, 1, 1, cloud=30)])
    assert [scene.cloud_cover for scene in catalogue.at((0.5, 0.5), max_cloud=100)] == [30]


def test_next_stays_on_the_tile_where_neighbours_overlap(tmp_path: Path) -> None:
    """Tiles of Sentinel-2 overlap by 10 km, and the neighbour is taken seconds later."""
    first, second = (scene_at(0, 0, 1.1, 1, hours=24 * day, tile="MGRS-A") for day in range(2))
    neighbour = scene_at(0.5, 0, 2, 1, hours=0.01, tile="MGRS-B")
    catalogue = Catalogue.create(tmp_path)
    catalogue.add([first, neighbour, second])
    assert catalogue.next(first) == second
    assert catalogue.previous(second) == first
    assert catalogue.next(second) is None


def test_duckdb_answers_in_sql(catalogue: Catalogue) -> None:
    pytest.importorskip("duckdb", reason="pip install 'mesocosm[imagery]'")
    catalogue.add([scene_at(5, 5, 6, 6, collection="other", cloud=80.0)])
    sql = 'select collection, avg("eo:cloud_cover") mean from scenes where bbox.xmax <= ? group by all order by all'
    assert catalogue.sql(sql, 6.0).to_pylist() == [
        {"collection": "optical", "mean": 10.0},
        {"collection": "other", "mean": 80.0},
    ]
    with pytest.raises(InvalidQuery, match="DuckDB cannot answer 'select nothing from scenes'"):
        catalogue.sql("select nothing from scenes")


def test_properties_of_two_kinds_in_one_collection_are_named(catalogue: Catalogue) -> None:
    def with_property(value: str | int, south: float) -> Scene:
        return make_scene(
            collection="a",
            sensor="b",
            datetime=NOON,
            footprint=shapely.box(0, south, 1, south + 1),
            assets=ASSETS,
            properties={"orbit": value},
        )

    with pytest.raises(InvalidScene, match="property orbit must be of one kind in all scenes .* got int, str"):
        catalogue.add([with_property("eight", 0), with_property(8, 3)])
