"""Analyses of real logs: reference agents on the atmos suite, with knowledge withheld and given."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from mesocosm.cli.main import mesocosm_command
from mesocosm.questions.forks import MISSED
from mesocosm.report.episodes import read_episodes
from mesocosm.suites.atmos.catalogue import catalogue

ITEMS = 4


def invoke(*words):
    done = CliRunner().invoke(mesocosm_command, [str(word) for word in words])
    assert done.exit_code == 0, f"{done.output} {done.exception}"
    return done.output


@pytest.fixture(scope="module")
def logs(tmp_path_factory) -> Path:
    """Make logs: the oracle is always right, careless always wrong, and null never answers."""
    folder = tmp_path_factory.mktemp("logs")
    agents = [word for name in ("oracle", "careless", "null") for word in ("--agent", name)]
    for knowledge in ("withheld", "given"):
        rest = ["--limit", ITEMS, "--seed", 7, "--option", f"knowledge={knowledge}", "--log-dir", folder / knowledge]
        invoke("run", "atmos", *agents, "--no-baselines", *rest)
    return folder


def rows(name: str, logs: Path) -> list[dict]:
    return json.loads(invoke("analyse", name, logs, "--json"))["rows"]


def test_episodes_know_their_template(logs):
    for one in read_episodes([logs]):
        template = catalogue()[one.cluster]
        assert (one.category, one.kind) == (template.category, template.kind)
        for name, fork in template.forks.items():
            assert {one.kinds.get(name), one.kinds.get(f"{MISSED}{name}")} == {fork.kind}


def test_category_and_knowledge(logs):
    by_category = {row["run"]: row["categories"] for row in rows("category", logs)}
    assert sum(one["accuracy"]["n"] for one in by_category["oracle [given]"]) == ITEMS
    assert {one["accuracy"]["share"] for one in by_category["oracle [given]"]} == {1.0}
    split = {row["run"]: row["split"] for row in rows("knowledge", logs)}
    assert split["careless [withheld]"]["knowledge"]["right"] == split["careless [withheld]"]["reasoning"]["right"] == 0
    assert split["oracle [given]"]["knowledge"]["n"] + split["oracle [given]"]["reasoning"]["n"] == ITEMS


def test_ablation(logs):
    """Reference agents do not read: knowledge changes nothing for them."""
    found = rows("ablation", logs)
    assert [(row["run"], row["value"]) for row in found[:2]] == [
        ("careless [withheld]", "withheld"),
        ("careless [given]", "given"),
    ]
    assert {(row["option"], row["reference"]) for row in found} == {("knowledge", "withheld")}
    for row in found:
        assert (row["parts"][0]["change"]["n"], row["parts"][0]["difference"]["item_mean"]) == (ITEMS, 0)


def test_taxonomy(logs):
    """The slips of careless are those of the forks it takes; null has no answer."""
    found = {row["run"]: row["taxonomy"] for row in rows("taxonomy", logs)}
    shares = {one["kind"]: one["share"]["right"] for one in found["null [given]"]["kinds"]}
    assert {kind for kind, right in shares.items() if right} == {"no answer"}
    careless = found["careless [given]"]
    assert (careless["wrong"], careless["two_kinds"]) == (ITEMS, 0)
    careless_episodes = [one for one in read_episodes([logs / "given"]) if one.agent == "careless"]
    expected = [one.kinds.get(name, "unclassified") for one in careless_episodes for name in one.meaning[one.predicted]]
    counts = {one["kind"]: one["share"]["right"] for one in careless["kinds"]}
    assert {kind: right for kind, right in counts.items() if right} == {kind: expected.count(kind) for kind in expected}


def test_all_says_what_it_cannot_do(logs, tmp_path):
    invoke("analyse", "all", logs, "--out", tmp_path)
    for name in ("ablation", "category", "knowledge", "taxonomy"):
        assert json.loads((tmp_path / f"{name}.json").read_text())["rows"]
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    text = (tmp_path / "analyses.txt").read_text()
    assert "budget: not done: no run of these logs reports tokens" in text
    assert "symmetry: not done: no run has two rounds of the same templates" in text
