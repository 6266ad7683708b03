"""`mesocosm tornado report`."""

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
    """One quiet day and a forecaster whose file is malformed."""
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


@pytest.mark.exhaustive
@pytest.mark.fidelity
@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason="needs ../shared/data/agentcaster")
def test_published_scores_stand_in_the_report(tmp_path):
    forecasts = tmp_path / "forecasts"
    forecasts.mkdir()
    (forecasts / "spc").symlink_to((DATA / "spc_outlook_reconstructed").resolve())
    (forecasts / "gpt-4.1").symlink_to((DATA / "predictions" / "openai_gpt-4.1").resolve())
    (tmp_path / "truth").symlink_to((DATA / "ground_truth").resolve())
    reports = DATA / "reports" / "tornado_reports_recovered.csv"
    result = run(tmp_path, "--profile", "published", "--reports", reports, "--map", "20250315", "--json")
    # The pack's README: SPC 18.31 % (reconstruction within 0.01 points), gpt-4.1 5.6263 %, empty 22 / 204.
    scores = {name: row(result, name)["profiles"]["published"] for name in ("spc", "gpt-4.1", "baseline: empty")}
    assert scores["spc"]["tornadobench"] == pytest.approx(0.18314, abs=1e-4)
    assert scores["gpt-4.1"]["tornadobench"] == pytest.approx(0.056263, abs=5e-7)
    assert scores["baseline: empty"]["tornadobench"] == pytest.approx(22 / 204)
    assert row(result, "spc")["verification"]["days"] == 38  # reports of two days are not in the file
    assert (tmp_path / "out" / "maps" / "20250315" / "gpt-4.1.png").is_file()
