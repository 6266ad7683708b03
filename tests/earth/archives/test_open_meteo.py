"""Air quality of Open-Meteo, against a loopback server with handwritten replies in its format."""

import json
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from tests.sources.server import Reply

from mesocosm.earth.archives.archive import Request
from mesocosm.earth.archives.combined_archive import JoinedArchive
from mesocosm.earth.archives.open_meteo import OpenMeteo, OpenMeteoAir, cells_of
from mesocosm.earth.fields.netcdf_writer import as_netcdf
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.sources.recording import Records
from mesocosm.sources.service import Connection
from mesocosm.sources.web import WebError
from mesocosm.types import TimeInterval

TODAY = datetime(2026, 1, 10, tzinfo=UTC)
BOX = BoundingBox(west=24.3, south=60.3, east=24.9, north=60.5)
QUERY = (
    "/v1/air-quality?latitude=60.4,60.4&longitude=24.4,24.8&hourly=pm2_5&start_date=2024-01-01&end_date=2024-01-01"
    "&timezone=UTC&domains=cams_global"
)


def place(value, unit="μg/m³", **extra):
    times = [f"2024-01-01T{hour:02d}:00" for hour in range(24)]
    return {
        "latitude": 60.4, "longitude": 24.4, "generationtime_ms": 0.1, "utc_offset_seconds": 0, "timezone": "GMT",
        "hourly_units": {"time": "iso8601", "pm2_5": unit}, "hourly": {"time": times, "pm2_5": [value] * 23 + [None]},
        **extra,
    }  # fmt: skip


def request(*variables, end=(2024, 1, 2), **rest):
    interval = TimeInterval(start=datetime(2024, 1, 1, tzinfo=UTC), end=datetime(*end, tzinfo=UTC))
    return Request(collection="air_quality", variables=variables or ("pm2p5",), interval=interval, box=BOX, **rest)


@pytest.fixture
def record(server, web, tmp_path):
    return OpenMeteoAir(Connection(OpenMeteo(web=web, address=server.url), "record", Records(tmp_path)), TODAY)


def test_points_become_a_field(server, record):
    server.put(QUERY, json.dumps([place(5.0), place(7.5)]).encode())
    fields = record.fetch(request())
    assert fields.pm2p5.units == "ug m-3"
    assert fields.pm2p5[0, 0].values.tolist() == [5.0, 7.5]
    assert np.isnan(fields.pm2p5[23]).all()
    assert parse_qs(urlsplit(server.asked[0][0]).query)["hourly"] == ["pm2_5"]


def test_a_recorded_run_is_repeated_when_the_server_is_gone(server, record, tmp_path):
    server.put(QUERY, json.dumps([place(5.0), place(7.5)]).encode())
    first = as_netcdf(record.fetch(request()))
    server.replies.clear()
    replay = OpenMeteoAir(Connection(OpenMeteo(address="http://127.0.0.1:9"), "replay", Records(tmp_path)), TODAY)
    assert as_netcdf(replay.fetch(request())) == first


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(b'{"error": true, "reason": "Data corrupted at path"}', 400), "400 Bad Request: Data corrupted"),
        (Reply(b"<html></html>"), "page of HTML"),
        (json.dumps([place(5.0)]).encode(), "returned 1 places where 2 were requested"),
        (json.dumps([{"hourly": 3}, {}]).encode(), "without hourly values"),
        (json.dumps([place(5.0, "ppm")] * 2).encode(), "returned pm2_5 in 'ppm', not in ug m-3"),
        (json.dumps([place("much")] * 2).encode(), "values other than numbers"),
        (json.dumps([place(1.0, hourly={"time": ["2024-01-01T00:00"]})] * 2).encode(), "without pm2_5"),
        (Reply(status=502), "502 Bad Gateway, tried 4 times"),
    ],
)
def test_answers_that_are_none(server, record, reply, words):
    server.put(QUERY, reply)
    with pytest.raises(WebError, match=words):
        record.fetch(request())


def test_a_busy_service_is_obeyed(server, record, waits):
    server.put(QUERY, Reply(status=429, headers={"Retry-After": "3"}), json.dumps([place(5.0), place(7.5)]).encode())
    record.fetch(request())
    assert waits == [3.0]


def test_boxes_between_cells_are_refused():
    with pytest.raises(InvalidRecord, match="widen it"):
        cells_of(BoundingBox(west=24.41, south=60.3, east=24.5, north=60.5))


def test_archives_join_by_collection(record):
    joined = JoinedArchive(record)
    assert [each.name for each in joined.collections()] == ["air_quality"]
    assert joined.choices("air_quality", {"step": ["hour"]})["variables"][0] == "pm2p5"
    with pytest.raises(UnknownName, match="no collection is called 'reanalysis'"):
        joined.choices("reanalysis", {})
    with pytest.raises(InvalidRecord, match="two archives hold"):
        JoinedArchive(record, record)
