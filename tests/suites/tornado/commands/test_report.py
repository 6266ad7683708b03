"""`mesocosm tornado report`."""

import csv
import json

import pytest
from click.testing import CliRunner
from tests.shared import SHARED

from mesocosm.errors import UserError
from mesocosm.suites.tornado.commands.report import command
from mesocosm.suites.tornado.outlooks.outlook import MODES
from mesocosm.suites.tornado.verification.tornadobench import PROFILES

DATA = SHARED / "data" / "agentcaster"
EMPTY = '{"type": "FeatureCollection", "features": []}'
BAD = '{"type": "FeatureCollection", "features": [{"type": "Polygon"}]}'


@pytest.fixture
def folders(tmp_path):
    """Make one quiet day and a forecaster whose file is malformed."""
    for name, text in (("truth", EMPTY), ("forecasts/one", BAD)):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "20250301.geojson").write_text(text)
    return tmp_path


def run(folders, *options):
    given = ["--truth", folders / "truth", "--forecasts", folders / "forecasts", "-o", folders / "out", *options]
    return CliRunner().invoke(command, [str(one) for one in given], catch_exceptions=False)


def row(result, name):
    return next(one for one in json.loads(result.stdout)["forecasters"] if one["name"] == name)


def test_a_malformed_file_is_a_lost_day_by_default(folders):
    one = row(run(folders, "--json"), "one")
    assert (one["status"]["20250301"], one["profiles"]["default"]["tornadobench"]) == ("rejected", 0)


def test_published_profile_reads_as_published(folders):
    # As published, what cannot be read is dropped: on a quiet day that is right.
    assert row(run(folders, "--profile", "published", "--json"), "one")["profiles"]["published"]["tornadobench"] == 1


def test_the_table_holds_baselines_and_says_what_was_written(folders):
    result = run(folders)
    assert "baseline: persistence" in result.stdout
    assert f"wrote {folders / 'out' / 'report.html'}" in result.stdout


def test_a_day_to_map_must_have_a_truth(folders):
    with pytest.raises(UserError, match="got 20240101"):
        run(folders, "--map", "20240101")


def test_the_choices_are_those_of_scoring():
    choices = {one.name: tuple(one.type.choices) for one in command.params if hasattr(one.type, "choices")}
    assert choices == {"mode": MODES, "profile": PROFILES}


VISIBLE = {
    "SPC": "spc_outlook_reconstructed",
    "claude-3.7-sonnet": "predictions/anthropic_claude-3.7-sonnet",
    "gpt-4.1": "predictions/openai_gpt-4.1",
    "o4-mini-high": "predictions/openai_o4-mini-high",
    "gemini-2.5-flash-preview:thinking": "predictions/google_gemini-2.5-flash-preview~thinking",
}
"""Forecasters of the published tables, each with the folder of its outlooks in the pack."""
NAMES = {
    "model": "name",
    "TornadoBench_pct": "tornadobench",
    "hallucination_simple": "simple",
    "hallucination_hard": "hard",
    "under_pct": "under",
    "match_pct": "match",
    "over_pct": "over",
    "prediction_days": "days",
    "centroid_km": "centroid_km",
    "max_risk_centroid_km": "max_centroid_km",
}
"""Columns of the published tables, each with the name of our number."""


def published_tables(path):
    """Write the published Tables 2 and 3 of the visible forecasters, for `--published`, and return their numbers."""
    with (DATA / "published" / "paper_table2_and_3.csv").open() as table:
        rows = [row for row in csv.DictReader(table) if row["model"] in VISIBLE]
    published = {
        row["model"]: {
            NAMES[name]: float(cell) / (100 if name.endswith("_pct") else 1)
            for name, cell in row.items()
            if name != "model" and cell
        }
        for row in rows
    }
    lines = [",".join([name, *(repr(numbers[key]) for key in numbers)]) for name, numbers in published.items()]
    path.write_text("\n".join([",".join(NAMES.values()), *lines]) + "\n")
    return published


@pytest.mark.exhaustive
@pytest.mark.fidelity
@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason="needs ../shared/data/agentcaster")
def test_published_tables_stand_in_the_report(tmp_path):
    """Every number of Tables 2 and 3 agrees to the printed digits; our SPC is traced from maps, so it agrees nearly."""
    (tmp_path / "forecasts").mkdir()
    for name, folder in VISIBLE.items():
        (tmp_path / "forecasts" / name).symlink_to((DATA / folder).resolve())
    (tmp_path / "truth").symlink_to((DATA / "ground_truth").resolve())
    published = published_tables(tmp_path / "published.csv")
    reports = DATA / "reports" / "tornado_reports_recovered.csv"
    options = ["--reports", reports, "--published", tmp_path / "published.csv", "--map", "20250315"]
    result = run(tmp_path, "--profile", "published", *options, "--json")
    for name, numbers in published.items():
        computed = row(result, name)["profiles"]["published"]
        for key, value in numbers.items():
            digit = 0.5 if key.endswith("_km") else 5e-3 if key == "hard" else 5e-4 if key != "tornadobench" else 5e-5
            assert computed[key] == pytest.approx(value, abs=digit * 1.02), (name, key)
    assert row(result, "baseline: empty")["profiles"]["published"]["tornadobench"] == pytest.approx(22 / 204)
    assert row(result, "SPC")["verification"]["days"] == 38  # reports of two days are not in the file
    assert (tmp_path / "out" / "maps" / "20250315" / "gpt-4.1.png").is_file()
    page = (tmp_path / "out" / "report.html").read_text()
    assert "0.05626 (0.0563)" in page
    assert "baseline: climatology" in page
