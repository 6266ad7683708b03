"""An episode on a packed item is scored, byte for byte, as one on the item made afresh."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.suite_marks import needs_suite

from mesocosm import registry
from mesocosm.episode.agent import Case
from mesocosm.episode.loop import run_episode
from mesocosm.item_packs.building import build_pack
from mesocosm.item_packs.packed_cases import PackedCases
from mesocosm.suite import Suite

SLOW = ("eo", "terra", "tornado")
SUITES = [
    pytest.param(name, marks=[needs_suite(name), *([pytest.mark.slow] if name in SLOW else [])])
    for name in ("toy", "atmos", "phreeqc", *SLOW)
]


def play(suite: Suite, agent: str, index: int) -> tuple[str, str, dict[str, str]]:
    """Return score, answer and files of an episode, as JSON and by their hashes."""
    item, reference = suite.case(7, index)
    with suite.world(item, reference, agent=agent) as world:
        begun = {file.path: file.sha256 for file in world.workspace.files()}
        case = Case(item, reference, world.tools, seed=1, options=world.options)
        trace = run_episode(world, registry.load("agents", agent)(case))
    score = suite.score(item, reference, trace)
    return score.model_dump_json(), trace.answer.model_dump_json(), begun


@pytest.mark.parametrize("name", SUITES)
def test_scores_are_those_of_items_made_afresh(name: str, tmp_path: Path) -> None:
    suite: Suite = registry.load("suites", name)
    agents = ("oracle", "careless" if suite.names_mistakes else "random")
    items = 1 if name in SLOW else 3
    played = [(agent, index) for agent in agents for index in range(items)]
    fresh = [play(suite, *one) for one in played]
    build_pack(suite, tmp_path / "a.pack", items=items, seed=7)
    try:
        suite.use_stored(PackedCases(tmp_path / "a.pack", suite))
        assert [play(suite, *one) for one in played] == fresh
    finally:
        suite.use_stored(None)
