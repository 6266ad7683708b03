"""A chain of tools over live services on loopback, recorded, and replayed without the services."""

import json

import pytest
from tests.earth.archives.test_open_meteo import place
from tests.earth.places.streets import STREETS
from tests.earth.places.test_live_places import HELSINKI
from tests.sources.conftest import _no_proxy, server

from mesocosm.errors import ToolError
from mesocosm.sources.keys import MissingKey
from mesocosm.suites.terra.inputs.files import open_field_file
from mesocosm.suites.terra.providers.live import live_archive, live_places, live_scenes
from mesocosm.suites.terra.tools import archive, gis
from mesocosm.workspace.workspace import Workspace

__all__ = ["_no_proxy", "server"]
AIR = (
    "/v1/air-quality?latitude=60.4&longitude=24.8&hourly=pm2_5&start_date=2024-01-01&end_date=2024-01-01"
    "&timezone=UTC&domains=cams_global"
)


@pytest.fixture
def services(server, monkeypatch):
    for name in ("NOMINATIM", "OVERPASS", "OPEN_METEO", "CDS", "EARTH_SEARCH"):
        monkeypatch.setenv(f"MESOCOSM_{name}_URL", server.url)
    monkeypatch.setenv("CDSAPI_KEY", "very-secret")
    server.put(
        "/search?q=Helsinki&format=jsonv2&limit=10&extratags=1&addressdetails=1", json.dumps([HELSINKI]).encode()
    )
    server.put("/interpreter", STREETS)
    server.put(AIR, json.dumps(place(5.0)).encode())
    return server


def chain(mode, folder, work):
    """Return texts and files of some calls."""
    names, maps = live_places(mode, folder)
    fields = live_archive(mode, folder)
    with Workspace(work) as space:
        made = [
            gis.resolve_place(names, "Helsinki"),
            gis.fetch_map(maps, space, [0.0, 0.0, 0.03, 0.01]),
            archive.air_quality(fields, space, ["pm2p5"], "2024-01-01", "2024-01-02", [24.7, 60.3, 24.9, 60.5]),
        ]
        files = {path.name: path.read_bytes() for path in sorted(work.iterdir()) if path.is_file()}
    return [output.model_dump_json() for output in made], files


def test_defect_26_a_recorded_chain_gives_the_same_bytes_without_services_and_keys(services, monkeypatch, tmp_path):
    first = chain("record", tmp_path / "records", tmp_path / "a")
    asked = len(services.asked)
    monkeypatch.delenv("CDSAPI_KEY")
    for name in ("NOMINATIM", "OVERPASS", "OPEN_METEO", "CDS"):
        monkeypatch.delenv(f"MESOCOSM_{name}_URL")  # records are kept under the services' own addresses
    assert chain("replay", tmp_path / "records", tmp_path / "b") == first
    assert len(services.asked) == asked
    assert not any(b"very-secret" in path.read_bytes() for path in (tmp_path / "records").glob("*/*"))


def test_a_replay_tells_the_agent_what_is_missing(tmp_path):
    names, _ = live_places("replay", tmp_path)
    with pytest.raises(ToolError, match="nothing is recorded for this request: GET https://nominatim") as caught:
        gis.resolve_place(names, "Atlantis")
    assert str(tmp_path) not in str(caught.value)


def test_a_missing_key_is_told_before_anything_is_asked(monkeypatch, tmp_path):
    monkeypatch.delenv("CDSAPI_KEY", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(MissingKey, match="no key: set CDSAPI_KEY"):
        live_archive("live")
    assert len(live_archive("replay", tmp_path).collections()) == 5
    assert live_scenes("replay", tmp_path).connection.mode == "replay"


def test_air_at_a_point_between_cells_is_a_series(server, services, tmp_path):
    cells = "latitude=60,60,60,60.4,60.4,60.4&longitude=24,24.4,24.8,24,24.4,24.8"
    server.put(
        AIR.replace("latitude=60.4&longitude=24.8", cells), json.dumps([place(float(at)) for at in range(6)]).encode()
    )
    fields = live_archive("record", tmp_path / "records")
    with Workspace(tmp_path / "work") as space:
        output = archive.air_quality(fields, space, ["pm2p5"], "2024-01-01", "2024-01-02", point=[24.4, 60.2])
        held = open_field_file(space, output.data["path"]).dataset.pm2p5
    assert (held.dims, held.units) == (("time",), "ug m-3")
    assert float(held[0]) in (1.0, 4.0)  # both are as near
    assert output.engine == "CAMS by Open-Meteo"
