"""Items held against the guards of their workflows: how many each guard let through, and how many draws it left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mesocosm.seeding import generator
from mesocosm.suites.terra import suite
from mesocosm.suites.terra.workflows.catalogue import workflow
from mesocosm.suites.terra.workflows.region_snapshot import Land, planet_of
from mesocosm.types import Record


class GuardedItem(Record):
    """An item and the guards of its workflow."""

    item: str
    workflow: str
    guards: dict[str, bool]
    """Whether each holds, by its rule."""
    left: tuple[str, ...]
    """What earlier draws violated, each as `workflow: rule` or `workflow: field by convention`."""


class GuardCount(Record):
    """What a guard, or the agreement with another convention, did over many items."""

    workflow: str
    guard: str
    items: int = 0
    """Items of which it was checked."""
    left: int = 0
    """Draws that were left because of it."""
    violated: tuple[str, ...] = ()
    """Items of which it does not hold."""


def guard_item(seed: int, index: int) -> GuardedItem:
    """Check the published answers of an item against the guards of its workflow."""
    item, reference = suite.case(seed, index)
    truth = reference.hidden
    chosen, given = workflow(truth.workflow), dict(truth.given)
    land = Land(planet_of(truth.planet), truth.region, item.data.now)
    request = chosen.ask(land, given, generator("terra", "guards"))
    values = {**chosen.derive(land, given), **{field.key: field.value for field in truth.fields}}
    suite.forget()  # many items would fill the memory
    return GuardedItem(
        item=item.id,
        workflow=truth.workflow,
        guards={guard.rule: guard.holds(values) for guard in request.guards},
        left=truth.unsound,
    )


def count_guards(items: Iterable[GuardedItem]) -> list[GuardCount]:
    """Count by workflow and guard, in the order of their names."""
    checked: Counter[tuple[str, str]] = Counter()
    left: Counter[tuple[str, str]] = Counter()
    violated: dict[tuple[str, str], list[str]] = {}
    for one in items:
        for rule, holds in one.guards.items():
            checked[one.workflow, rule] += 1
            if not holds:
                violated.setdefault((one.workflow, rule), []).append(one.item)
        for reason in one.left:
            name, _, rule = reason.partition(": ")
            left[name, rule] += 1
    return [
        GuardCount(
            workflow=name,
            guard=rule,
            items=checked[name, rule],
            left=left[name, rule],
            violated=tuple(violated.get((name, rule), ())),
        )
        for name, rule in sorted(checked.keys() | left.keys())
    ]
