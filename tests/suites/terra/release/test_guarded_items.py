"""Counts of guards over items."""

from mesocosm.suites.terra.items import workflow_of
from mesocosm.suites.terra.release.guarded_items import GuardedItem, count_guards, guard_item


def test_guards_are_counted_with_the_draws_that_they_left() -> None:
    items = [
        GuardedItem(item="a", workflow="rivers", guards={"low <= high": True}, left=("rivers: low <= high",)),
        GuardedItem(item="b", workflow="rivers", guards={"low <= high": False}, left=("wells: depth by pumping",)),
    ]
    rivers, wells = count_guards(items)
    assert (rivers.items, rivers.left, rivers.violated) == (2, 1, ("b",))
    assert (wells.workflow, wells.guard, wells.items, wells.left) == ("wells", "depth by pumping", 0, 1)


def test_an_item_meets_the_guards_of_its_workflow() -> None:
    checked = guard_item(0, next(index for index in range(65) if workflow_of(0, index).name == "hot_days"))
    assert checked.guards
    assert all(checked.guards.values())
