"""What follows from an event of the sky changes with the event, and nothing else does."""

from datetime import UTC, datetime

import numpy as np
import pytest

from mesocosm.earth.planet.causal_graph import LAYERS, PARENTS, Story, effects_of, graph
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.regions import make_region
from mesocosm.earth.planet.sizes import FIRST_YEAR, Size
from mesocosm.earth.planet.sky.clock import year_hours
from mesocosm.errors import UserError

CELLS = 40
LONG = {"air quality", "emissions", "fires", "smoke"}
"""Layers that take long to make for a whole year."""
SHORT = tuple(name for name in LAYERS if name not in LONG)
UNTOUCHED = {"terrain", "land cover", "roads"}
"""Layers that no weather changes within a year."""


@pytest.fixture(scope="module")
def story():
    ground = make_ground(make_region(3, 5, CELLS))
    return Story(ground, make_settlement(ground), FIRST_YEAR, {})


@pytest.fixture(scope="module")
def deluge(story):
    """Return the year's first storm, and the story with ten times its rain, centred on the region."""
    event = next(event for event in story.sky.events(story.year) if event.kind == "storm")
    rain = {"rain_mm": 10 * event.parameters["rain_mm"], "x_km": 0.0, "y_km": 0.0}
    return event, story.intervene(event.id, event.parameters | rain)


def test_the_graph_has_no_circle_and_every_layer_a_place():
    import networkx as nx

    assert nx.is_directed_acyclic_graph(graph())
    assert set(graph()) == set(PARENTS)
    assert set(LAYERS) == set(PARENTS) - {"events"}


def test_effects_are_the_descendants():
    assert effects_of("flood") == {"closed roads", "journeys", "delays", "traffic"}
    assert effects_of("fires") == {"smoke", "air quality"}
    assert set(LAYERS) - effects_of("events") == UNTOUCHED
    assert effects_of("delays") == set()
    with pytest.raises(UserError, match="layer must be one of terrain, .*, got 'weather'"):
        effects_of("weather")


def test_rain_floods_roads_and_exactly_what_follows_changes(story, deluge):
    before, after = story.digests(SHORT), deluge[1].digests(SHORT)
    changed = {name for name in SHORT if before[name] != after[name]}
    assert changed <= effects_of("events")
    assert {"rain", "soil water", "runoff", "discharge", "flood", "closed roads", "journeys", "delays"} <= changed
    assert not changed & UNTOUCHED
    assert deluge[1].layer("closed roads").sum() > story.layer("closed roads").sum()


def test_nothing_changes_before_its_cause_and_the_weather_not_after(story, deluge):
    event, otherwise = deluge
    start, end = (hour - year_hours(story.year)[0] for hour in (event.start_hour, event.end_hour))
    for name in ("rain", "pressure", "temperature"):
        differs = (story.layer(name) != otherwise.layer(name)).any(axis=(0, 2, 3))
        assert not differs[: start - 1].any(), name
        assert not differs[end + 2 :].any(), name
    wet = (story.layer("soil water") != otherwise.layer("soil water")).any(axis=(1, 2))
    assert not wet[: start // 24].any()
    assert wet[end // 24 + 1 :].any()  # the ground stays wet after the event


def test_an_event_that_is_not_there_is_refused(story):
    with pytest.raises(UserError, match="no event of region r005 is called 'r005.storm.2031.99'"):
        story.intervene("r005.storm.2031.99", None).sky  # noqa: B018 - asking for it is what is tested


def test_taking_an_event_back_gives_the_first_world_again(story, deluge):
    event, otherwise = deluge
    again = otherwise.intervene(event.id, event.parameters)
    assert np.array_equal(again.layer("rain"), story.layer("rain"))


def test_a_planets_story_has_the_changes_of_its_own_region():
    size = Size(regions=6, cells=CELLS, towns=1, days=30)
    event = next(event.id for event in Planet(3, size).events("r005", FIRST_YEAR))
    story = Planet(3, size).intervene(event, None).story("r005", FIRST_YEAR)
    assert (story.ground.region.key, dict(story.changes)) == ("r005", {event: None})
    assert event not in {each.id for each in story.sky.events(FIRST_YEAR)}
    assert Planet(3, size).intervene(event, None).story("r001", FIRST_YEAR).changes == {}


@pytest.fixture(scope="module")
def burning():
    """Return a dry region with fires."""
    ground = make_ground(make_region(1, 4, 30))
    return Story(ground, make_settlement(ground), FIRST_YEAR, {})


@pytest.fixture(scope="module")
def largest(burning):
    return max(burning.fires, key=lambda fire: fire.burnt_ha)


def test_without_a_fire_its_smoke_is_missing_and_nothing_else_differs(burning, largest):
    otherwise = burning.intervene(largest.id, None)
    names = [name for name in LAYERS if name not in ("air quality", "emissions")]
    before, after = burning.digests(names), otherwise.digests(names)
    assert {name for name in names if before[name] != after[name]} == {"fires", "smoke"}
    less = burning.layer("smoke") - otherwise.layer("smoke")
    assert less.max() > 1
    assert less.min() > -0.02  # the values of each planet are steps of 0.01
    first = (largest.start - datetime(FIRST_YEAR, 1, 1, tzinfo=UTC)).days
    assert not less[:first].any()


def test_the_air_breathed_is_that_of_the_world_with_less_smoke(burning, largest):
    otherwise = burning.intervene(largest.id, {"hours": 2.0})
    start = largest.start.replace(hour=0)
    with_fire, with_less = burning.air.hours(start, 48), otherwise.air.hours(start, 48)
    for name in ("nitrogen_dioxide", "ozone"):
        assert (with_fire[name].values == with_less[name].values).all()
    assert float((with_fire.pm2p5 - with_less.pm2p5).max()) > 1
    assert otherwise.fires[burning.fires.index(largest)].burnt_ha < largest.burnt_ha


@pytest.mark.parametrize(
    ("name", "figures", "message"),
    [
        (
            "r004.fire.2031",
            None,
            "a fire of region r004 must have an id like 'r004.fire.2031.190', got 'r004.fire.2031'",
        ),
        ("r004.fire.2031.190", {"wind": 3.0}, "only the hours of r004.fire.2031.190 can be changed, got wind"),
    ],
)
def test_changes_that_no_fire_can_have_are_refused(burning, name, figures, message):
    with pytest.raises(UserError, match=message):
        burning.intervene(name, figures)


@pytest.mark.exhaustive
def test_over_the_whole_year_the_air_alone_follows_a_fire(burning, largest):
    before, after = burning.digests(), burning.intervene(largest.id, None).digests()
    assert {name for name in LAYERS if before[name] != after[name]} == {"fires", "smoke", "air quality"}


@pytest.mark.exhaustive
def test_a_wetter_year_has_fewer_fires_and_so_less_smoke():
    ground = make_ground(make_region(1, 2, 20))
    dry = Story(ground, make_settlement(ground), FIRST_YEAR, {})
    drought = next(event for event in dry.sky.events(FIRST_YEAR) if event.kind == "drought")
    otherwise = dry.intervene(drought.id, None)
    assert otherwise.layer("fires").sum() < dry.layer("fires").sum()
    assert otherwise.layer("smoke").sum() < dry.layer("smoke").sum()
