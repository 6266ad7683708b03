"""The archive's lists in a build, and the catalogue that is made of them."""

import io

import pyarrow.parquet as pq
import pytest

from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.sql_lookups import SqlLookups
from mesocosm.earth.planet.archive.archive import Archive
from mesocosm.earth.planet.build import build
from mesocosm.earth.planet.exports import archive as subject
from mesocosm.earth.planet.manifest import MANIFEST, Done, Manifest
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import Size
from mesocosm.errors import UserError

pytest.importorskip("geopandas", reason="install the extra planet")
MONTHS = Size(regions=1, cells=40, towns=1, days=60)


def test_each_mission_is_a_file_of_entries():
    planet = Planet(1, MONTHS)
    files = dict(subject.files(planet, planet.region("r000"), "index"))
    listed = list(Archive(planet).acquisitions("r000"))
    rows = [row for content in files.values() for row in pq.read_table(io.BytesIO(content))["id"].to_pylist()]
    assert sorted(rows) == sorted(taken.name for taken in listed)
    assert "archive/s1-like-grd.parquet" in files


def test_a_built_planet_becomes_a_catalogue_and_answers_in_sql_alike(tmp_path):
    manifest = build(1, MONTHS, tmp_path / "planet", subjects=["archive"])
    with pytest.raises(UserError, match="is incomplete"):
        subject.catalogue_of(tmp_path / "planet", tmp_path / "catalogue")
    whole = Manifest(planet=manifest.planet, jobs=tuple(Done(job=done.job, files=done.files) for done in manifest.jobs))
    (tmp_path / "planet" / MANIFEST).write_text(whole.model_dump_json())
    catalogue = subject.catalogue_of(tmp_path / "planet", tmp_path / "catalogue")
    radar = next(scene for scene in catalogue.rows(range(len(catalogue))) if scene.sensor == "c-sar")
    place = ((radar.bbox.west + radar.bbox.east) / 2, (radar.bbox.south + radar.bbox.north) / 2)
    with SqlLookups(sorted((tmp_path / "planet/r000/archive").glob("*.parquet"))) as tables:
        assert [scene.id for scene in tables.at(place)] == [scene.id for scene in catalogue.at(place)]
        assert tables.next(radar) == catalogue.next(radar)
        assert tables.companion(radar, "msi") == catalogue.companion(radar, "msi")
    assert Catalogue.open(tmp_path / "catalogue").get(radar.id) == radar
