"""Titles of pictures: wrapped where they are long, never cut."""

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from mesocosm.earth.drawing.charts import chart_sheet
from mesocosm.earth.drawing.maps import map_sheet
from mesocosm.earth.drawing.sheet import MARGIN, MOST_ROWS, SMALLEST, TITLE_SIZE, heading, text_width
from mesocosm.earth.drawing.window import Window
from mesocosm.earth.geo.backdrop import BareBackdrop

LONG = "Monthly mean of the daily maximum temperature two metres above ground, July 2031"
WIDTH = 460
"""Width in pixels of the narrowest map."""


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text("abcWil.", min_size=1, max_size=30), min_size=1, max_size=14))
def test_no_word_of_a_title_is_lost_and_every_row_fits(words):
    title = " ".join(words)[:80]
    rows = heading(title, "", WIDTH).title
    assert "".join("".join(rows).split()) == "".join(title.split())
    room = WIDTH - 2 * MARGIN
    assert all(text_width(row, TITLE_SIZE * SMALLEST, "bold") <= room for row in rows)


def test_a_short_title_stays_in_one_row():
    assert heading("Rain of July", "2031-07-01 to 2031-08-01", WIDTH).more == 0


def test_a_title_without_end_is_cut_after_the_last_row():
    head = heading("W" * 5000, "word " * 5000, WIDTH)
    assert len(head.title) == len(head.line) == MOST_ROWS


def ink_rows(png, top, bottom):
    """Return the groups of rows of pixels with dark letters, from top to bottom."""
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("L"))[top:bottom]
    dark = (pixels < 120).any(axis=1).astype(int)
    return int((np.diff(dark, prepend=0) == 1).sum())


@pytest.mark.parametrize("title", ["Rain of July", LONG])
def test_a_map_has_room_for_every_row_of_its_title(title):
    with map_sheet(Window(10, 10, 11, 13), BareBackdrop(), title, "2031-07-01") as drawn:
        pass
    rows = heading(title, "", drawn.sheet.width).title
    assert (len(rows) > 1) == (title == LONG)
    # One group of dark rows for each row of the title and one for the line below, all above the map.
    assert ink_rows(drawn.sheet.png, 0, drawn.frame.top - 12) == len(rows) + 1


def test_a_chart_moves_down_by_the_rows_of_its_title():
    frames = []
    for title in ("Rain of July", LONG):
        with chart_sheet(title, "2031", "x", "y", width=WIDTH) as drawn:
            pass
        left, top, right, bottom = drawn.frame
        frames.append((top, right - left, bottom - top))
    more = heading(LONG, "2031", WIDTH).more
    assert more > 0
    assert frames[1] == (frames[0][0] + more, *frames[0][1:])
