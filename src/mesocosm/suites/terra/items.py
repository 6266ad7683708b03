"""Items from a seed: a request about one region, with the truth that executing its workflow gives.

Every item is executed when it is made, and computed again by the second way. Where the two disagree, as on a value at
the border of two classes, the draw is skipped for the next one, and a message says so. So is a draw whose answers
violate a guard of the workflow, or depend on a convention that the request leaves open. All this takes some seconds, so
items are cached on disk, under the hash of the code that made them: see `making.item_cache`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.errors import InvalidRecord
from mesocosm.screen.untrusted_text import tell
from mesocosm.seeding import generator, seed_of
from mesocosm.suite import item_id
from mesocosm.suite.facts import Facts
from mesocosm.suites.terra import suite
from mesocosm.suites.terra.making import item_cache
from mesocosm.suites.terra.making.agreement import Disagreement, check_agreement
from mesocosm.suites.terra.making.execution import FREE, Executed, execute
from mesocosm.suites.terra.making.faults import Fault
from mesocosm.suites.terra.real_data.pack import RealPack, RealRequest, real_pack
from mesocosm.suites.terra.real_data.real_items import carry_out, recompute, request_words
from mesocosm.suites.terra.real_data.real_workflow import real_workflow
from mesocosm.suites.terra.records import Data, RecordedPlace, Truth
from mesocosm.suites.terra.workflows.answer_fields import contract
from mesocosm.suites.terra.workflows.catalogue import workflow
from mesocosm.suites.terra.workflows.guards import violated
from mesocosm.suites.terra.workflows.region_snapshot import SIZE, Land, planet_of
from mesocosm.suites.terra.workflows.workflow import LEVEL_WORDS, Given, Unsound, Unsuited, WordedRequest, Workflow
from mesocosm.types import Item, Reference

REAL_SEED = 3_000_000
"""The seed of the items on recorded data, beyond the seeds of every split: see `data` among the options."""
MOST_ATTEMPTS = 24
MOST_WORKFLOWS = 3
"""Workflows tried in turn where no region suits an item's workflow, such as one that needs a rare event."""
FAULT_SHARE = 0.1
"""Share of items in which one request to the archive fails once."""
DAMAGED_SHARE = 0.5
"""Share of these failures in which the archive delivers half a file instead of none."""
LATEST_FAULT = 3
LIGHT = frozenset(
    {
        "cyclone_other_track",
        "hospital_reach",
        "hot_days",
        "muggy_nights",
        "reported_journeys",
        "shade_for_work",
        "track_forecasts",
        "wettest_towns",
    }
)
"""Workflows that run within seconds, from every track: a seed begins with them, so that a first look is quick."""


class Skipped(NamedTuple):
    """Draws before that of an item."""

    attempts: int
    """Regions drawn, that of the item included."""
    disputed: tuple[str, ...]
    unsound: tuple[str, ...]


def make(seed: int, index: int) -> tuple[Item[Data], Reference[Truth]]:
    """Return item number `index` of a seed, from the cache if it is there; items of a sealed seed are never cached."""
    if seed >= REAL_SEED:
        return real_item(seed, index)
    return make_anew(seed, index) if seed < 0 else item_cache.item(seed, index, lambda: make_anew(seed, index))


def group(seed: int, index: int) -> str:
    """Return the region in which an item is tried first: items of one region share its weather and water."""
    if seed >= REAL_SEED:
        return real_pack().request(index).kind
    return next(lands(workflow_of(seed, index), seed, index)).region


def seed_under(seed: int, options: Mapping[str, str]) -> int:
    """Return the seed of the items that the option `data` chooses: recorded data have one set of items."""
    if options["data"] == "planet" or seed == REAL_SEED:
        return seed
    if seed != 0:
        raise InvalidRecord("data=real has one set of items, in the split test: leave the seed and the split out")
    real_pack()  # without a pack there are no items: say so before a run begins
    return REAL_SEED


def count_under(options: Mapping[str, str]) -> int | None:
    """Return the number of items that the option `data` chooses; None for that of the card."""
    return None if options["data"] == "planet" else len(real_pack().manifest.requests)


def real_item(seed: int, index: int) -> tuple[Item[Data], Reference[Truth]]:
    """Return an item of the pack of recorded data; it is cached under the hash of the pack."""
    if seed != REAL_SEED:
        raise InvalidRecord(
            f"seed {seed} has no items: the seed of recorded data is {REAL_SEED}; see docs/terra-real.md"
        )
    pack = real_pack()
    request = pack.request(index)
    return item_cache.item(f"real-{pack.sha256[:16]}", index, lambda: _execute_real(pack, request, index))


def _execute_real(pack: RealPack, request: RealRequest, index: int) -> tuple[Item[Data], Reference[Truth]]:
    worded = words_of_item(index, request)
    executed, second = carry_out(pack, request), recompute(pack, request)
    check_agreement(request.kind, worded, executed.answers, second)
    kind = real_workflow(request.kind)
    truth = Truth(
        workflow=kind.name,
        domain=kind.domain,
        track="fundamentals",
        level=kind.level,
        trait="plain",
        planet=0,
        region=request.place,
        given=request.given,
        fields=tuple(field.truth(executed.answers[field.key]) for field in worded.fields),
        second=second,
        path=executed.path,
        families=executed.families,
        recorded=RecordedPlace(pack=pack.sha256, number=index, box=request.box),
    )
    return _item(REAL_SEED, index, request.now, worded), _reference(REAL_SEED, index, truth, executed)


def words_of_item(index: int, request: RealRequest) -> WordedRequest:
    """Return a request on recorded data in the words of its item."""
    return request_words(request, generator("terra", "real", index))


def make_anew(seed: int, index: int) -> tuple[Item[Data], Reference[Truth]]:
    """Draw and execute an item without the cache."""
    return make_of([workflow_of(seed, index + further) for further in range(MOST_WORKFLOWS)], seed, index)


def make_of(candidates: Iterable[Workflow], seed: int, index: int) -> tuple[Item[Data], Reference[Truth]]:
    """Return an item of the first of these workflows that some region suits, listed among the suite's kinds or not."""
    disputed: list[str] = []
    unsound: list[str] = []
    for candidate in candidates:
        for attempt, land in enumerate(lands(candidate, seed, index), start=1):
            chance = generator("terra", seed, index, attempt)
            try:
                given = candidate.draw(land, chance)
                request = candidate.ask(land, given, chance)
                second = dict(candidate.recompute(land, given))
                check_soundness(candidate, request, land, given, second)
                executed = execute(candidate, land, given)
                check_agreement(candidate.name, request, executed.answers, second)
            except Unsuited:
                continue
            except Unsound as error:
                tell(f"terra: item {index} is drawn again: {error}", err=True)
                unsound.append(str(error))
            except Disagreement as error:
                tell(f"terra: item {index} is drawn again: {error}", err=True)  # a sealed seed is not printed
                disputed.append(str(error))
            else:
                skipped = Skipped(attempt, tuple(disputed), tuple(unsound))
                truth = _truth(candidate, land, given, request, executed, second, skipped, _fault(executed, chance))
                return _item(seed, index, land.now, request), _reference(seed, index, truth, executed)
    raise InvalidRecord(
        f"item {index} of seed {seed}: none of {MOST_ATTEMPTS} regions suits its workflow, nor the next"
    )


def workflow_of(seed: int, index: int) -> Workflow:
    """Return the workflow meant for an item: each once before any twice, in the seed's order, light ones first."""
    every = [workflow(name) for name in suite.card.kinds]
    turn, place = divmod(index, len(every))
    order = [every[int(number)] for number in generator("terra", seed, "order", turn).permutation(len(every))]
    return sorted(order, key=lambda each: turn == 0 and each.name not in LIGHT)[place]


def lands(workflow: Workflow, seed: int, index: int) -> Iterator[Land]:
    """Yield regions in an order of the item's own, each with a moment."""
    planet = planet_of(seed if seed >= 0 else seed_of("terra", "planet", seed))
    order = generator("terra", seed, index, "regions").permutation(SIZE.regions)
    for attempt in range(MOST_ATTEMPTS):
        now = workflow.now(generator("terra", seed, index, "now", attempt))
        yield Land(planet, planet.regions[int(order[attempt % SIZE.regions])].key, now)


def check_soundness(
    workflow: Workflow, request: WordedRequest, land: Land, given: Given, answers: Mapping[str, JsonValue]
) -> None:
    """Raise `Unsound` if the answers violate a guard, or if another sound convention gives other ones."""
    for guard in violated(request.guards, {**workflow.derive(land, given), **answers}):
        raise Unsound(f"{workflow.name}: {guard.rule}")
    for name, others in workflow.alternatives(land, given).items():
        for field in request.fields:
            if field.key in others and not field.agree(answers[field.key], others[field.key]):
                raise Unsound(f"{workflow.name}: {field.key} by {name}")


def _fault(executed: Executed, chance: Chance) -> Fault | None:
    """Return the fault of an item, if it has one: one of the first requests to the archive fails."""
    requests = sum(call.tool.startswith("archive.") and call.tool not in FREE for call in executed.calls)
    if chance.random() >= FAULT_SHARE or not requests:
        return None
    request = int(chance.integers(1, min(requests, LATEST_FAULT), endpoint=True))
    return Fault(
        request=request, kind="a file arrives damaged" if chance.random() < DAMAGED_SHARE else "a source fails once"
    )


def _truth(
    workflow: Workflow,
    land: Land,
    given: Given,
    request: WordedRequest,
    executed: Executed,
    second: dict[str, JsonValue],
    skipped: Skipped,
    fault: Fault | None,
) -> Truth:
    return Truth(
        workflow=workflow.name,
        domain=workflow.domain,
        track=workflow.track,
        level=workflow.level,
        trait=workflow.trait(given),
        planet=land.planet.seed,
        region=land.region,
        given=given,
        fields=tuple(field.truth(executed.answers[field.key]) for field in request.fields),
        second=second,
        path=executed.path,
        families=executed.families,
        standings=workflow.standings(land, given),
        fault=fault,
        attempts=skipped.attempts,
        disputed=skipped.disputed,
        unsound=skipped.unsound,
    )


def _item(seed: int, index: int, now: datetime, request: WordedRequest) -> Item[Data]:
    data = Data(context=request.context, question=request.question, fields=request.fields, now=now)
    words = suite.prompt("task").format(
        context=request.context,
        question=request.question,
        fields=contract(request.fields),
        now=f"{now:%Y-%m-%d %H:%M}",
    )
    return Item[Data](id=item_id("terra", seed, index), suite="terra", prompt=words, seed=seed, data=data)


def _reference(seed: int, index: int, truth: Truth, executed: Executed) -> Reference[Truth]:
    return Reference[Truth](
        item=item_id("terra", seed, index),
        answer={field.key: field.value for field in truth.fields},
        tolerances={field.key: field.abs_tol for field in truth.fields if field.kind == "number"},
        canonical=executed.calls,
        hidden=truth,
    )


def facts(item: Item[Data], reference: Reference[Truth], options: Mapping[str, str]) -> Facts:
    """Return an item's facts: the workflow as cluster, the domain as category, a region of the planet as place."""
    truth = reference.hidden
    strata = {
        "track": truth.track,
        "level": f"{truth.level} {LEVEL_WORDS[truth.level]}",
        "trait": truth.particular,
        "steps": _band(len(truth.path.steps)),
    }
    place = truth.region if truth.recorded else f"planet {truth.planet}, {truth.region}"
    return Facts(cluster=truth.workflow, category=truth.domain, kind="reasoning", place=place, strata=strata)


def _band(steps: int) -> str:
    return next(f"up to {most}" for most in (20, 40, 60, 80, 1000) if steps <= most)
