"""Do the synthetic days reward skill? Forecasters over the forty days of each seed, through the tools agents have.

python benchmarks/tornado_days.py --seeds 7 8
"""

from __future__ import annotations

import argparse
import functools
import json
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

if str(Path(__file__).parent) in sys.path:  # tornado.py beside this file would be imported for the library
    sys.path.remove(str(Path(__file__).parent))

from rich.console import Console
from rich.progress import track

from mesocosm import registry
from mesocosm.episode.agent import Case
from mesocosm.episode.loop import run_episode
from mesocosm.suites.tornado.items import calendar_date
from mesocosm.suites.tornado.outlooks.outlook import EMPTY
from mesocosm.suites.tornado.outlooks.reading import read_outlook
from mesocosm.suites.tornado.report.days import Day
from mesocosm.suites.tornado.report.standings import Standings, hold, standings
from mesocosm.suites.tornado.report.tables import screen_table
from mesocosm.suites.tornado.score import submitted_outlook

AGENTS = ("oracle", "tornado.hazard", "tornado.ingredients", "tornado.overforecaster")
PROPORTIONS = {0: 22, 2: 6, 5: 4, 10: 3, 15: 2, 30: 3}
EMPTY_NAME = "baseline: empty"


class Played(NamedTuple):
    """One day and the answers of all forecasters, as GeoJSON."""

    date: str
    truth: str
    reports: list[list[float]]
    outlooks: dict[str, str]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[7, 8])
    parser.add_argument("--days", type=int, default=40)
    options = parser.parse_args()
    fine = [judge(seed, options.days) for seed in options.seeds]
    return 0 if all(fine) else 1


def judge(seed: int, days: int) -> bool:
    """Judge one seed: return its table, and whether each promise is kept."""
    with ProcessPoolExecutor() as pool:
        played = list(track(pool.map(functools.partial(play, seed), range(days)), f"seed {seed}", total=days))
    table = contest(played)
    Console(width=200).print(screen_table(table))
    row = {standing.name: standing for standing in table.forecasters}
    score = {name: standing.profiles["default"].tornadobench for name, standing in row.items()}
    skill = {name: standing.verification.climatology_skill for name, standing in row.items()}
    types = Counter(truth_level(day) for day in played)
    kept = {
        f"day types {dict(sorted(types.items()))}": days % 40 != 0
        or types == {k: v * days // 40 for k, v in PROPORTIONS.items()},
        f"oracle {score['oracle']:.3f}, at least 0.99": score["oracle"] >= 0.99,
        f"ingredients {score['tornado.ingredients']:.3f}, above empty {score[EMPTY_NAME]:.3f}": (
            row["tornado.ingredients"].ahead_of_empty.low > 0
        ),
        f"ingredients' Brier skill {skill['tornado.ingredients']:+.3f}, empty {skill[EMPTY_NAME]:+.3f}": (
            skill["tornado.ingredients"] > max(skill[EMPTY_NAME], 0)
        ),
        f"over-forecaster {score['tornado.overforecaster']:.3f}, below empty": (
            score["tornado.overforecaster"] < score[EMPTY_NAME]
        ),
    }
    for promise, is_kept in kept.items():
        print(f"  {'kept  ' if is_kept else 'BROKEN'} {promise}")
    return all(kept.values())


def play(seed: int, index: int) -> Played:
    """Play every agent on one day."""
    suite = registry.load("suites", "tornado")
    item, reference = suite.case(seed, index)
    outlooks = {}
    for agent in AGENTS:
        with suite.world(item, reference) as world:
            trace = run_episode(world, registry.load("agents", agent)(Case(item, reference, world.tools)))
        outlooks[agent] = json.dumps((submitted_outlook(trace, "strict").outlook or EMPTY).geojson())
    reports: Any = reference.hidden.reports
    return Played(calendar_date(item), json.dumps(reference.answer), reports, outlooks)


def truth_level(played: Played) -> int:
    outlook = read_outlook(played.truth, "strict").outlook
    return outlook.highest if outlook is not None else -1


def contest(played: list[Played]) -> Standings:
    days = [
        Day(day.date, read_outlook(day.truth, "strict").outlook or EMPTY, np.array(day.reports).reshape(-1, 2))
        for day in played
    ]
    forecasters = {agent: {day.date: read_outlook(day.outlooks[agent], "strict") for day in played} for agent in AGENTS}
    return standings(hold(days, forecasters), "default")


if __name__ == "__main__":
    sys.exit(main())
