"""Bundles from logs and back: the printed numbers are computed again."""

import json
import zipfile

import pytest
from click.testing import CliRunner
from tests.report.bundle.forging import members

from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import InvalidRecord
from mesocosm.report.bundle.creation import make_bundle
from mesocosm.report.bundle.verification import check_bundle, check_bundles
from mesocosm.report.results import read_results


def numbers(row):
    return json.loads(row.model_dump_json(exclude={"samples", "log", "publisher"}))


def test_what_is_computed_is_what_was_printed(bundle, logs):
    printed = read_results(logs)
    checked = check_bundles([bundle])
    assert checked.refusals == []
    assert [numbers(row) for row in checked.rows] == [numbers(row) for row in printed]
    assert [(row.agent, row.score, row.knows_reference) for row in checked.rows] == [
        ("oracle", 1.0, True),
        ("guess", 0.5, False),
    ]


def test_the_same_logs_give_the_same_bytes(bundle, logs, tmp_path):
    again = make_bundle(sorted(logs.iterdir(), reverse=True), tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == bundle.read_bytes()
    assert again.runs == 2


def test_dates_are_fixed_and_members_sorted(bundle):
    with zipfile.ZipFile(bundle) as archive:
        names = archive.namelist()
        assert {member.date_time for member in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert names == [*sorted(name for name in names if name != "manifest.json"), "manifest.json"]


def test_nothing_but_what_is_published_is_in_it(bundle, logs, toy):
    text = b"".join(members(bundle).values()).decode()
    truth = toy.case(7, 0)[1]
    guessed = members(bundle)["runs/0000/traces/000000.jsonl"].decode()
    assert str(logs) not in text
    assert str(truth.answer["excess_mass_kg"]) not in guessed
    assert "canonical" not in text


def test_a_folder_without_a_run_makes_no_bundle(tmp_path):
    with pytest.raises(InvalidRecord, match="there is no Inspect log in"):
        make_bundle([tmp_path], tmp_path / "none.zip")
    assert not list(tmp_path.iterdir())


def test_a_run_that_is_there_twice_is_shown_once(bundle, tmp_path, capsys):
    copy = tmp_path / "copy.zip"
    copy.write_bytes(bundle.read_bytes())
    checked = check_bundles([bundle, copy])
    assert [row.log for row in checked.rows] == [str(bundle)] * 2
    assert f"guess on toy in {copy} is of the same run as in {bundle}" in capsys.readouterr().err


# ---------------------------------------------------------------- the commands


def test_the_commands_make_and_show_one(logs, tmp_path):
    out = tmp_path / "made.zip"
    made = CliRunner().invoke(mesocosm_command, ["bundle", str(logs), "-o", str(out)])
    assert (made.exit_code, "2 runs, 3 episodes" in made.output) == (0, True)
    shown = CliRunner().invoke(mesocosm_command, ["leaderboard", str(out), "-o", str(tmp_path / "rows.json")])
    assert shown.exit_code == 0
    assert "(knows the truth)" in shown.output
    assert "3 episodes scored again" in shown.output
    written = json.loads((tmp_path / "rows.json").read_text())
    assert ([row["score"] for row in written["rows"]], written["refused"]) == ([1.0, 0.5], [])


def test_a_refusal_is_the_exit_status(bundle, tmp_path):
    torn = tmp_path / "torn.zip"
    torn.write_bytes(bundle.read_bytes()[:-30])
    shown = CliRunner().invoke(mesocosm_command, ["leaderboard", str(bundle), str(torn)])
    assert shown.exit_code == 1
    assert f"refused: {torn}: it is not a ZIP file as bundles are" in shown.output
    assert "guess" in shown.output


def test_no_file_but_a_bundle_is_read(tmp_path):
    (tmp_path / "words.zip").write_text("words")
    [refusal] = check_bundle(tmp_path / "words.zip").refusals
    assert "not a sound ZIP file" in refusal.why
    assert "`mesocosm bundle LOGS -o FILE` writes one" in refusal.why
