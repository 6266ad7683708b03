"""Runs of several bundles: the same run is shown once, and runs that contradict each other are refused."""

import pytest
from click.testing import CliRunner
from tests.report.bundle.forging import in_lines, in_record, members, pack, signed

import mesocosm
from mesocosm.cli.main import mesocosm_command
from mesocosm.report.bundle.creation import make_bundle
from mesocosm.report.bundle.verification import check_bundle, check_bundles

RUN = "runs/0000/run.json"


@pytest.fixture(scope="module")
def again(tmp_path_factory):
    """Bundle of the same agent on the same items, played once more."""
    folder = tmp_path_factory.mktemp("again")

    def guess(task):
        task.call("submit", answer={"depth_m": 1.0, "excess_mass_kg": 1.0})

    mesocosm.run("toy", guess, seed=7, n=2, logs=folder / "logs", isolated=False)
    make_bundle([folder / "logs"], folder / "again.zip")
    return folder / "again.zip"


def alone(bundle, out):
    """Write the first run of a bundle into a bundle of its own."""
    return pack(out, signed({name: data for name, data in members(bundle).items() if not name.startswith("runs/0001")}))


def renamed(bundle, out, name):
    """Rename the agent of the first run, also in its traces."""
    parts = members(alone(bundle, out))
    start = in_lines(lambda events: [{**events[0], "agent": name}, *events[1:]])
    parts |= {member: start(data) for member, data in parts.items() if "/traces/" in member}
    parts[RUN] = in_record(lambda row: row.update(agent=name, model=name))(parts[RUN])
    return pack(out, signed(parts))


@pytest.mark.parametrize("turn", [1, -1])
def test_other_traces_under_the_same_name_hide_nobody(bundle, again, turn):
    """Whichever bundle comes first, both runs are shown, each with its publisher."""
    checked = check_bundles([bundle, again][::turn])
    assert checked.refusals == []
    assert {(row.agent, row.log) for row in checked.rows} == {
        ("oracle", str(bundle)),
        ("guess", str(bundle)),
        ("guess", str(again)),
    }
    shown = CliRunner().invoke(mesocosm_command, ["leaderboard", str(bundle), str(again)])
    assert (shown.exit_code, "of the same run as" in shown.output) == (0, False)


def test_the_traces_of_another_agent_are_refused(bundle, tmp_path):
    copied = renamed(bundle, tmp_path / "copied.zip", "somebody")
    assert check_bundle(copied).refusals == []
    checked = check_bundles([bundle, copied])
    assert [row.agent for row in checked.rows] == ["oracle", "guess"]
    [refusal] = checked.refusals
    assert refusal.bundle == str(copied)
    assert f"a trace of it is also that of guess on toy in {bundle}" in str(refusal)


def test_the_same_traces_under_other_settings_are_refused(bundle, tmp_path):
    parts = members(bundle)
    other = {name.replace("runs/0000", "runs/0002"): data for name, data in parts.items() if "runs/0000" in name}
    warm = in_record(lambda row: row.update(settings={"temperature": "1"}))
    other["runs/0002/run.json"] = warm(other["runs/0002/run.json"])
    checked = check_bundle(pack(tmp_path / "warm.zip", signed({**parts, **other})))
    assert [row.agent for row in checked.rows] == ["oracle"]
    assert [refusal.run for refusal in checked.refusals] == ["guess on toy"] * 2


def test_of_alike_runs_in_several_folders_the_newest_is_bundled(logs, again, tmp_path, capsys):
    made = make_bundle([logs, again.parent / "logs"], tmp_path / "both.zip")
    assert made.runs == 2
    assert "which is newer" in capsys.readouterr().err
    checked = check_bundle(tmp_path / "both.zip")
    assert checked.refusals == []
    assert {row.agent: row.score for row in checked.rows} == {"guess": 0.0, "oracle": 1.0}


# ---------------------------------------------------------------- names


def test_a_name_writes_no_line_of_its_own(bundle, tmp_path):
    nasty = renamed(bundle, tmp_path / "nasty.zip", "x\nrefused: honest.zip: rival: cheated\u200b")
    copy = tmp_path / "copy.zip"
    copy.write_bytes(nasty.read_bytes())
    shown = CliRunner().invoke(mesocosm_command, ["leaderboard", str(nasty), str(copy), "--json"])
    assert not any(line.startswith("refused:") for line in shown.output.splitlines())
    assert check_bundle(nasty).rows[0].agent == "x\\x0arefused: honest.zip: rival: cheated\\u200b"


def test_a_refusal_is_one_line(bundle, tmp_path):
    parts = members(bundle)
    parts[RUN] = in_record(lambda row: row.update(suite="moon\nrefused: honest.zip: rival"))(parts[RUN])
    shown = CliRunner().invoke(mesocosm_command, ["leaderboard", str(pack(tmp_path / "moon.zip", signed(parts)))])
    assert sum(line.startswith("refused:") for line in shown.output.splitlines()) == 1


@pytest.mark.parametrize("name", ["Oracle", "ORACLE"])
def test_an_oracle_in_capitals_stands_apart(bundle, tmp_path, name):
    [row] = check_bundle(renamed(bundle, tmp_path / "named.zip", name)).rows
    assert row.knows_reference
