"""A town at the scale of metres: nothing overlaps, streets join, water and bridges agree with the region's rivers."""

import numpy as np
import pytest
import shapely
from tests.earth.planet.people.joined import joined

from mesocosm.earth.planet.ground.courses import river_courses
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.plots import make_plots
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.people.town_growth import make_town
from mesocosm.earth.planet.regions import make_region
from mesocosm.errors import UserError
from mesocosm.seeding import generator

SEED, REGION, CELLS = 7, 0, 96


@pytest.fixture(scope="module")
def ground():
    return make_ground(make_region(SEED, REGION, CELLS))


@pytest.fixture(scope="module")
def town(ground):
    """Return the smallest town on a river, which is the fastest to make."""
    settlement = make_settlement(ground)
    by_river = [rank for rank, place in enumerate(settlement.places) if place.river_cell >= 0]
    return make_town(ground, settlement, by_river[-1])


@pytest.fixture(scope="module")
def footprints(town):
    return np.array([building.outline for building in town.buildings])


def shared_m2(shapes, others):
    first, second = shapely.STRtree(others).query(shapes, predicate="intersects")
    return first, second, shapely.area(shapely.intersection(np.asarray(shapes)[first], np.asarray(others)[second]))


def test_a_town_has_what_towns_have(town):
    uses = {building.use for building in town.buildings}
    assert {"house", "flats", "shop", "office", "school", "church", "industry", "warehouse"} <= uses
    assert {area.kind for area in town.areas} >= {"park", "square", "car_park"}
    assert len(town.fields) > 20
    assert len(town.trees) > 500
    assert town.place.name


def test_buildings_do_not_overlap_each_other(footprints):
    first, second, shared = shared_m2(footprints, footprints)
    assert shared[first != second].max(initial=0.0) == 0.0


def test_buildings_keep_off_streets_and_water(town, footprints):
    lanes = [shapely.buffer(street.line, street.width_m / 2) for street in town.streets]
    assert shared_m2(footprints, lanes)[2].max(initial=0.0) == 0.0
    assert shared_m2(footprints, [town.rivers, town.standing])[2].max(initial=0.0) == 0.0


def test_every_building_reaches_a_street(town, footprints):
    tree = shapely.STRtree([street.line for street in town.streets])
    _, distance = tree.query_nearest(footprints, return_distance=True, all_matches=False)
    assert distance.max() <= 60.0


def test_streets_are_one_network(town):
    assert joined((street.line.coords[0], street.line.coords[-1]) for street in town.streets)


def test_buildings_stand_on_their_parcels(town):
    parcels = {parcel.id: parcel.outline for parcel in town.parcels}
    own = [building for building in town.buildings if building.parcel in parcels]
    assert len(own) > 0.9 * len(town.buildings)
    # 0.02 m: the corners of both are rounded to the centimetre.
    assert all(shapely.buffer(parcels[b.parcel], 0.02).contains(b.outline) for b in own[::5])


def test_attributes_are_believable(town):
    for building in town.buildings:
        assert 1 <= building.storeys <= 16
        assert 2.0 <= building.height_m / building.storeys <= 15.0
        assert 1800 <= building.built <= 2030
        assert building.outline.area >= 28.0 - 0.5
        assert (building.residents > 0) <= (building.use in ("house", "flats", "shop"))


def test_roofs_tell_from_above_what_a_building_is_for(town):
    roofs = {use: {each.roof for each in town.buildings if each.use == use} for use in ("shop", "office", "church")}
    assert roofs["shop"] | roofs["office"] == {"flat"}
    assert roofs["church"] <= {"gable"}


def test_houses_hold_the_towns_people(town):
    """Within a third, in a town small enough to lie in its window as a whole."""
    assert town.place.population < 60_000
    assert sum(building.residents for building in town.buildings) == pytest.approx(town.place.population, rel=0.34)


def test_fields_are_of_believable_size_and_apart(town):
    outlines = [field.outline for field in town.fields]
    assert all(2.0 <= outline.area / 1e4 <= 20.0 for outline in outlines)
    first, second, shared = shared_m2(outlines, outlines)
    assert shared[first != second].max(initial=0.0) == 0.0
    assert shared_m2(outlines, [town.extent, town.rivers, town.standing])[2].max(initial=0.0) == 0.0
    assert all(1 <= field.sown_day <= 365 and 1 <= field.harvest_day <= 365 for field in town.fields)


def test_the_river_is_the_regions_river(ground, town):
    """The middle line of the river lies in the town's water, and the water is as wide as the ground says."""
    courses = river_courses(ground.region)
    inner = shapely.buffer(town.window, -50.0)
    near = shapely.STRtree(courses.lines).query(inner, predicate="intersects")
    assert near.size
    middle = shapely.intersection(shapely.union_all([courses.lines[n] for n in near]), inner)
    assert shapely.length(shapely.difference(middle, shapely.buffer(town.rivers, 0.05))) < 0.5
    # Water area over length is the mean width; confluences and round ends make it a little more or less.
    lengths = shapely.length(shapely.intersection([courses.lines[n] for n in near], inner))
    expected = (lengths * courses.width_m[near]).sum()
    assert shapely.area(shapely.intersection(town.rivers, inner)) == pytest.approx(expected, rel=0.1)


def test_main_streets_turn_and_meet_on_land(town):
    inner = shapely.buffer(town.window, -10.0)
    mains = [street.line for street in town.streets if street.kind in ("motorway", "primary", "secondary")]
    corners = shapely.points(shapely.get_coordinates(mains))
    corners = corners[shapely.contains(inner, corners)]
    assert len(corners) > 50
    assert float(shapely.distance(corners, town.rivers).min()) > 5.0


def test_streets_cross_water_on_bridges_only(town):
    water = shapely.union_all([town.rivers, town.standing])
    decks = shapely.union_all([bridge.deck for bridge in town.bridges])
    wet = shapely.intersection(shapely.union_all([street.line for street in town.streets]), water)
    assert shapely.length(shapely.difference(wet, decks)) < 8.0
    assert all(bridge.deck.intersects(water) for bridge in town.bridges)


def test_everything_is_rounded_valid_and_named_once(town, footprints):
    corners = shapely.get_coordinates(footprints)
    assert np.abs(corners * 100 - np.round(corners * 100)).max() < 1e-5
    assert shapely.is_valid(footprints).all()
    groups = (
        town.streets,
        town.bridges,
        town.blocks,
        town.parcels,
        town.buildings,
        town.areas,
        town.sites,
        town.fields,
    )
    ids = [record.id for group in groups for record in group]
    assert len(set(ids)) == len(ids)
    assert all(key.startswith(town.id) for key in ids)


def test_no_tree_grows_through_a_house(town, footprints):
    inside, _ = shapely.STRtree(footprints).query(shapely.points(town.trees[:, :2]), predicate="within")
    assert inside.size == 0
    assert (town.trees[:, 2:] > 0).all()


def test_parts_lie_in_their_sites(town):
    for site in town.sites:
        # Cranes reach out over the water.
        fixed = [part.outline for part in site.parts if part.kind != "crane"]
        assert all(shapely.buffer(site.outline, 0.05).contains(outline) for outline in fixed)


def test_an_unknown_town_is_named_with_those_that_are_known(ground):
    with pytest.raises(UserError, match=r"town must lie in 0\.\.\d+, got 99"):
        make_town(ground, make_settlement(ground), 99)


def test_plots_fill_their_block_and_face_its_street():
    block = shapely.box(1000.0, 2000.0, 1120.0, 2060.0)
    plots = make_plots(block, 10.0, 30.0, generator("test", 1))
    outlines = [shapely.Polygon(plot.corners) for plot in plots]
    # 360 m of street all round; a front is 5 to 17.5 m, and corners take two.
    assert 18 <= len(plots) <= 40
    assert sum(outline.area for outline in outlines) == pytest.approx(7200.0, abs=1.0)
    assert all(plot.front_m > 0 for plot in plots)
    assert shapely.union_all(outlines).symmetric_difference(block).area < 1.0
