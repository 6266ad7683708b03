"""Outlooks from elsewhere as bundles: scored again, to the published numbers."""

import csv
import json
import shutil

import pytest
from click.testing import CliRunner
from tests.shared import SHARED

from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import InvalidRecord
from mesocosm.report.bundle.verification import check_bundle
from mesocosm.suites.tornado.graded import grade

PACK = SHARED / "data" / "agentcaster"
EMPTY = b'{"type": "FeatureCollection", "features": []}'


def invoke(*arguments):
    done = CliRunner().invoke(mesocosm_command, [str(argument) for argument in arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_an_empty_outlook_for_a_quiet_day_is_right():
    numbers = grade({"truth/20250301.geojson": EMPTY, "20250301.geojson": EMPTY}, "default")
    assert next(iter(numbers.items())) == ("tornadobench", 1.0)
    assert (numbers["days"], numbers["match"]) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("documents", "why"),
    [
        ({"20250301.geojson": EMPTY}, "there must be truths"),
        ({"truth/20250301.geojson": EMPTY, "20250302.geojson": EMPTY}, "the outlook of 20250302 has no truth"),
        ({"truth/20250301.geojson": b"{", "20250301.geojson": EMPTY}, "is not a truth to score by"),
        (
            {"truth/20250301.geojson": EMPTY, "20250301.geojson": EMPTY, "20250301": EMPTY},
            "the name of '20250301' must be YYYYMMDD.geojson",
        ),
        ({"truth/20250301": EMPTY, "20250301.geojson": EMPTY}, "must be YYYYMMDD.geojson"),
        ({"truth/20250301.geojson": EMPTY, "2025030\u0661.geojson": EMPTY}, "must be YYYYMMDD.geojson"),
    ],
)
def test_documents_that_do_not_belong_together_are_refused(documents, why):
    with pytest.raises(InvalidRecord, match=why):
        grade(documents, "default")


def test_a_day_without_an_outlook_counts_and_is_named():
    numbers = grade(
        {"truth/20250301.geojson": EMPTY, "truth/20250302.geojson": EMPTY, "20250301.geojson": EMPTY}, "default"
    )
    assert (numbers["tornadobench"], numbers["answered"], numbers["asked"]) == (0.5, 1.0, 2.0)


def test_days_without_a_truth_are_left_out(tmp_path):
    for name in ("truth/20250301", "all/quiet/20250301", "all/quiet/20250302"):
        file = tmp_path / f"{name}.geojson"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(EMPTY)
    out = tmp_path / "made.zip"
    said = ["--truth", tmp_path / "truth", "--source", "made up", "-o", out, "--json"]
    record = json.loads(invoke("tornado", "enter", tmp_path / "all", *said))
    # The truth and the outlook are the same empty text, which a bundle holds once.
    assert (record["file"], record["forecasters"], record["files"], len(record["sha256"])) == (str(out), 1, 1, 64)
    [claim] = check_bundle(out).graded
    assert (claim.entrant, list(claim.documents)) == ("quiet", ["20250301.geojson", "truth/20250301.geojson"])


@pytest.mark.fidelity
@pytest.mark.skipif(not PACK.is_dir(), reason="needs ../shared/data/agentcaster")
def test_released_outlooks_give_the_published_numbers(tmp_path):
    """Compare with the authors' own summary, four decimals."""
    name = "openai_gpt-4.1"
    shutil.copytree(PACK / "predictions" / name, tmp_path / "all" / name)
    out = tmp_path / "made.zip"
    said = ["--source", "AgentCaster", "--profile", "published", "-o", out]
    invoke("tornado", "enter", tmp_path / "all", "--truth", PACK / "ground_truth", *said)
    [claim] = check_bundle(out).graded
    with (PACK / "published" / "model_summary.csv").open() as table:
        [row] = [row for row in csv.DictReader(table) if row["model"] == name]
    assert f"{claim.numbers['tornadobench']:.4f}" == row["TornadoBench"]
    assert f"{claim.numbers['simple']:.4f}" == row["TornadoHallucinationSimple"]
    assert f"{claim.numbers['hard']:.4f}" == row["TornadoHallucinationHard"]
