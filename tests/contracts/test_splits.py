"""What is trained on is never what is tested: every interface takes a split, and no two splits share an item."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import anyio
import gymnasium
import pytest
from click.testing import CliRunner
from inspect_ai import eval as inspect_eval
from mcp import Client
from tests.adapters.test_mcp import over_stdio
from tests.report.bundle.forging import forge, in_record, members
from tests.waiting import PROGRAM

import mesocosm
from mesocosm import registry
from mesocosm.adapters import gymnasium as environments
from mesocosm.adapters.inspect.log_folder import PLAN_FILE
from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import InvalidRecord
from mesocosm.screen import options as screen_options
from mesocosm.suite import SPLITS, split_of_id, split_seed
from mesocosm.suite.facts import HELD_OUT
from mesocosm.synthesis.folder import Plan, read_worked
from mesocosm.synthesis.generation import synthesise

ITEMS = 2
Interface = Callable[[Path, "str | None"], "set[str]"]
"""Hands out items of the toy, of a split or of the interface's default, in a folder of its own; their ids."""


def program(folder: Path, split: str | None, *words: str) -> str:
    """What the command line prints."""
    named = [] if split is None else ["--split", split]
    done = CliRunner().invoke(mesocosm_command, [*words, *named])
    assert done.exit_code == 0, done.output
    return done.stdout


def named(split: str | None) -> dict[str, str]:
    return {} if split is None else {"split": split}


def verb_items(folder: Path, split: str | None) -> set[str]:
    lines = program(folder, split, "items", "toy", "--limit", str(ITEMS)).splitlines()
    return {json.loads(line)["id"] for line in lines}


def verb_run(folder: Path, split: str | None) -> set[str]:
    words = (
        "run",
        "toy",
        "--agent",
        "null",
        "--no-baselines",
        "--limit",
        str(ITEMS),
        "--log-dir",
        str(folder),
        "--json",
    )
    [row] = json.loads(program(folder, split, *words))
    return {sample["item"] for sample in row["samples"]}


def verb_mcp(folder: Path, split: str | None) -> set[str]:
    words = ["-c", PROGRAM, "mcp", "--suite", "toy", "--limit", str(ITEMS), "--log-dir", str(folder)]

    async def talk() -> set[str]:
        async with Client(over_stdio([*words, *(["--split", split] if split else [])])) as client:
            first = await client.call_tool("task", {})
            second = await client.call_tool("next_item", {})
            return {first.structured_content["item"], second.structured_content["item"]}

    return anyio.run(talk)


def python_run(folder: Path, split: str | None) -> set[str]:
    return {episode.item for episode in mesocosm.run("toy", "null", n=ITEMS, **named(split)).episodes}


def python_items(folder: Path, split: str | None) -> set[str]:
    return {item.id for item in mesocosm.items("toy", n=ITEMS, **named(split))}


def inspect_task(folder: Path, split: str | None) -> set[str]:
    arguments = {"n": ITEMS, **named(split)}
    model = "mesocosm/null"
    [log] = inspect_eval("mesocosm/toy", model=model, task_args=arguments, log_dir=str(folder), display="none")
    return {str(sample.id) for sample in log.samples or ()}


def one_environment(folder: Path, split: str | None) -> set[str]:
    env = gymnasium.make(environments.env_id("toy"), **named(split))
    drawn = {env.reset(seed=seed)[1]["item"] for seed in range(ITEMS)}
    env.close()
    return drawn


def many_environments(folder: Path, split: str | None) -> set[str]:
    vector = environments.make_vector("toy", ITEMS, **named(split))
    _, info = vector.reset(seed=1)
    vector.close()
    return set(info["item"])


def trajectories(folder: Path, split: str | None) -> set[str]:
    synthesise(Plan(suite="toy", seed=0, candidates=ITEMS, **named(split)), folder)
    return {worked.trajectory.item for worked in read_worked(folder)}


INTERFACES: dict[str, tuple[Interface, str]] = {
    "mesocosm items": (verb_items, "test"),
    "mesocosm run": (verb_run, "test"),
    "mesocosm mcp": (verb_mcp, "test"),
    "mesocosm.run": (python_run, "test"),
    "mesocosm.items": (python_items, "test"),
    "inspect eval": (inspect_task, "test"),
    "gymnasium.make": (one_environment, "train"),
    "make_vector": (many_environments, "train"),
    "synthesise": (trajectories, "train"),
}
"""Every way to items, and the split that it hands out where none is named."""


@pytest.mark.parametrize("name", INTERFACES)
def test_an_interface_hands_out_its_default_and_no_two_splits_share_an_item(name: str, tmp_path: Path) -> None:
    interface, default = INTERFACES[name]
    handed_out = {split: interface(tmp_path / split, None if split == default else split) for split in SPLITS}
    for split, items in handed_out.items():
        assert {split_of_id(item, "toy") for item in items} == {split}
    assert not any(handed_out[one] & handed_out[other] for one, other in combinations(SPLITS, 2))


@pytest.mark.parametrize("verb", ["attack", "seal"])
def test_what_is_for_the_test_alone_refuses_the_rest(verb: str, tmp_path: Path) -> None:
    folder = ["-o", str(tmp_path / "sealed")] if verb == "seal" else []
    done = CliRunner().invoke(mesocosm_command, [verb, "toy", "--split", "train", *folder])
    assert done.exit_code == 2
    assert "'train' is not 'test'" in done.output


def test_the_help_offers_the_splits_there_are() -> None:
    assert screen_options.SPLITS == SPLITS


def test_a_seed_of_another_split_is_refused_at_the_command_line() -> None:
    done = CliRunner().invoke(mesocosm_command, ["items", "toy", "--seed", "1000007", "--limit", "1"])
    assert done.exit_code != 0
    assert "ask for split 'train' and seed 7" in str(done.exception)


def test_a_split_beside_an_item_of_another_is_refused() -> None:
    words = ["mcp", "--suite", "toy", "--split", "train", "--item", "toy-s7-0000"]
    done = CliRunner().invoke(mesocosm_command, words)
    assert done.exit_code == 2
    assert "--split does not go with --item: toy-s7-0000 is one item" in done.output


# ---------------------------------------------------------------- runs and their folders


def test_a_folder_of_one_split_is_refused_to_another(tmp_path: Path) -> None:
    verb_run(tmp_path, "train")
    assert json.loads((tmp_path / PLAN_FILE).read_text())["split"] == "train"
    done = CliRunner().invoke(
        mesocosm_command,
        ["run", "toy", "--agent", "null", "--no-baselines", "--limit", str(ITEMS), "--log-dir", str(tmp_path)],
    )
    assert "split: train there, test here" in str(done.exception)


def test_a_plan_from_before_there_were_splits_is_of_the_test(tmp_path: Path) -> None:
    first = verb_run(tmp_path, None)
    plan = json.loads((tmp_path / PLAN_FILE).read_text())
    (tmp_path / PLAN_FILE).write_text(json.dumps({name: value for name, value in plan.items() if name != "split"}))
    assert verb_run(tmp_path, "test") == first
    assert len(list(tmp_path.glob("*.eval"))) == 1


def test_logs_of_two_splits_lie_in_two_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for split in ("train", "test"):
        program(tmp_path, split, "run", "toy", "--agent", "null", "--no-baselines", "--limit", "1")
    assert sorted(path.name for path in (tmp_path / "logs").iterdir()) == ["toy-s0-n1", "toy-train-s0-n1"]


def test_a_table_says_where_the_split_is_not_the_test(tmp_path: Path) -> None:
    words = ("run", "toy", "--agent", "null", "--no-baselines", "--limit", "1")
    assert "Items of the train split" in " ".join(
        program(tmp_path, "train", *words, "--log-dir", str(tmp_path / "train")).split()
    )
    assert "split" not in program(tmp_path, "test", *words, "--log-dir", str(tmp_path / "test"))


def test_a_run_to_train_on_is_put_into_no_bundle(tmp_path: Path) -> None:
    verb_run(tmp_path / "logs", "train")
    words = ["bundle", str(tmp_path / "logs"), "-o", str(tmp_path / "train.zip")]
    with pytest.raises(InvalidRecord, match="is a run of the split train; a bundle is for the leaderboard"):
        CliRunner().invoke(mesocosm_command, words, catch_exceptions=False)
    assert not (tmp_path / "train.zip").exists()


def test_a_leaderboard_takes_the_test_alone(tmp_path: Path) -> None:
    verb_run(tmp_path / "logs", "test")
    bundle = tmp_path / "made.zip"
    program(tmp_path, None, "bundle", str(tmp_path / "logs"), "-o", str(bundle))
    name = next(name for name in members(bundle) if name.endswith("run.json"))
    forged = forge(bundle, name, in_record(lambda row: row["about"].update(split="train")))
    done = CliRunner().invoke(mesocosm_command, ["leaderboard", str(forged)])
    assert done.exit_code == 1
    assert 'it is of the split "train"; a leaderboard is of the test split alone' in " ".join(done.output.split())


# ---------------------------------------------------------------- suites


QUICK = [name for name in ("toy", "atmos") if name in registry.names("suites")]


@pytest.mark.parametrize("name", QUICK)
def test_the_items_of_two_splits_differ(name: str) -> None:
    suite = registry.load("suites", name)
    cases = {split: list(suite.cases(split_seed(split, 0), 12)) for split in SPLITS}
    texts = {split: {(item.prompt, str(truth.answer)) for item, truth in own} for split, own in cases.items()}
    assert not any(texts[one] & texts[other] for one, other in combinations(SPLITS, 2))
    strata = {
        split: {word for case in own for word in suite.facts(*case).strata.values()} for split, own in cases.items()
    }
    assert HELD_OUT not in strata["train"] | strata["validation"]
    assert (HELD_OUT in strata["test"]) == bool(suite.card.held_out)
