"""`mesocosm tornado grade` and `mesocosm tornado truth`, as a person uses them."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner
from tests.shared import SHARED
from tests.suites.tornado.outlooks.drawing import collection, feature

from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import UserError

PACK = SHARED / "data" / "agentcaster"
FIXED = {"days", "tornadobench", "simple", "hard", "under", "match", "over", "centroid_km", "max_centroid_km"} | {
    "daily",
    "status",
}
"""The keys used from outside."""


def run(*words):
    return CliRunner().invoke(mesocosm_command, ["tornado", *map(str, words)], catch_exceptions=True)


def error_text(result):
    """Return the error message for a user's mistake."""
    assert isinstance(result.exception, UserError), result.output
    return str(result.exception)


@pytest.fixture
def contest(tmp_path):
    """Make two days, one quiet; one forecaster is right, one submits nonsense, one nothing on the second day."""
    files = {
        "truth/20250301": collection(),
        "truth/20250302": collection(feature("10%")),
        "forecasts/right/20250301": collection(),
        "forecasts/right/20250302": collection(feature("10%")),
        "forecasts/wrong/20250301": {"type": "FeatureCollection", "features": [{**feature("5%"), "type": "Polygon"}]},
        "forecasts/wrong/20250302": collection(feature(10)),
        "forecasts/idle/20250301": collection(),
    }
    for name, content in files.items():
        path = tmp_path / f"{name}.geojson"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content))
    return tmp_path


def score(contest, *words):
    file = contest / "out.json"
    result = run("grade", "--truth", contest / "truth", "--forecasts", contest / "forecasts", "-o", file, *words)
    assert result.exit_code == 0, result.output
    return json.loads(file.read_text()), result.output


def test_the_fixed_keys_for_every_forecaster_and_baseline(contest):
    document, _ = score(contest)
    assert set(document["forecasters"]) == {
        *("right", "wrong", "idle"),
        *("baseline: empty", "baseline: persistence", "baseline: climatology"),
    }
    assert all(row.keys() >= FIXED for row in document["forecasters"].values())


def test_scores_are_fractions_over_all_days(contest):
    rows = score(contest, "--profile", "published")[0]["forecasters"]
    assert rows["right"]["tornadobench"] == 1
    assert rows["idle"]["tornadobench"] == pytest.approx(1 / 11)
    assert rows["idle"]["daily"] == {"20250301": 1.0}
    assert (rows["idle"]["days"], rows["idle"]["status"]["20250302"]) == (1, "missing")
    assert (rows["right"]["match"], rows["idle"]["centroid_km"]) == (1, None)


def test_malformed_files_in_each_mode(contest):
    """As published, both count as no risk, which is right on the quiet day. In other modes they are never right."""
    compat = score(contest, "--mode", "compat", "--profile", "published")[0]["forecasters"]["wrong"]
    strict = score(contest, "--mode", "strict", "--profile", "published")[0]["forecasters"]["wrong"]
    repair = score(contest, "--mode", "repair", "--profile", "published")[0]["forecasters"]["wrong"]
    assert (compat["daily"], strict["daily"]) == ({"20250301": 1.0, "20250302": 0.0}, {})
    assert repair["daily"] == {"20250301": 0.0, "20250302": 1.0}
    assert strict["status"]["20250301"] == "rejected: features[0].type must be 'Feature', got 'Polygon'"
    assert repair["status"]["20250302"] == "repaired: features[0]: read the label 10 as 10%"
    assert compat["status"]["20250302"].startswith("rejected: features[0] dropped: the label 10 is not")


def test_modes_and_profiles_go_together_unless_said_otherwise(contest):
    pairs = [
        ((), ("strict", "default")),
        (("--mode", "compat"), ("compat", "published")),
        (("--profile", "published"), ("compat", "published")),
        (("--mode", "repair"), ("repair", "default")),
        (("--mode", "compat", "--profile", "default"), ("compat", "default")),
    ]
    for words, meant in pairs:
        document = score(contest, *words)[0]
        assert (document["mode"], document["profile"]) == meant


def test_a_missing_day_is_zero_for_everyone_by_default(contest):
    rows = score(contest)[0]["forecasters"]
    assert rows["idle"]["daily"] == {"20250301": 1.0, "20250302": 0.0}
    assert rows["wrong"]["daily"] == {"20250301": 0.0, "20250302": 0.0}


def test_the_table_shows_baselines_and_files(contest):
    _, output = score(contest)
    assert "baseline: empty" in output
    assert "0/0/2/0" in output
    assert "profile default, mode strict" in output


def test_verification_needs_reports(contest):
    (contest / "reports.csv").write_text("date,lat,lon\n20250302,35,-97\n")
    document, output = score(contest, "--reports", contest / "reports.csv")
    verified = document["forecasters"]["right"]["verification"]
    assert verified["days"] == 2
    assert verified["skill"] > 0 > document["forecasters"]["baseline: empty"]["verification"]["skill"]
    assert "Brier skill" in output


def test_days_whose_reports_are_lacking_are_not_verified(contest):
    (contest / "reports.csv").write_text("date,lat,lon\n20250301,45,-97\n")
    document, output = score(contest, "--reports", contest / "reports.csv")
    assert document["forecasters"]["right"]["verification"]["days"] == 1
    assert "no report is given: 20250302" in output


def test_forecasts_without_a_truth_are_named(contest):
    (contest / "forecasts/right/20250309.geojson").write_text(json.dumps(collection()))
    document, output = score(contest)
    assert "left out, since they have no truth: 20250309" in output
    assert "20250309" not in document["forecasters"]["right"]["status"]


def test_folders_that_hold_nothing_or_the_wrong_things(contest, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    truth, forecasts = contest / "truth", contest / "forecasts"
    assert "holds no truth; it must hold files named YYYYMMDD.geojson" in error_text(
        run("grade", "--truth", empty, "--forecasts", forecasts)
    )
    assert "holds no forecasts; it must hold FORECASTER/YYYYMMDD.geojson" in error_text(
        run("grade", "--truth", truth, "--forecasts", empty)
    )
    (truth / "20250399.geojson").write_text("{}")
    assert "must be a date written YYYYMMDD, got '20250399'" in error_text(
        run("grade", "--truth", truth, "--forecasts", forecasts)
    )


def test_a_broken_truth_stops_everything(contest):
    (contest / "truth/20250301.geojson").write_text("{")
    result = run("grade", "--truth", contest / "truth", "--forecasts", contest / "forecasts")
    assert "20250301.geojson is not a truth to score by: the file is not JSON" in error_text(result)


def test_a_folder_that_is_not_there(contest):
    result = run("grade", "--truth", contest / "nowhere", "--forecasts", contest / "forecasts")
    assert result.exit_code == 2
    assert "does not exist" in result.output


def test_truth_from_reports(tmp_path):
    (tmp_path / "r.csv").write_text("lat,lon\n" + "35.0,-97.0\n" * 12)
    result = run("truth", tmp_path / "r.csv", "--date", "20250314", "-o", tmp_path / "t.geojson")
    assert result.exit_code == 0, result.output
    document = json.loads((tmp_path / "t.geojson").read_text())
    labels = [one["properties"]["risk_level"] for one in document["features"]]
    assert labels == ["2%", "5%", "10%"]
    assert "2%, 5%, 10% from 12 reports" in result.output
    result = run("truth", tmp_path / "r.csv", "--date", "20250314", "-o", tmp_path / "t.geojson", "--json")
    assert json.loads(result.output) == {"file": str(tmp_path / "t.geojson"), "levels": [2, 5, 10], "reports": 12}


def test_truth_reads_spcs_own_file_and_other_profiles(tmp_path):
    heading = "Time,F_Scale,Location,County,State,Lat,Lon,Comments\n"
    (tmp_path / "r.csv").write_text(heading + "1900,UNK,A,B,OK,35.0,-97.0,One, two (OUN)\n")
    highest = {}
    for profile in ("published", "printed", "canonical"):
        out = tmp_path / f"{profile}.geojson"
        assert run("truth", tmp_path / "r.csv", "--date", "20250314", "--profile", profile, "-o", out).exit_code == 0
        highest[profile] = [one["properties"]["risk_level"] for one in json.loads(out.read_text())["features"]]
    assert highest == {"published": [], "printed": ["2%"], "canonical": ["2%", "5%"]}


@pytest.mark.parametrize("date", ["2025-03-14", "20250231", "today", "٢٠٢٥٠٣١٤"])
def test_a_date_that_is_none(tmp_path, date):
    (tmp_path / "r.csv").write_text("lat,lon\n")
    result = run("truth", tmp_path / "r.csv", "--date", date, "-o", tmp_path / "t.geojson")
    assert f"--date must be a date written YYYYMMDD, got {date!r}" in error_text(result)


def test_help_is_light():
    code = (
        "import sys\nfrom mesocosm.cli.main import mesocosm_command\n"
        "for verb in ('score', 'truth'):\n"
        "    try: mesocosm_command(['tornado', verb, '--help'], prog_name='mesocosm')\n"
        "    except SystemExit: pass\n"
        "assert not {'numpy', 'shapely', 'pyproj', 'pydantic', 'rich'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.fidelity
@pytest.mark.skipif(not PACK.is_dir(), reason="needs ../shared/data/agentcaster")
def test_the_published_table_from_the_command_line(tmp_path):
    (tmp_path / "forecasts").mkdir()
    model = "openai_gpt-4.1"
    (tmp_path / "forecasts" / model).symlink_to(PACK / "predictions" / model)
    out = tmp_path / "out.json"
    words = ("--mode", "compat", "--profile", "published", "-o", out)
    assert run("grade", "--truth", PACK / "ground_truth", "--forecasts", tmp_path / "forecasts", *words).exit_code == 0
    rows = json.loads(out.read_text())["forecasters"]
    assert rows[model]["tornadobench"] == pytest.approx(0.056263, abs=5e-7)
    assert rows["baseline: empty"]["tornadobench"] == pytest.approx(22 / 204)
