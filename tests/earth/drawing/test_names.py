"""Positions of names on a map."""

import itertools

import pytest
from shapely import LineString, Point

from mesocosm.earth.drawing.maps import map_sheet
from mesocosm.earth.drawing.names import Name, write_names
from mesocosm.earth.drawing.window import Window
from mesocosm.earth.geo.backdrop import BareBackdrop

WINDOW = Window(0.0, 0.0, 10.0, 10.0)


def rooms(names, marks=()):
    """Return left, bottom, right and top of each word's letters, in pixels of the map from its lower left corner."""
    with map_sheet(WINDOW, BareBackdrop(), "") as drawn:
        before = len(drawn.sheet.figure.texts)
        write_names(drawn, names, marks)
        box = drawn.axes.get_window_extent()
        made = {text.get_text(): text.get_window_extent() for text in drawn.sheet.figure.texts[before:]}
        size = drawn.frame.width, drawn.frame.height
    return {word: (at.x0 - box.x0, at.y0 - box.y0, at.x1 - box.x0, at.y1 - box.y0) for word, at in made.items()}, size


def test_names_of_one_place_stand_around_it():
    made, _ = rooms([Name(5.0, 5.0, word) for word in ("analysed", "northern", "coastal", "consensus")])
    assert len(made) == 4
    for first, second in itertools.combinations(made.values(), 2):
        apart = first[2] <= second[0] or second[2] <= first[0] or first[3] <= second[1] or second[3] <= first[1]
        assert apart


def test_names_stay_inside_the_frame():
    corners = [Name(x, y, f"Town {x:g} {y:g}") for x in (0.1, 9.9) for y in (0.1, 9.9)]
    made, (width, height) = rooms(corners)
    assert len(made) == 4
    for left, bottom, right, top in made.values():
        assert -1 <= left < right <= width + 1
        assert -1 <= bottom < top <= height + 1


@pytest.mark.parametrize("mark", [LineString([(5, 5), (10, 5)]), Point(5.4, 5.0)])
def test_a_name_keeps_off_what_is_drawn(mark):
    made, (width, _) = rooms([Name(5.0, 5.0, "Town")], [mark])
    assert made["Town"][2] < width / 2  # to the left, where it is free
    free, _ = rooms([Name(5.0, 5.0, "Town")])
    assert free["Town"][0] > width / 2


def test_what_has_no_room_is_left_out():
    made, _ = rooms([Name(5.0, 5.0, f"name {number}") for number in range(30)] + [Name(11.0, 5.0, "outside")])
    assert 4 <= len(made) <= 8
    assert "outside" not in made
