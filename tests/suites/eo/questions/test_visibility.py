"""If the pixels of a view are not clear about what it shows, nothing is counted in it."""

from __future__ import annotations

import functools

import pytest
from tests.suites.eo.questions.toy_lake import SITE, ToyLake, rectangle

from mesocosm.seeding import generator
from mesocosm.suites.eo.lake.frame import Frame, Sensor, Thing
from mesocosm.suites.eo.questions.catalogue import kind_named
from mesocosm.suites.eo.questions.question import Shares
from mesocosm.suites.eo.questions.types import radar_counting
from mesocosm.suites.eo.questions.visibility import countable, has_alike, is_half_hidden, seen_whole
from mesocosm.suites.eo.records import QuestionType

VIEW: Shares = (0.0, 0.0, 1.0, 1.0)
POOL = rectangle("pool", "swimming_pool", 600, 402, 20, 10)


class Drawn(ToyLake):
    """The toy lake with a few more things, in photographs or in radar pictures."""

    def __init__(self, *more: Thing, sensor: Sensor = "rgb", hidden: tuple[Thing, ...] = ()) -> None:
        super().__init__(hidden)
        self.more, self.sensor = more, sensor

    @functools.cache  # noqa: B019 - lakes of tests are few
    def things(self, frame: Frame) -> tuple[Thing, ...]:
        return (*super().things(frame), *(self.more if frame.sensor == self.sensor else ()))

    def left_out(self, frame: Frame) -> tuple[Thing, ...]:
        return self.hidden if frame.sensor == self.sensor else ()

    @property
    def picture(self) -> Frame:
        return self.frames(SITE, self.sensor)[0]


def crown(wide: float, left: float = 600) -> Thing:
    """Make a tree over the western part of the pool, which is 20 pixels long."""
    return rectangle("crown", "tree", left, 400, wide, 16)


def counted(lake: Drawn, word: str, window: Shares = VIEW) -> int | None:
    things = countable(lake, lake.picture, word, window)
    return None if things is None else len(things)


def test_pool_in_the_open_is_counted() -> None:
    assert counted(Drawn(POOL), "swimming pool") == 1


def test_pool_that_a_crown_hides_by_a_third_is_counted() -> None:
    assert counted(Drawn(POOL, crown(6)), "swimming pool") == 1


def test_pool_that_a_crown_hides_by_half_is_not_counted() -> None:
    assert counted(Drawn(POOL, crown(10)), "swimming pool") is None


def test_pool_that_the_list_leaves_out_and_eyes_see_half_of_stops_the_count() -> None:
    other = rectangle("other", "swimming_pool", 680, 402, 20, 10)
    assert counted(Drawn(other, crown(10), hidden=(POOL,)), "swimming pool") is None


def test_pool_wholly_under_a_crown_does_not_matter() -> None:
    other = rectangle("other", "swimming_pool", 680, 402, 20, 10)
    assert counted(Drawn(other, crown(22, 599), hidden=(POOL,)), "swimming pool") == 1


def test_what_is_half_hidden_elsewhere_does_not_matter() -> None:
    lake = Drawn(crown(10), hidden=(POOL,))
    assert is_half_hidden(lake, lake.picture, "swimming pool", VIEW)
    assert not is_half_hidden(lake, lake.picture, "swimming pool", (0.0, 0.0, 0.5, 1.0))
    assert not is_half_hidden(lake, lake.picture, "car", VIEW)


def test_car_under_a_roof_is_out_of_sight() -> None:
    car = rectangle("garaged", "car", 110, 460, 9, 5)  # within the church
    lake = Drawn(hidden=(car,))
    assert not is_half_hidden(lake, lake.picture, "car", VIEW)


def test_ruins_are_graded_and_not_counted() -> None:
    lake = Drawn(rectangle("ruin", "house", 700, 400, 24, 10, damage="destroyed"))
    assert counted(lake, "building") is None
    within = seen_whole(lake, lake.picture, "building", VIEW)
    assert within is not None
    assert "ruin" in {thing.id for thing in within}


def test_terminal_is_taken_for_a_factory_hall() -> None:
    hall, terminal = (
        rectangle(label, label, left, 400, 60, 30, roof="flat", storeys=1)
        for label, left in (("factory_hall", 560), ("commercial_building", 640))
    )
    assert counted(Drawn(hall), "factory hall") == 1
    assert counted(Drawn(hall, terminal), "factory hall") is None
    assert counted(Drawn(hall, terminal), "building") is not None


NORTH: Shares = (0.75, 0.5, 1.0, 0.6)
"""Radar pixels 144 to 192 across and 96 to 115 down, where the toy lake is empty."""
BARN = rectangle("barn", "house", 150, 100, 10, 8)


@pytest.mark.parametrize("label", ["storage_tank", "solar_array"])
def test_radar_counts_no_buildings_beside_blocks_that_look_like_them(label: str) -> None:
    block = rectangle("block", label, 170, 100, 10, 8)
    assert counted(Drawn(BARN, sensor="sar"), "building", NORTH) == 1
    assert counted(Drawn(BARN, sensor="sar", hidden=(block,)), "building", NORTH) is None


@pytest.mark.parametrize(("gap", "value"), [(1.0, None), (3.0, 2)])
def test_radar_shows_neighbours_as_one(gap: float, value: int | None) -> None:
    neighbour = rectangle("neighbour", "house", 160 + gap, 100, 10, 8)
    assert counted(Drawn(BARN, neighbour, sensor="sar"), "building", NORTH) == value


@pytest.mark.parametrize(("wide", "alike"), [(10, True), (25, False), (4, False)])
def test_radar_takes_a_square_building_of_its_size_for_a_tank(wide: float, alike: bool) -> None:
    tank = rectangle("tank", "storage_tank", 170, 100, 10, 10)
    lake = Drawn(tank, rectangle("flats", "apartment_block", 145, 100, wide, min(wide, 10)), sensor="sar")
    assert has_alike(lake, lake.picture, "storage tank", NORTH) is alike


def test_radar_is_not_asked_what_a_building_is_for() -> None:
    hall = rectangle("hall", "factory_hall", 150, 100, 20, 10)
    lake, draw = Drawn(hall, sensor="sar"), generator("test", "radar nouns")
    asked = {
        question.asked["target"]
        for _ in range(300)
        if (question := radar_counting.draw_question(lake, SITE, draw)) is not None
    }
    assert asked
    assert "factory hall" not in asked


DETECTING = (
    "object_counting",
    "arithmetic_reasoning",
    "temporal_counting",
    "moving_reasoning",
    "image_cut_reasoning",
    "optical_temporal_analysis",
    "attribute_identification",
    "overlap_analysis",
)


@functools.cache
def strewn() -> ToyLake:
    """Return the toy lake with cars and houses everywhere that are not in its lists and that nothing hides."""
    return ToyLake(
        hidden=tuple(
            rectangle(f"{label}{row}-{column}", label, 6.0 + 32 * column, top + 32 * row, 9, 5)
            for label, top in (("car", 6.0), ("house", 18.0))
            for row in range(24)
            for column in range(24)
        )
    )


@pytest.mark.parametrize("name", DETECTING)
def test_no_type_asks_about_kinds_that_lists_leave_out(name: QuestionType) -> None:
    draw = generator("test", name)
    for _ in range(60):
        question = kind_named(name).draw(strewn(), SITE, draw)
        words = set() if question is None else {str(value) for value in question.asked.values()}
        assert not words & {"car", "road vehicle", "building", "cars"}


@pytest.mark.parametrize("name", ["damage_presence", "damage_count", "majority_damage", "damage_severity"])
def test_no_damage_is_asked_about_where_lists_leave_out_buildings(name: QuestionType) -> None:
    draw = generator("test", name)
    assert not any(kind_named(name).draw(strewn(), SITE, draw) for _ in range(60))
