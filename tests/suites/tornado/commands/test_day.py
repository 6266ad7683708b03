"""`mesocosm tornado day` against services on loopback: fetched, frozen, scored."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import shapely
from click.testing import CliRunner
from tests.shared import ROOT, SHARED
from tests.sources.server import Reply, Server, serving
from tests.suites.tornado.archive.shapefiles import outlook_zip
from tests.waiting import INTERRUPTIBLE, PATIENCE_S, PROGRAM, running, wait_until

from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import UserError
from mesocosm.suites.tornado.archive.folder_day import FolderDay
from mesocosm.suites.tornado.days.day import HOURS

REAL = SHARED / "data" / "agentcaster"
SOUNDINGS = SHARED / "data" / "real" / "soundings" / "bufkit"
needs_real = pytest.mark.skipif(not REAL.exists(), reason="needs ../shared/data/agentcaster")

DATE = "20250314"
REPORTS = "/climo/reports/250314_rpts_torn.csv"
OUTLOOK = "/products/outlook/archive/2025/day1otlk_20250314_1200-shp.zip"
TEXT = "/products/outlook/archive/2025/KWNSPTSDY1_202503141200.txt"
HEADING = "Time,F_Scale,Location,County,State,Lat,Lon,Comments\n"
CLUSTER = [(36.5 + 0.1 * number, -90.5 + 0.1 * number) for number in range(12)]
RING = [[-92, 35], [-92, 39], [-87, 39], [-87, 35], [-92, 35]]


def listed(places) -> bytes:
    rows = (
        f"1905,UNK,1 N X,Y,MO,{latitude},{longitude},TREES DOWN, ROOF LOST (PAH)\n" for latitude, longitude in places
    )
    return (HEADING + "".join(rows)).encode()


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as one:
        for name in ("HRRR", "BUFKIT", "SPC"):
            monkeypatch.setenv(f"MESOCOSM_{name}_URL", one.url)
        yield one


@pytest.fixture
def quick(server) -> Server:
    """Serve a day with twelve reports, SPC's outlook around them, and a quiet yesterday."""
    server.put(REPORTS, listed(CLUSTER))
    server.put("/climo/reports/250313_rpts_torn.csv", listed([]))
    server.put(OUTLOOK, outlook_zip(DATE, [("0.02", 2, shapely.Polygon(RING)), ("SIGN", 10, shapely.Polygon(RING))]))
    return server


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def invoke(*words: str):
        return CliRunner().invoke(mesocosm_command, ["tornado", "day", *map(str, words)])

    return invoke


SCORED = ("--part", "outlook", "--part", "reports")


def test_a_day_is_fetched_frozen_and_scored(quick, run, tmp_path):
    done = json.loads(run(DATE, *SCORED, "--json").stdout)
    assert (done["reports"], done["provisional"], done["failures"]) == (12, False, {})
    assert set(done["forecasters"]) == {"SPC", "baseline: empty", "baseline: persistence", "baseline: climatology"}
    assert done["forecasters"]["SPC"]["highest"] == 2  # the area of intensity is not a level
    assert done["forecasters"]["SPC"]["published"]["tb"] > 0
    assert done["forecasters"]["baseline: empty"]["published"]["tb"] == 0
    assert done["forecasters"]["baseline: climatology"]["brier_skill"] == 0
    assert (tmp_path / "dataset" / "hrrr_20250314_00z" / "MANIFEST.json").exists()
    truth = json.loads((tmp_path / "dataset/ppf_output/20250314/ground_truth_20250314.geojson").read_text())
    assert truth["features"]


def test_the_table(quick, run):
    table = run(DATE, *SCORED).stdout
    assert "20250314: 12 reports, highest truth published" in table
    assert "; final" in table
    for name in ("SPC", "baseline: empty", "baseline: persistence", "baseline: climatology"):
        assert name in table


def test_a_second_run_asks_for_nothing_and_says_the_same(quick, run):
    first = json.loads(run(DATE, *SCORED, "--json").stdout)
    asked = len(quick.asked)
    second = json.loads(run(DATE, *SCORED, "--json").stdout)
    assert len(quick.asked) == asked
    assert second["fetched"] == 0
    assert second["forecasters"] == first["forecasters"]


def test_forecasts_stand_beside_the_baselines(quick, run, tmp_path):
    feature = {
        "type": "Feature",
        "properties": {"risk_level": "5%"},
        "geometry": {"type": "Polygon", "coordinates": [RING]},
    }
    good = tmp_path / "mine" / "20250314.geojson"
    good.parent.mkdir()
    good.write_text(json.dumps({"type": "FeatureCollection", "features": [feature]}))
    bad = tmp_path / "broken.geojson"
    bad.write_text("{")
    result = run(DATE, *SCORED, "--json", "--forecast", good, "--forecast", bad)
    assert "note: broken: the file is not JSON" in result.stderr
    done = json.loads(result.stdout)["forecasters"]
    assert done["mine"]["highest"] == 5
    assert done["broken"]["status"] == "rejected"
    assert "published" not in done["broken"]  # no score, not a score of nothing


def test_the_text_serves_where_there_is_no_archive(quick, run):
    del quick.replies[OUTLOOK]
    quick.put(
        TEXT,
        b"VALID TIME 141200Z - 151200Z\nPROBABILISTIC OUTLOOK POINTS DAY 1\n... TORNADO ...\n"
        b"0.05   35009200 39009200 39008700 35008700 35009200\nSIGN   35009200 39009200 39008700 35009200\n&&\n",
    )
    done = json.loads(run(DATE, *SCORED, "--json").stdout)
    assert done["forecasters"]["SPC"]["highest"] == 5


def test_without_an_outlook_spc_is_missing_and_the_rest_is_scored(quick, run):
    del quick.replies[OUTLOOK]
    result = run(DATE, *SCORED, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["forecasters"]["SPC"]["status"] == "missing"
    assert "404 Not Found" in result.stderr


def test_of_many_failures_the_first_few_are_printed(quick, run):
    result = run(DATE, "--part", "maps", "--json")
    assert result.exit_code == 1
    assert len(json.loads(result.stdout)["failures"]) == 25
    assert result.stderr.count("404 Not Found") == 3
    assert "and 22 more failures" in result.stderr


def test_without_reports_nothing_is_scored(quick, run):
    del quick.replies[REPORTS]
    result = run(DATE, *SCORED)
    assert result.exit_code == 1
    assert "not scored: the folder holds no reports" in result.stdout


def test_a_changed_file_stops_the_scoring(quick, run, tmp_path):
    run(DATE, *SCORED)
    path = tmp_path / "dataset/hrrr_20250314_00z/ground_truth/250314_rpts_torn.csv"
    path.write_bytes(listed(CLUSTER[:3]))
    result = run(DATE, *SCORED)
    assert isinstance(result.exception, UserError)
    assert "changed since they were frozen" in str(result.exception)
    assert "ground_truth/250314_rpts_torn.csv; restore them, or delete to fetch again" in str(result.exception)


def test_young_reports_are_provisional_until_refreshed(quick, run, tmp_path):
    path = tmp_path / "dataset/hrrr_20250314_00z/ground_truth/250314_rpts_torn.csv"
    path.parent.mkdir(parents=True)
    path.write_bytes(listed(CLUSTER[:6]))
    os.utime(path, (1_742_040_000, 1_742_040_000))  # 2025-03-15 12:00 UTC, the minute the day ended
    early = run(DATE, *SCORED).stdout
    assert "6 reports" in early
    assert "provisional: reports of 2025-03-15T12:00Z, --refresh from 2025-03-22 on" in early
    late = run(DATE, *SCORED, "--refresh", "--json")
    done = json.loads(late.stdout)
    assert (done["reports"], done["provisional"]) == (12, False)
    assert "has changed at its source since 2025-03-15 12:00 UTC" in late.stderr


def test_a_quiet_day(quick, run):
    quick.put(REPORTS, listed([]))
    done = json.loads(run(DATE, *SCORED, "--json").stdout)
    assert done["forecasters"]["baseline: empty"]["canonical"]["tb"] == 1
    assert 0 < done["forecasters"]["SPC"]["canonical"]["tb"] < 1
    assert done["forecasters"]["SPC"]["brier_skill"] is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("2025-03-14",), "must be a date written YYYYMMDD, got '2025-03-14'"),
        (("20250230",), "must be a date written YYYYMMDD, got '20250230'"),
        (("29990101",), "must not lie in the future, got 29990101"),
        ((DATE, "--box", "-90", "50", "-80", "40"), "--box must be west, south, east and north"),
    ],
)
def test_bad_arguments_are_named(run, words, message):
    assert message in str(run(*words).exception)


def has_half_a_file(folder: Path) -> bool:
    return any(part.stat().st_size >= 500_000 for part in folder.glob(".*.part"))


def test_ctrl_c_leaves_no_half_file_and_the_next_run_goes_on(quick, tmp_path):
    """The archive holds a part back until the program has been interrupted, and never sends the rest."""
    body = b"GRIB\x00\x00\x00\x02" + (20 + 3_000_000).to_bytes(8, "big") + b"x" * 3_000_000 + b"7777"
    path = "/hrrr.20250314/conus/hrrr.t00z.wrfsfcf{}.grib2"
    hold = threading.Event()
    for hour in range(12, 37):
        quick.put(path.format(hour), Reply(body, cut=1_500_000, stall_after=1_000_000, wait=hold))
    command = [sys.executable, "-c", INTERRUPTIBLE + PROGRAM, "tornado", "day", DATE]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    options = {"cwd": tmp_path, "env": environment, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    folder = tmp_path / "dataset" / "hrrr_20250314_00z" / "hrrr_maps"
    with running([*command, "--part", "maps"], **options) as program:
        wait_until(lambda: has_half_a_file(folder), "half a file was there", program)
        program.send_signal(signal.SIGINT)
        hold.set()
        program.communicate(timeout=PATIENCE_S)
    assert program.returncode != 0
    assert [one for one in folder.glob("hrrr*") if one.read_bytes() != body] == []
    for hour in range(12, 37):
        quick.put(path.format(hour), body)
    done = subprocess.run([*command, "--part", "maps", "--json"], timeout=PATIENCE_S, **options, check=True)
    assert json.loads(done.stdout)["files"] == 25
    assert len(list(folder.glob("hrrr*"))) == 25
    assert any(
        asked and asked.startswith("bytes=") for hour in range(12, 37) for asked in quick.ranges(path.format(hour))
    )


@needs_real
@pytest.mark.fidelity
def test_a_published_day_comes_out_as_published(server, run, tmp_path):
    """Day 2025-03-14: the truth of the release, and the daily scores of expected/daily_by_mode.csv."""
    with (REAL / "reports" / "tornado_reports_recovered.csv").open() as file:
        places = [(row["lat"], row["lon"]) for row in csv.DictReader(file) if row["date"] == DATE]
    server.put(REPORTS, listed(places))
    drawn = json.loads((REAL / "spc_outlook_reconstructed" / f"{DATE}.geojson").read_text())["features"]
    levels = [int(one["properties"]["risk_level"].rstrip("%")) for one in drawn]
    rows = [
        (f"{level / 100:.2f}", level, shapely.geometry.shape(one["geometry"]))
        for level, one in zip(levels, drawn, strict=True)
    ]
    server.put(OUTLOOK, outlook_zip(DATE, rows))
    claude = REAL / "predictions" / "anthropic_claude-3.7-sonnet" / f"{DATE}.geojson"
    done = json.loads(run(DATE, *SCORED, "--json", "--forecast", claude).stdout)
    with (REAL / "expected" / "daily_by_mode.csv").open() as file:
        expected = {
            row["model"]: float(row["tb"])
            for row in csv.DictReader(file)
            if row["mode"] == "strict" and row["date"] == DATE
        }
    scores = {name: one["published"]["tb"] for name, one in done["forecasters"].items() if "published" in one}
    # The fitted reports give the released polygons to 5e-14 degrees; a shapefile keeps doubles.
    assert scores["SPC"] == pytest.approx(expected["SPC_reconstructed"], abs=1e-9)
    assert scores["anthropic_claude-3.7-sonnet"] == pytest.approx(expected["anthropic_claude-3.7-sonnet"], abs=1e-9)
    assert done["forecasters"]["baseline: persistence"]["status"] == "missing"


@pytest.mark.fidelity
@pytest.mark.skipif(not SOUNDINGS.exists(), reason="needs ../shared/data/real/soundings/bufkit")
def test_the_folder_serves_the_world_of_the_suite(quick, run, tmp_path):
    """The fetched files are those that the reader of archived days expects: real stations, and hours of chosen
    messages.
    """
    folder = "/2025/03/14/bufkit/00/hrrr/"
    quick.put(folder, b'<a href="hrrr_kbuf.buf">1</a><a href="hrrr_kdsm.buf">2</a>')
    for name in ("hrrr_kbuf.buf", "hrrr_kdsm.buf"):
        quick.put(folder + name, (SOUNDINGS / name).read_bytes())
    messages = [b"GRIB\x00\x00\x00\x02" + (23).to_bytes(8, "big") + text + b"7777" for text in (b"one", b"two")]
    for hour in range(12, 37):
        path = f"/hrrr.20250314/conus/hrrr.t00z.wrfsfcf{hour}.grib2"
        index = f"1:0:d=2025031400:REFC:x:{hour} hour fcst:\n2:23:d=2025031400:CAPE:surface:{hour} hour fcst:\n"
        quick.put(path, b"".join(messages))
        quick.put(f"{path}.idx", index.encode())
    box = ("--box", "-80", "40", "-75", "45")
    result = run(DATE, "--part", "maps", "--part", "soundings", "--message", ":CAPE:surface:", *box)
    assert result.exit_code == 0, result.output
    day = FolderDay(tmp_path / "dataset" / "hrrr_20250314_00z")
    assert [(station.latitude, station.longitude) for station in day.stations()] == [(42.93, -78.73)]
    assert {day.surface_file(hour).read_bytes() for hour in HOURS} == {messages[1]}
