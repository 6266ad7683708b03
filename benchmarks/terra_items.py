"""Check terra's items of a seed: their distribution, what trivial guesses earn, and whether any truth can be read.

    python benchmarks/terra_items.py [--seed 1] [-n 585] [--kept]
    python benchmarks/terra_items.py --costs [--seed 1] [-n 40]

Takes items from the shelf (`mesocosm terra execute` fills it in processes); missing items are made, or left out with
`--kept`. Prints

    items, steps, and their balance by track, level, domain and trait
    Hit@tol of guesses that call no tool: zero, a typical number of the unit, the mean of the field over the other items
    of its workflow, the document's number for what the data say
    leaks: true values found in what an agent can read without computing: the request, descriptions of tools, its files,
    documents beside those whose statements are checked

With `--costs` it makes items anew in a process of its own, once with a cache that is empty at first, once without, and
prints side by side the median CPU seconds of the first item of a region and of the next ones, the peak of the memory,
and whether both made the same bytes.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import math
import os
import re
import resource
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import NamedTuple
from unittest import mock

from pydantic import JsonValue

if sys.path[0] == str(Path(__file__).parent):
    sys.path.pop(0)  # files beside this one would be imported for libraries

from mesocosm.earth.planet.planet import Planet
from mesocosm.suite.balance import balance
from mesocosm.suites.terra import items, suite
from mesocosm.suites.terra.agents import usual
from mesocosm.suites.terra.making import item_cache
from mesocosm.suites.terra.records import Data, Truth
from mesocosm.suites.terra.scoring.answers import score_answers
from mesocosm.suites.terra.scoring.prediction import prediction_of
from mesocosm.suites.terra.workflows.answer_fields import RequestedField
from mesocosm.suites.terra.workflows.catalogue import workflow
from mesocosm.suites.terra.workflows.region_snapshot import SIZE, Land, planet_of
from mesocosm.types import Item, Reference

Made = tuple[Item[Data], Reference[Truth]]
PROMISED = 0.05
TELLING_DIGITS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-n", type=int, default=suite.card.items)
    parser.add_argument("--kept", action="store_true", help="Only items that are on the shelf.")
    parser.add_argument("--costs", action="store_true", help="Only what items cost, with the cache and without.")
    chosen = parser.parse_args()
    if chosen.costs:
        return print_costs(chosen.seed, range(chosen.n))
    indices = [
        index
        for index in range(chosen.n)
        if not chosen.kept or item_cache.ITEMS.path(item_cache.name_of(chosen.seed, index)).exists()
    ]
    items = [suite.case(chosen.seed, index) for index in indices]
    print_balance(items)
    print_guesses(items)
    print_leaks(items)


class Cost(NamedTuple):
    """What one item cost, in a process that made those before it."""

    region: str
    cpu_s: float
    """Seconds of processor time, those of engines and of the sandbox included."""
    peak_mb: float
    digest: str


def print_costs(seed: int, indices: Sequence[int]) -> None:
    """Make items in fresh processes, with a cache that is empty at first, and with planets that keep nothing."""
    costs = {}
    for label, limit in (("cache", ""), ("no cache", "0 B")):
        with tempfile.TemporaryDirectory() as folder:
            environment = {"MESOCOSM_CACHE": folder, "MESOCOSM_CACHE_LIMIT": limit}
            with mock.patch.dict(os.environ, environment), ProcessPoolExecutor(1, get_context("spawn")) as pool:
                costs[label] = pool.submit(costs_of, seed, indices, cached=not limit).result()
    print(f"{len(indices)} items of seed {seed}, median CPU seconds an item, processes of engines included")
    print(f"{'':10s} {'first of a region':>18s} {'next ones':>10s} {'all':>8s} {'peak memory':>12s}")
    for label, each in costs.items():
        regions = [cost.region for cost in each]
        first = [cost.cpu_s for at, cost in enumerate(each) if cost.region not in regions[:at]]
        after = [cost.cpu_s for at, cost in enumerate(each) if cost.region in regions[:at]]
        medians = median(first), median(after or [math.nan])
        total, peak = sum(cost.cpu_s for cost in each), max(cost.peak_mb for cost in each)
        print(f"{label:10s} {medians[0]:18.2f} {medians[1]:10.2f} {total:7.0f}s {peak:9.0f} MB")
    same = sum(one.digest == other.digest for one, other in zip(*costs.values(), strict=True))
    print(f"{same} of {len(indices)} items have the same bytes with the cache and without")


def costs_of(seed: int, indices: Sequence[int], *, cached: bool) -> list[Cost]:
    if cached:
        return [cost_of(seed, index) for index in indices]
    planet = Planet(seed, SIZE)
    with mock.patch("mesocosm.suites.terra.items.planet_of", return_value=planet):
        return [cost_of(seed, index) for index in indices]


def cost_of(seed: int, index: int) -> Cost:
    before = cpu_seconds()
    item, reference = items.make_anew(seed, index)
    digest = hashlib.sha256((item.model_dump_json() + reference.model_dump_json()).encode()).hexdigest()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Cost(reference.hidden.region, cpu_seconds() - before, peak, digest)


def cpu_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def print_balance(items: Sequence[Made]) -> None:
    steps = [len(reference.canonical) for _, reference in items]
    print(f"{len(items)} items, {sum(steps):,} steps, {min(steps)} to {max(steps)} an item")
    balances = balance((suite.facts(item, reference), len(reference.canonical)) for item, reference in items)
    balances.pop("all")
    for name, counts in balances.items():
        print(f"  {name}: " + ", ".join(f"{value} {count}" for value, (count, _) in counts.items()))
    print(f"  families: {Counter(len(reference.hidden.families) for _, reference in items)}")


def print_guesses(items: Sequence[Made]) -> None:
    means = field_means(items)
    guesses: dict[str, Callable[[Made, RequestedField], JsonValue]] = {
        "zero": lambda made, field: 0 if field.kind == "number" else None,
        "typical of the unit": lambda made, field: usual(field, made[0].prompt),
        "mean of the workflow's other items": lambda made, field: means(made, field),
        "the document's number": stated,
    }
    for name, guess in guesses.items():
        hits = [hit(made, guess) for made in items]
        numbers = [share for made in items if not math.isnan(share := hit(made, guess, numbers_only=True))]
        rates = f"{sum(hits) / len(hits):.1%} of all fields, {sum(numbers) / max(len(numbers), 1):.1%} of numbers"
        print(f"guess {name:36s} {rates} (promise: at most {PROMISED:.0%})")


def hit(made: Made, guess: Callable[[Made, RequestedField], JsonValue], *, numbers_only: bool = False) -> float:
    item, reference = made
    answers = {field.key: guess(made, field) for field in item.data.fields}
    fields = [field for field in reference.hidden.fields if not numbers_only or field.kind == "number"]
    return score_answers(fields, prediction_of(answers)).hit if fields else math.nan


def field_means(items: Sequence[Made]) -> Callable[[Made, RequestedField], JsonValue]:
    """Return the mean of a field over the other items of its workflow."""
    values: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for item, reference in items:
        for field in reference.hidden.fields:
            if field.kind == "number":
                values[reference.hidden.workflow, field.key][item.id] = float(str(field.value))

    def mean(made: Made, field: RequestedField) -> JsonValue:
        item, reference = made
        others = [value for name, value in values[reference.hidden.workflow, field.key].items() if name != item.id]
        return sum(others) / len(others) if others and field.kind == "number" else None

    return mean


def stated(made: Made, field: RequestedField) -> JsonValue:
    """Return what the document says where the data are asked for, if it is wrong."""
    for standing in made[1].hidden.standings:
        if standing.measured == field.key and standing.how not in ("exact", "rounded", "true"):
            return standing.stated
    return None


def print_leaks(items: Sequence[Made]) -> None:
    by_region = sorted(items, key=lambda made: made[1].hidden.region)  # data of only a few regions are cached
    leaks = [leak for made in by_region for leak in leaks_of(made)]
    print(f"{len(leaks)} leaks in {len(items)} items")
    for leak in leaks[:20]:
        print(f"  {leak}")


def leaks_of(made: Made) -> Iterator[str]:
    """Find numbers with many digits, as in the truth or as asked for, in what an agent can read."""
    item, reference = made
    asked = {field.key: field for field in item.data.fields}
    places = {name: numbers_of(text) for name, text in readable(made)}
    for field in reference.hidden.fields:
        if field.kind != "number" or asked[field.key].certainty == "reading":  # that is to be read
            continue
        spellings = {word for word in spelled(float(str(field.value)), asked[field.key].decimals) if is_telling(word)}
        for place, numbers in places.items():
            if not spellings.isdisjoint(numbers):
                yield f"{item.id} ({reference.hidden.workflow}): {field.key} = {field.value} stands in {place}"


def readable(made: Made) -> Iterator[tuple[str, str]]:
    """Return all words and files that an agent can read without computing anything, by place."""
    item, reference = made
    truth, land = reference.hidden, land_of(made)
    chosen, given = workflow(truth.workflow), dict(truth.given)
    with suite.world(item, reference) as world:
        yield "the request", suite.prompt("system") + item.prompt
        for tool in world.tools.whole.values():
            yield f"the description of {tool.id}", tool.description + tool.schema_bytes.decode()
        for path in world.workspace.files():
            yield f"the file {path.path}", path.path + world.workspace.read_bytes(path.path).decode(errors="replace")
    for document in chosen.documents(land, given):
        if document.id not in {standing.document for standing in truth.standings}:  # those state what is true, or wrong
            yield f"the document {document.id}", document.text


def land_of(made: Made) -> Land:
    return Land(planet_of(made[1].hidden.planet), made[1].hidden.region, made[0].data.now)


@functools.lru_cache(maxsize=4096)
def numbers_of(text: str) -> set[str]:
    return set(re.findall(r"\d+\.\d+|\d{4,}", text.replace(",", "")))


def spelled(value: float, decimals: int | None) -> set[str]:
    return {f"{abs(value):.10g}", f"{abs(value):.{decimals or 0}f}"}


def is_telling(word: str) -> bool:
    """Return whether it has too many digits to occur by chance."""
    return len(word.replace(".", "").strip("0")) >= TELLING_DIGITS


if __name__ == "__main__":
    main()
