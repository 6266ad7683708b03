"""Frozen days: the manifest, changes since, and how a folder is filled."""

from __future__ import annotations

import hashlib
import json
import os

import pytest
from tests.sources.server import Reply
from tests.suites.tornado.archive.shapefiles import outlook_zip

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import InvalidRecord, UserError
from mesocosm.suites.tornado.archive import fetching
from mesocosm.suites.tornado.archive.fetching import Errand, Order, Services, Watch
from mesocosm.suites.tornado.archive.frozen_day import FOUND, FrozenDay, Occupied
from mesocosm.suites.tornado.sources.bufkit import Bufkit
from mesocosm.suites.tornado.sources.hrrr import Hrrr
from mesocosm.suites.tornado.sources.spc import Spc

DATE = "20250314"
REPORTS = "/climo/reports/250314_rpts_torn.csv"
CSV = b"Time,F_Scale,Location,County,State,Lat,Lon,Comments\n1905,UNK,X,Y,MO,36.8,-90.4,HOUSE (PAH)\n"
TEXT = b"VALID TIME 141200Z - 151200Z\nPROBABILISTIC OUTLOOK POINTS DAY 1\n... TORNADO ...\n&&\n"
SOUNDINGS = "/2025/03/14/bufkit/00/hrrr/"
SOUNDING = b"SNPARM = PRES\r\n\r\nSTID = KX STNM = 1 TIME = 250314/0000\r\nSLAT = 36.0 SLON = -90.0 SELV = 2\r\n"
ORDER = Order(hours=range(12, 15))


@pytest.fixture
def day(tmp_path):
    return FrozenDay(tmp_path, DATE)


@pytest.fixture
def errand(server, web, day):
    """Return an errand for the day's folder, to be fetched from services on loopback."""

    def make(order: Order = ORDER, watch: Watch | None = None) -> Errand:
        hrrr = Hrrr(web, server.url, messages=order.messages)
        services = Services(hrrr, Bufkit(web, server.url), Spc(web, server.url))
        return Errand(again(day), services, order, watch or Watch())

    return make


@pytest.fixture
def get(errand):
    """Fetch a part of the day."""
    return lambda part, order=ORDER: fetching.PARTS[part](errand(order))


def again(day: FrozenDay) -> FrozenDay:
    return FrozenDay(day.folder.parent, day.date)


def grib(content: bytes) -> bytes:
    return b"GRIB\x00\x00\x00\x02" + (20 + len(content)).to_bytes(8, "big") + content + b"7777"


def hours(server, *numbers: int) -> None:
    for hour in numbers:
        server.put(f"/hrrr.20250314/conus/hrrr.t00z.wrfsfcf{hour}.grib2", grib(b"x" * hour))


def test_the_manifest_says_hash_source_time_and_licence(server, day, get):
    server.put(REPORTS, CSV)
    assert get("reports").names == ["ground_truth/250314_rpts_torn.csv"]
    (entry,) = json.loads((day.folder / "MANIFEST.json").read_text())["files"]
    assert entry["sha256"] == hashlib.sha256(CSV).hexdigest()
    assert entry["recipe"] == f"{server.url}{REPORTS}"
    assert entry["licence"].startswith("NOAA/NWS, public domain")
    assert entry["retrieved"].endswith("Z")


def test_what_is_there_is_not_fetched_again(server, get):
    server.put(REPORTS, CSV)
    get("reports")
    assert get("reports").names == []
    assert server.count(REPORTS) == 1


def test_all_hours_of_a_run(server, day, get):
    hours(server, 12, 13, 14)
    done = get("maps")
    assert sorted(done.names) == [f"hrrr_maps/hrrr.t00z.wrfsfcf{hour}.grib2" for hour in (12, 13, 14)]
    assert day.path("hrrr_maps/hrrr.t00z.wrfsfcf13.grib2").read_bytes() == grib(b"x" * 13)


def test_a_missing_hour_does_not_keep_the_others_from_coming(server, day, get):
    hours(server, 12, 14)
    done = get("maps")
    assert len(done.names) == 2
    assert "404 Not Found" in str(done.failures["hrrr_maps/hrrr.t00z.wrfsfcf13.grib2"])
    hours(server, 13)
    assert get("maps").names == ["hrrr_maps/hrrr.t00z.wrfsfcf13.grib2"]
    assert len(again(day).files) == 3


def test_a_page_of_apology_is_no_map(server, day, get):
    hours(server, 12, 13)
    server.put("/hrrr.20250314/conus/hrrr.t00z.wrfsfcf14.grib2", b"<html>maintenance</html>")
    assert "is not a GRIB2 file" in str(get("maps").failures["hrrr_maps/hrrr.t00z.wrfsfcf14.grib2"])
    assert sorted(path.name for path in day.path("hrrr_maps").iterdir()) == [
        "hrrr.t00z.wrfsfcf12.grib2",
        "hrrr.t00z.wrfsfcf13.grib2",
    ]


def test_a_choice_of_messages_is_not_mixed_with_whole_files(server, day, get):
    hours(server, 12)
    index = b"1:0:d=2025031400:CAPE:surface:12 hour fcst:\n"
    server.put("/hrrr.20250314/conus/hrrr.t00z.wrfsfcf12.grib2.idx", index)
    get("maps", Order(hours=[12], messages=("CAPE",)))
    assert again(day).files["hrrr_maps/hrrr.t00z.wrfsfcf12.grib2"].choice == "messages CAPE"
    with pytest.raises(UserError, match="was frozen as messages CAPE, now the whole file is asked for"):
        get("maps", Order(hours=[12]))


def test_a_pattern_that_finds_nothing_stops_the_run(server, get):
    hours(server, 12)
    index = b"1:0:d=2025031400:CAPE:surface:12 hour fcst:\n"
    server.put("/hrrr.20250314/conus/hrrr.t00z.wrfsfcf12.grib2.idx", index)
    with pytest.raises(UserError, match="matches 'HLCY'; its variables: CAPE"):
        get("maps", Order(hours=[12], messages=("HLCY",)))


def test_soundings_and_their_listing(server, day, get):
    server.put(SOUNDINGS, b'<a href="hrrr_kone.buf">1</a> <a href="hrrr_%23two.buf">2</a>')
    server.put(f"{SOUNDINGS}hrrr_kone.buf", SOUNDING)
    server.put(f"{SOUNDINGS}hrrr_#two.buf", SOUNDING)
    get("soundings")
    assert set(again(day).files) == {"bufkit/index.html", "bufkit/hrrr_kone.buf", "bufkit/hrrr_#two.buf"}
    server.replies.clear()
    assert get("soundings").failures == {}  # nothing more is asked for


def test_soundings_in_a_box(server, day, get):
    server.put(SOUNDINGS, b'<a href="hrrr_kin.buf">1</a> <a href="hrrr_kout.buf">2</a>')
    server.put(f"{SOUNDINGS}hrrr_kin.buf", SOUNDING)
    server.put(f"{SOUNDINGS}hrrr_kout.buf", SOUNDING.replace(b"36.0", b"46.0"))
    box = Order(hours=(), box=BoundingBox(west=-95, south=30, east=-85, north=40))
    assert get("soundings", box).names == ["bufkit/index.html", "bufkit/hrrr_kin.buf"]
    assert not day.path("bufkit/hrrr_kout.buf").exists()
    server.replies.clear()
    assert get("soundings", box).failures == {}


def test_no_soundings_yet(get):
    assert "404" in str(get("soundings").failures["bufkit/index.html"])


def test_the_outlook_is_unpacked_in_place(server, day, get):
    server.put("/products/outlook/archive/2025/day1otlk_20250314_1200-shp.zip", outlook_zip(DATE, []))
    get("outlook")
    entry = again(day).files["spc_outlooks/day1otlk_20250314_1200_torn.shp"]
    assert entry.recipe == "unpacked from spc_outlooks/day1otlk_20250314_1200-shp.zip"
    assert day.path(entry.name).exists()


def test_the_text_stands_in_for_a_missing_archive(server, day, get):
    server.put("/products/outlook/archive/2025/KWNSPTSDY1_202503141200.txt", TEXT)
    done = get("outlook")
    assert (done.names, done.failures) == (["spc_outlooks/KWNSPTSDY1_202503141200.txt"], {})
    assert get("outlook").names == []


def test_a_busy_server_is_no_reason_to_take_the_text(server, get):
    server.put("/products/outlook/archive/2025/day1otlk_20250314_1200-shp.zip", Reply(status=503))
    server.put("/products/outlook/archive/2025/KWNSPTSDY1_202503141200.txt", TEXT)
    done = get("outlook")
    assert done.names == []
    assert "503" in str(done.failures["spc_outlooks/day1otlk_20250314_1200-shp.zip"])


def test_a_changed_file_is_found(server, day, get):
    server.put(REPORTS, CSV)
    get("reports")
    assert again(day).changed() == []
    day.path("ground_truth/250314_rpts_torn.csv").write_bytes(CSV.replace(b"36.8", b"36.9"))
    assert again(day).changed() == ["ground_truth/250314_rpts_torn.csv"]


def test_a_deleted_file_is_fetched_again_and_compared(server, day, get):
    server.put(REPORTS, CSV)
    get("reports")
    day.path("ground_truth/250314_rpts_torn.csv").unlink()
    server.put(REPORTS, CSV + b"2000,UNK,X,Y,MO,37.0,-90.4,BARN\n")
    (note,) = get("reports").notes
    assert "ground_truth/250314_rpts_torn.csv has changed at its source since" in note
    manifest = json.loads((day.folder / "MANIFEST.json").read_text())
    assert [one["sha256"] for one in manifest["superseded"]] == [hashlib.sha256(CSV).hexdigest()]


def test_a_file_found_in_the_folder_is_frozen_with_its_own_time(server, day, get):
    path = day.path("ground_truth/250314_rpts_torn.csv")
    path.parent.mkdir(parents=True)
    path.write_bytes(CSV)
    os.utime(path, (1_745_000_000, 1_745_000_000))  # 2025-04-18 18:13:20 UTC
    get("reports")
    entry = again(day).files["ground_truth/250314_rpts_torn.csv"]
    assert (entry.recipe, f"{entry.retrieved:%Y-%m-%d %H:%M}") == (FOUND, "2025-04-18 18:13")
    assert server.asked == []


def test_a_found_file_that_is_none(day, get):
    path = day.path("ground_truth/250314_rpts_torn.csv")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"<html>")
    with pytest.raises(UserError, match="is not a list of tornado reports: .* b'<html>'; delete it to fetch it"):
        get("reports")


def test_refreshed_reports_keep_the_earlier_ones(server, errand, day, get):
    server.put(REPORTS, CSV)
    get("reports")
    first = again(day).files["ground_truth/250314_rpts_torn.csv"].retrieved
    assert fetching.refresh_reports(errand()).notes == []
    assert again(day).files["ground_truth/250314_rpts_torn.csv"].retrieved > first
    server.put(REPORTS, CSV + b"2000,UNK,X,Y,MO,37.0,-90.4,BARN\n")
    (note,) = fetching.refresh_reports(errand()).notes
    assert "has changed at its source" in note
    (kept,) = (day.folder / "superseded").iterdir()
    assert kept.read_bytes() == CSV
    assert again(day).changed() == []


def test_a_failed_refresh_leaves_what_was_there(server, errand, day, get):
    server.put(REPORTS, CSV)
    get("reports")
    server.put(REPORTS, Reply(status=500))
    assert fetching.refresh_reports(errand()).failures
    assert day.path("ground_truth/250314_rpts_torn.csv").read_bytes() == CSV


def test_two_runs_do_not_share_a_folder(day):
    with day.alone(), pytest.raises(Occupied, match="another run is working in"), again(day).alone():
        pass
    with again(day).alone():
        pass


def test_a_manifest_that_is_none(day):
    day.folder.mkdir(parents=True)
    (day.folder / "MANIFEST.json").write_text("{}")
    with pytest.raises(InvalidRecord, match="is not a manifest of a day"):
        again(day)


def test_an_interrupted_run_leaves_nothing_half_written_and_goes_on(server, errand, day):
    class Impatient(Watch):
        def ended(self, name: str) -> None:
            raise KeyboardInterrupt

    hours(server, *range(10, 20))
    impatient = errand(watch=Impatient())
    hrrr = impatient.services.hrrr
    with pytest.raises(KeyboardInterrupt):
        fetching.fetch(impatient, "maps", hrrr, hrrr.entries(f"{DATE}/hrrr_maps/hrrr.t00z.wrfsfcf1"), workers=1)
    there = sorted(day.path("hrrr_maps").glob("hrrr*"))
    assert there
    assert all(path.read_bytes() == grib(b"x" * int(path.stem[-2:])) for path in there)
    assert [day.path(name) for name in sorted(again(day).files)] == there
