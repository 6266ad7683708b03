"""Whether scores on recorded data and on a planet go together: `python benchmarks/terra_real.py --planet 8`.

Agents of graded ability play both sets: with a relative error of every number, with a chance to miss every word and
date, and with typical values alone. They know the truth, so that no tool runs and their ability is known. The table
shows Hit@tol of each agent on both sets; the correlations are over the agents. MESOCOSM_TERRA_REAL names the pack.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.remove(str(Path(__file__).parent))  # files beside this one would be imported for libraries

import numpy as np
from pydantic import JsonValue

from mesocosm.episode.agent import Case, Script, ScriptAgent
from mesocosm.episode.loop import run_episode
from mesocosm.screen.tables import show_table
from mesocosm.seeding import generator
from mesocosm.suites.terra import suite
from mesocosm.suites.terra.agents import usual
from mesocosm.suites.terra.items import REAL_SEED
from mesocosm.suites.terra.oracle import hand_in
from mesocosm.suites.terra.records import Data, Truth
from mesocosm.suites.terra.scoring.studies.correlation import pearson, spearman

ERRORS = (0.0, 0.002, 0.005, 0.01, 0.02, 0.05, 0.2, 1.0)
"""Standard deviations of the relative errors of numbers."""
WORDS_MISSED = 3.0
"""Chance to miss a word or a date for each unit of error, at most 1."""

Made = Case[Data, Truth]


def noisy(error: float) -> Callable[[Made], Script]:
    """Return an agent that submits the truth with errors of a size."""

    def act(case: Made) -> Script:
        chance = generator("terra", "noisy", case.item.id, str(error))
        truth = case.reference.answer if isinstance(case.reference.answer, dict) else {}
        answers: dict[str, JsonValue] = {}
        for field in case.item.data.fields:
            value = truth[field.key]
            if isinstance(value, int | float) and not isinstance(value, bool):
                answers[field.key] = float(value * (1 + error * chance.standard_normal()))
            else:
                is_missed = chance.random() < min(WORDS_MISSED * error, 1.0)
                answers[field.key] = usual(field, case.item.prompt) if is_missed else value
        yield hand_in(case, answers)

    return act


def typical(case: Made) -> Script:
    """Submit a typical value of every field."""
    yield hand_in(case, {field.key: usual(field, case.item.prompt) for field in case.item.data.fields})


def zeros(case: Made) -> Script:
    """Submit 0 for every number, and a guess of every word."""
    fields = case.item.data.fields
    guesses = {field.key: 0 if field.kind == "number" else usual(field, case.item.prompt) for field in fields}
    yield hand_in(case, guesses)


def mean_hit(act: Callable[[Made], Script], seed: int, count: int, data: str) -> float:
    """Return the mean Hit@tol of an agent over the first items of a seed."""
    scores = []
    for item, reference in (suite.case(seed, index) for index in range(count)):
        with suite.world(item, reference, options={"data": data}) as world:
            case = Case(item, reference, tools=world.tools, seed=0, options=world.options)
            scores.append(suite.score(item, reference, run_episode(world, ScriptAgent(act(case)))).value)
    return float(np.mean(scores))


def main() -> None:
    """Play both sets and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--planet", type=int, default=8, help="items of the planet")
    parser.add_argument("--real", type=int, help="items of the pack; all by default")
    asked = parser.parse_args()
    real = asked.real or suite.count_under({"data": "real"})
    agents: dict[str, Callable[[Made], Script]] = {f"error {100 * error:g} %": noisy(error) for error in ERRORS}
    agents |= {"typical values": typical, "zeros": zeros}
    rows = [
        (name, mean_hit(act, 0, asked.planet, "planet"), mean_hit(act, REAL_SEED, real, "real"))
        for name, act in agents.items()
    ]
    show_table(["agent", "planet", "real"], [[name, f"{left:.3f}", f"{right:.3f}"] for name, left, right in rows])
    left, right = [row[1] for row in rows], [row[2] for row in rows]
    print(f"{asked.planet} planet items, {real} real items: Pearson {pearson(left, right):.3f}, "
          f"Spearman {spearman(left, right):.3f}")  # fmt: skip


if __name__ == "__main__":
    main()
