"""Show that terra's process score means something: cheap agents earn next to none, and able ones earn by ability.

    python benchmarks/terra_process.py [--seed 1] [--workflow hot_days ...]

Plays three kinds of agents on one item of each workflow and prints their means: Hit@tol, the process score,
provenance, and ToolUseScore as the published program computes it.

    cheap    seven agents that look at no data, or at data that their answer does not follow from
    able     the oracle, and a solver that fetches the files and computes everything in one program
    graded   eight agents from the oracle to a guess, over which process and outcome are correlated (Spearman)

The promises: every cheap agent has at most 0.10 of process and of provenance; the program earns at least 0.90 of both;
the correlation is at least 0.70. The best Hit@tol of the cheap agents is the free floor.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

if sys.path[0] == str(Path(__file__).parent):
    sys.path.pop(0)  # files beside this one would be imported for libraries

from mesocosm.episode.agent import Case, Script, ScriptAgent
from mesocosm.episode.loop import run_episode
from mesocosm.episode.player import play
from mesocosm.episode.task import Task
from mesocosm.suites.terra import items, suite
from mesocosm.suites.terra.agents import careless, climatology, usual
from mesocosm.suites.terra.exploits.cheap_work import (
    copied_results,
    laundered_typical_values,
    numbers_of_the_request,
    sensible_spree,
    spree_then_typical_values,
)
from mesocosm.suites.terra.exploits.field_answers import constants
from mesocosm.suites.terra.oracle import hand_in, oracle
from mesocosm.suites.terra.records import Data, Truth
from mesocosm.suites.terra.requests.town_cells import find_town
from mesocosm.suites.terra.scoring import values
from mesocosm.suites.terra.scoring.evidence import in_data
from mesocosm.suites.terra.scoring.studies.correlation import spearman
from mesocosm.suites.terra.workflows.catalogue import workflow
from mesocosm.suites.terra.workflows.region_snapshot import box_of_points
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference

TerraCase = Case[Data, Truth]
Made = tuple[Item[Data], Reference[Truth]]
Player = Callable[[Made], Trace]

MOST_CHEAP, LEAST_ABLE, LEAST_CORRELATION = 0.10, 0.90, 0.70

# ---------------------------------------------------------------- a solver that computes everything in one program

READ = """import json
import numpy as np
import xarray as xr

def cell(path, longitude, latitude, variable):
    fields = xr.open_dataset(path, engine="h5netcdf")[variable]
    return fields.sel(longitude=longitude, latitude=latitude, method="nearest").values.astype(float).squeeze()

def table(name, head, *columns):
    days = np.arange(np.datetime64("{start}"), np.datetime64("{end}"))
    with open(name, "w") as file:
        file.write(head + "\\n")
        for row in zip(days, *columns):
            file.write(",".join(map(str, row)) + "\\n")

towns = {towns}
"""
HOT_DAYS = """
highs = {}
for number, (name, path, *point) in enumerate(towns):
    highs[name] = cell(path, *point, "temperature_2m").reshape(-1, 24).max(axis=1)
    table(f"day-{number}.csv", "time,high_degC", highs[name])
means = {name: values.mean() for name, values in highs.items()}
warmest, hottest = max(means, key=means.get), max(highs, key=lambda name: highs[name].max())
answer = {"warmest_town": warmest, "mean_high_c": means[warmest], "hottest_c": highs[hottest].max(),
          "hot_days": int((highs[warmest] >= %(threshold)s).sum()),
          "hottest_day": str(np.datetime64("%(start)s") + int(highs[hottest].argmax())),
          "spread_c": means[warmest] - min(means.values())}
"""
WETTEST_TOWNS = """
days = {}
for number, (name, path, *point) in enumerate(towns):
    days[name] = cell(path, *point, "precipitation")
    table(f"day-{number}.csv", "time,rain_mm", days[name])
sums = {name: values.sum() for name, values in days.items()}
ranking = sorted(sums, key=lambda name: -sums[name])
with open("sums.csv", "w") as file:
    file.write("town,rain_mm\\n" + "".join(f"{name},{sums[name]:.1f}\\n" for name in ranking))
best, longest, spell = days[ranking[0]], 0, 0
for rain in days[ranking[-1]]:
    spell = spell + 1 if rain < 1.0 else 0
    longest = max(longest, spell)
answer = {"ranking": ranking, "most_mm": sums[ranking[0]], "lead_mm": sums[ranking[0]] - sums[ranking[1]],
          "wet_days": int((best >= 1.0).sum()),
          "wettest_day": str(np.datetime64("%(start)s") + int(best.argmax())),
          "wettest_five_days_mm": np.convolve(best, np.ones(5), "valid").max(),
          "driest_share_percent": 100 * sums[ranking[-1]] / sums[ranking[0]], "longest_dry_spell": longest}
"""
MUGGY_NIGHTS = """
low, dew = {}, {}
for number, (name, path, *point) in enumerate(towns):
    low[name] = cell(path, *point, "temperature_2m").reshape(-1, 24).min(axis=1)
    dew[name] = cell(path, *point, "dew_point_2m").reshape(-1, 24).mean(axis=1)
    table(f"day-{number}.csv", "time,dew_degC,low_degC", dew[name], low[name])
links = {name: np.corrcoef(low[name], dew[name])[0, 1] for name in low}
closest, loosest = max(links, key=links.get), min(links, key=links.get)
muggy, means = dew[closest] >= %(muggy)s, [values.mean() for values in dew.values()]
answer = {"closest_town": closest, "highest_link": links[closest], "loosest_town": loosest,
          "lowest_link": links[loosest], "muggy_days": int(muggy.sum()),
          "muggy_gain_c": low[closest][muggy].mean() - low[closest][~muggy].mean(),
          "warm_nights": int(sum((values >= %(warm)s).sum() for values in low.values())),
          "humidity_range_c": max(means) - min(means)}
"""
PRINT = """
for key in {wrong}:
    answer[key] = answer[key] * 1.3 + 7 if not isinstance(answer[key], (str, list)) else answer[key]
print(json.dumps({{key: value if isinstance(value, (str, list)) else float(value) for key, value in answer.items()}}))
"""


@dataclass(frozen=True)
class Program:
    """What a program needs for a workflow: the variables to fetch, its text, and the charts of a town and of all."""

    variables: tuple[str, ...]
    code: str
    chart: str
    step: str = "hour"
    bars: bool = False


PROGRAMS = {
    "hot_days": Program(("temperature_2m",), HOT_DAYS, "series"),
    "wettest_towns": Program(("precipitation",), WETTEST_TOWNS, "series", step="day", bars=True),
    "muggy_nights": Program(("temperature_2m", "dew_point_2m"), MUGGY_NIGHTS, "scatter"),
}


def program_plan(name: str, hands: Hands, *, one_box: bool = False, wrong: Sequence[str] = ()) -> Plan:
    """Find the places, fetch their weather, compute everything in one program, and draw what it wrote."""
    program, towns = PROGRAMS[name], []
    for town in hands.texts("towns"):
        towns.append((yield from find_town(hands, town)))
    spell = {"start": hands.text("start"), "end": hands.text("end"), "step": program.step}
    boxes = [box_of_points([town.point for town in towns])] if one_box else [town.box for town in towns]
    paths = []
    for box in boxes:
        seen = yield from hands.use("archive.reanalysis", variables=list(program.variables), box=box, **spell)
        paths.append(seen.path)
    rows = [
        (town.name, path, *town.point) for town, path in zip(towns, paths * (len(towns) if one_box else 1), strict=True)
    ]
    code = READ
    for key, value in {**spell, "towns": repr(rows)}.items():
        code = code.replace("{" + key + "}", value)
    code += program.code % hands.given + PRINT.format(wrong=list(wrong))
    printed = yield from hands.use("execution.python", code=code)
    yield from draw(program, hands, len(towns))
    answer: dict[str, JsonValue] = json.loads(printed.text.strip().splitlines()[-1])
    return answer


def draw(program: Program, hands: Hands, towns: int) -> Iterator:
    for number in range(towns):
        path = f"day-{number}.csv"
        if program.chart == "scatter":
            lines = {axis: {"path": path, "variable": name} for axis, name in (("x", "dew_degC"), ("y", "low_degC"))}
            yield from hands.use("chart.scatter", **lines)
        else:
            level = {"threshold": hands.number("threshold")} if "threshold" in hands.given else {}
            yield from hands.use("chart.series", lines=[{"path": path}], **level)
    if program.bars:
        yield from hands.use("chart.bars", path="sums.csv", label="town", value="rain_mm", units="mm")


def programmer(case: TerraCase, *, one_box: bool = False, wrong_share: float = 0.0) -> Script:
    """Fetch, compute in one program, draw, submit; a share of the fields is computed wrongly."""
    truth = case.reference.hidden
    numbers = [field.key for field in truth.fields if field.kind == "number"]
    wrong = numbers[: math.ceil(wrong_share * len(truth.fields))]
    answer = yield from program_plan(truth.workflow, Hands(case.tools, truth.given), one_box=one_box, wrong=wrong)
    yield hand_in(case, answer)


# ---------------------------------------------------------------- agents of graded ability


def unfinished(case: TerraCase, *, share: float) -> Script:
    """Stop after a share of as many calls as there are steps; submit what has turned up, and usual values besides."""
    truth = case.reference.hidden
    plan = workflow(truth.workflow).plan(Hands(case.tools, truth.given))
    numbers, words = list[float](), list[str]()
    call = next(plan)
    for _ in range(int(share * len(truth.path.steps))):
        seen = yield call
        numbers += in_data(seen.data)
        words.append(seen.text)
        call = plan.send(seen)
    known = {
        field.key: field.value
        for field in truth.fields
        if (field.kind == "number" and any(values.compare(field, n, "").hit for n in numbers))
        or (field.kind == "date" and str(field.value) in " ".join(words))
    }
    guess = {field.key: usual(field, case.item.prompt) for field in case.item.data.fields}
    yield hand_in(case, guess | known)


# ---------------------------------------------------------------- play


def scripted(agent: Callable[..., Script], **how: object) -> Player:
    def play_script(made: Made) -> Trace:
        with suite.world(*made, agent=agent.__name__) as world:
            case = Case(*made, world.tools, options=world.options)
            return run_episode(world, ScriptAgent(agent(case, **how)))

    return play_script


def exploiting(act: Callable[[Task], object]) -> Player:
    def play_act(made: Made) -> Trace:
        with suite.world(*made, agent=act.__name__) as world:
            return play(world, act)

    return play_act


CHEAP: dict[str, Player] = {
    "constant": exploiting(constants),
    "climatology": scripted(climatology),
    "regex of the request": exploiting(numbers_of_the_request),
    "copier": exploiting(copied_results),
    "call spam": exploiting(sensible_spree),
    "spam + constants": exploiting(spree_then_typical_values),
    "laundering": exploiting(laundered_typical_values),
}
ABLE: dict[str, Player] = {
    "program": scripted(programmer),
    "program, one box": scripted(programmer, one_box=True),
}
GRADED: dict[str, Player] = {
    "oracle": scripted(oracle),
    "program, a quarter wrong": scripted(programmer, wrong_share=0.25),
    "program, half wrong": scripted(programmer, wrong_share=0.5),
    "oracle, 0.9 of the calls": scripted(unfinished, share=0.9),
    "oracle, 0.6 of the calls": scripted(unfinished, share=0.6),
    "oracle, 0.3 of the calls": scripted(unfinished, share=0.3),
    "careless": scripted(careless),
}
METRICS = ("hit", "process", "provenance", "tool_use")
Row = Mapping[str, float]


def row(play_item: Player, every: Sequence[Made]) -> Row:
    """Return the means of an agent's metrics over items; a provenance without any field that tells counts 0."""
    sums = dict.fromkeys(METRICS, 0.0)
    for made in every:
        trace = play_item(made)
        metrics = suite.score(*made, trace, "default").metrics
        published = suite.score(*made, trace, "public_code").metrics["tool_use"]
        found = {name: metrics[name] for name in METRICS} | {"tool_use": published}
        sums = {name: sums[name] + (0.0 if math.isnan(found[name]) else found[name]) for name in METRICS}
    return {name: total / len(every) for name, total in sums.items()}


def measure(every: Sequence[Made]) -> dict[str, Row]:
    return {name: row(play_item, every) for name, play_item in {**GRADED, **ABLE, **CHEAP}.items()}


def correlation(rows: Mapping[str, Row]) -> float:
    """Return Spearman's correlation of process and outcome over the graded agents and a guess."""
    graded = [rows[name] for name in (*GRADED, "climatology")]
    return spearman([each["process"] for each in graded], [each["hit"] for each in graded])


def broken_promises(rows: Mapping[str, Row]) -> list[str]:
    cheap = [f"{name}: {metric} {rows[name][metric]:.2f}" for name in CHEAP for metric in ("process", "provenance")
             if rows[name][metric] > MOST_CHEAP]  # fmt: skip
    able = [f"{name}: {metric} {rows[name][metric]:.2f}" for name in ABLE for metric in ("process", "provenance")
            if rows[name][metric] < LEAST_ABLE]  # fmt: skip
    found = correlation(rows)
    return [*cheap, *able, *([f"correlation {found:.2f}"] if not found >= LEAST_CORRELATION else [])]


def item_of(name: str, seed: int) -> Made:
    """Return the first item of a workflow."""
    index = next(number for number in range(len(suite.card.kinds)) if items.workflow_of(seed, number).name == name)
    return suite.case(seed, index)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workflow", action="append", choices=sorted(PROGRAMS))
    chosen = parser.parse_args()
    rows = measure([item_of(name, chosen.seed) for name in chosen.workflow or PROGRAMS])
    print(f"{'agent':26s} {'Hit@tol':>8s} {'process':>8s} {'provenance':>11s} {'ToolUseScore (published)':>25s}")
    for name, each in rows.items():
        print(
            f"{name:26s} {each['hit']:8.2f} {each['process']:8.2f} {each['provenance']:11.2f} {each['tool_use']:25.2f}"
        )
    print(
        f"Spearman's correlation of process and Hit@tol over {len(GRADED) + 1} graded agents: {correlation(rows):.2f}"
    )
    print(f"free floor: the best cheap agent has Hit@tol {max(rows[name]['hit'] for name in CHEAP):.2f}")
    for problem in (problems := broken_promises(rows)):
        print(f"broken promise: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
