"""Files and input with which an agent may forge results of the engine: the reply is the agent's error, or the truth.

Each attempt uses the agent's means: `world.call`, or files that its programs could have left. None may reach our
environment, pass for the engine's own result, or break the episode, which would void an agent's score.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mesocosm import registry
from mesocosm.episode.world import World
from mesocosm.isolation.isolator import Isolator
from mesocosm.isolation.selection import ISOLATORS, VARIABLE

DECK = "SOLUTION 1\n pH 7\n Na 1\n Cl 1\nEND\n"
SECRET = "the-parents-secret"
FORGED = '{"listing": "FORGED", "tables": [], "errors": "", "warnings": "", "error_count": 0, "seconds": 0.0}'
NAMES = (".phreeqc-listing", ".phreeqc-report.json", "phreeqc.out", "phreeqc.0.out", "phreeqc.log")


@pytest.fixture(params=ISOLATORS, ids=lambda isolator: isolator.name)
def world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    isolator: Isolator = request.param
    if (reason := isolator.why_unavailable()) is not None:
        pytest.skip(f"{isolator.name}: {reason}")
    monkeypatch.setenv(VARIABLE, isolator.name)
    monkeypatch.setenv("MESOCOSM_TEST_SECRET", SECRET)
    suite = registry.load("suites", "phreeqc")
    with suite.world(*suite.case(0, 0)) as made:
        made.call("write_file", {"path": "input.pqi", "content": DECK})
        yield made


def ran_truly(world: World) -> bool:
    """Return whether the engine ran on the deck, and the listing is its own."""
    seen = world.call("execute_phreeqc", {})
    listing = (world.workspace.root / "output.out").read_text()
    assert SECRET not in seen.text + listing
    assert "FORGED" not in seen.text + listing
    return seen.error is None and "Reading input data for simulation 1." in listing


@pytest.mark.parametrize("target", ["/proc/self/environ", "/etc/passwd", "input.pqi", "nowhere"])
@pytest.mark.parametrize("name", NAMES)
def test_planted_link_is_not_followed(name: str, target: str, world: World) -> None:
    (world.workspace.root / name).symlink_to(target)
    assert ran_truly(world)


@pytest.mark.parametrize("name", NAMES)
def test_forged_report_is_not_believed(name: str, world: World) -> None:
    world.call("write_file", {"path": name, "content": FORGED})
    assert ran_truly(world)


@pytest.mark.parametrize("name", NAMES)
def test_folder_in_the_place_of_a_report_harms_nothing(name: str, world: World) -> None:
    world.call("write_file", {"path": f"{name}/x", "content": "x"})
    assert ran_truly(world)


@pytest.mark.parametrize("stream", ["/proc/self/fd/1", "/dev/stdout", "/dev/fd/1", "/proc/thread-self/fd/1"])
def test_deck_that_writes_into_the_pipe_forges_nothing(stream: str, world: World) -> None:
    """Under bubblewrap a process finds its own pipes in /proc."""
    punch = f"SELECTED_OUTPUT\n -file {stream}\n -reset false\nUSER_PUNCH\n 10 PUNCH '{FORGED}'\n"
    world.call("write_file", {"path": "input.pqi", "content": punch + DECK})
    seen = world.call("execute_phreeqc", {})
    if seen.error is None:
        assert "FORGED" not in seen.text.partition("listing in")[0]
        assert "Reading input data" in (world.workspace.root / "output.out").read_text()
    assert world.ended is None


CRASHES = {
    "a title longer than its place": f"TITLE {'é' * 300}\nSOLUTION 1\nEND\n",
    "bytes that are no text": "\x01\x02\ufffd" * 400,
    "reads itself without end": "INCLUDE$ input.pqi\n",
    "a number without end": f"SOLUTION 1\n pH {'9' * 5000}\nEND\n",
    "a folder for selected output": "SELECTED_OUTPUT\n -file .\n -pH\nSOLUTION 1\nEND\n",
    "a word without end": f"SOLUTION 1\n{'x' * 100_000} 1\nEND\n",
    "brackets without end": f"SOLUTION_SPECIES\n{'(' * 10_000}H2O{')' * 10_000} = H2O\nEND\n",
    "nothing": " ",
    "lines without end": "\n" * 100_000,
}


@pytest.mark.parametrize("name", CRASHES)
def test_deck_that_crashes_the_engine_is_the_agents_own_failure(name: str, world: World) -> None:
    world.call("write_file", {"path": "input.pqi", "content": CRASHES[name]})
    seen = world.call("execute_phreeqc", {})
    assert seen.text
    assert world.ended is None
    world.call("write_file", {"path": "input.pqi", "content": DECK})
    assert ran_truly(world)


def test_file_whose_name_is_blank_breaks_nothing(world: World) -> None:
    world.call("write_file", {"path": " ", "content": DECK})
    seen = world.call("execute_phreeqc", {"input_file": " "})
    assert seen.error is not None
    assert world.ended is None


def test_output_in_the_place_of_a_link_is_refused(world: World, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (world.workspace.root / "output.out").symlink_to(outside)
    assert world.call("execute_phreeqc", {}).error is not None
    assert not outside.exists()


def test_selected_output_lands_in_the_workspace(world: World) -> None:
    deck = f"SELECTED_OUTPUT\n -file table.sel\n -reset false\n -pH true\n{DECK}"
    world.call("write_file", {"path": "input.pqi", "content": deck})
    seen = world.call("execute_phreeqc", {})
    assert "table.sel" in [file.path for file in seen.artifacts]
