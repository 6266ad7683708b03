"""A town through the years: the list of what is built or demolished is the difference between two dates."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
import shapely

from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.people.town_growth import make_town
from mesocosm.earth.planet.people.town_history import FIRST_DAY, HORIZON_DAYS, programme
from mesocosm.earth.planet.people.town_on_date import as_of, changes_between, town_on
from mesocosm.earth.planet.regions import make_region

RANK = 4
DATES = [date(2031, 1, 1), date(2032, 7, 1), date(2035, 3, 3), date(2038, 12, 31), date(2041, 6, 1)]


@pytest.fixture(scope="module")
def region():
    return make_region(3, 5, 40)


@pytest.fixture(scope="module")
def grown(region):
    ground = make_ground(region)
    return make_town(ground, make_settlement(ground), RANK)


@pytest.fixture(scope="module")
def plan(region):
    return programme(region, RANK)


def standing(town):
    return {building.id for building in town.buildings} | {part.id for site in town.sites for part in site.parts}


def test_lists_of_works_are_exactly_what_differs(region, grown, plan):
    for first, last in [*pairwise(DATES), (DATES[0], DATES[-1])]:
        before, after = (standing(as_of(grown, plan, day)) for day in (first, last))
        changes = changes_between(region, RANK, first, last)
        assert {change.id for change in changes if change.kind == "built"} == after - before
        assert {change.id for change in changes if change.kind == "demolished"} == before - after


def test_in_the_end_stands_the_town_as_it_was_grown(grown, plan):
    end = as_of(grown, plan, FIRST_DAY + timedelta(days=HORIZON_DAYS))
    assert standing(end) == standing(grown)
    for name in ("streets", "blocks", "parcels", "areas", "sites", "fields"):
        assert getattr(end, name) == getattr(grown, name), name
    assert (end.trees == grown.trees).all()


def test_a_town_grows_by_some_percent_and_loses_a_few_buildings(grown, plan):
    first = as_of(grown, plan, FIRST_DAY)
    assert 0.75 < len(first.buildings) / len(grown.buildings) < 0.98
    assert 1 <= len(plan.old) <= 6
    assert {building.id for building in plan.old} <= standing(first)
    assert len(first.fields) > len(grown.fields)
    assert len(first.streets) < len(grown.streets)


def test_a_block_is_field_then_site_then_housing(grown, plan):
    work = max((work for work in plan.works if work.kind == "block"), key=lambda work: len(work.finished))
    before, during, after = (
        as_of(grown, plan, day)
        for day in (work.begins - timedelta(days=1), work.begins + timedelta(days=30), work.ends + timedelta(days=1))
    )
    assert f"{work.id}-field" in {field.id for field in before.fields}
    assert work.target not in {block.id for block in before.blocks}
    assert (f"{work.id}-ground", "construction_site") in {(area.id, area.kind) for area in during.areas}
    houses = {house for house, _ in work.finished}
    assert not houses & standing(during)
    assert houses <= standing(after)
    assert work.target in {block.id for block in after.blocks}
    years = {building.built for building in after.buildings if building.id in houses}
    assert years <= {work.begins.year, work.begins.year + 1, work.ends.year}


def test_nothing_stands_on_ground_that_is_field_or_on_another_building(grown, plan):
    for day in DATES[:3]:
        town = as_of(grown, plan, day)
        footprints = [building.outline for building in town.buildings]
        new_fields = [field.outline for field in town.fields[len(grown.fields) :]]
        assert not shapely.STRtree(footprints).query(new_fields, "overlaps").size
        assert not shapely.STRtree(footprints).query(new_fields, "contains").size
        first, second = shapely.STRtree(footprints).query(footprints, "overlaps")
        overlap = (
            shapely.area(shapely.intersection([footprints[n] for n in first], [footprints[n] for n in second]))
            if first.size
            else []
        )
        assert max(overlap, default=0.0) < 0.5


def test_older_buildings_come_first_and_in_one_order(grown, plan):
    lists = [[building.id for building in as_of(grown, plan, day).buildings] for day in DATES]
    old = {building.id for building in plan.old}
    for before, after in pairwise([[key for key in ids if key not in old] for ids in lists]):
        assert after[: len(before)] == before


def test_town_on_a_date_is_made_from_the_region_alone(region, grown, plan):
    assert town_on(region, RANK, DATES[2]).buildings == as_of(grown, plan, DATES[2]).buildings
