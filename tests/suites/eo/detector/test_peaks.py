"""Boxes from maps worked out by hand."""

import numpy as np
import pytest

from mesocosm.suites.eo.detector.peaks import Maps, find, overlap

LABELS = ("car", "house")
LEAST = {"car": 0.5, "house": 0.5}


def maps(*bumps):
    """Make maps of 8 × 8 cells with (class, row, column, score, width, height)."""
    made = Maps(*(np.zeros((layers, 8, 8), np.float32) for layers in (2, 2, 2)))
    for kind, row, column, score, width, height in bumps:
        made.scores[kind, row, column] = score
        made.sizes[:, row, column] = width, height
        made.shifts[:, row, column] = 0.5
    return made


def test_a_peak_becomes_a_box_about_its_middle():
    [hit] = find(maps((0, 3, 4, 0.75, 6.0, 2.0)), LABELS, LEAST)
    assert (hit.label, hit.box, hit.score) == ("car", (6.0, 6.0, 12.0, 8.0), 0.75)
    assert all(type(edge) is float for edge in hit.box), "agents read boxes as text"


def test_boxes_end_at_the_edge_of_the_picture():
    [hit] = find(maps((1, 0, 7, 0.9, 10.0, 10.0)), LABELS, LEAST)
    assert hit.box == (10.0, 0.0, 16.0, 6.0)


@pytest.mark.parametrize(("score", "count"), [(0.49, 0), (0.5, 1)])
def test_a_box_below_the_least_score_of_its_class_is_not_reported(score, count):
    assert len(find(maps((0, 3, 4, score, 4.0, 4.0)), LABELS, LEAST)) == count


def test_of_neighbouring_cells_the_higher_one_counts():
    hits = find(maps((0, 3, 3, 0.6, 4.0, 4.0), (0, 3, 4, 0.8, 4.0, 4.0)), LABELS, LEAST)
    assert [hit.score for hit in hits] == [0.801]


def test_of_boxes_of_a_class_that_overlap_by_more_than_half_the_surer_stays():
    near = maps((0, 2, 2, 0.6, 12.0, 12.0), (0, 2, 4, 0.9, 12.0, 12.0), (1, 2, 2, 0.7, 12.0, 12.0))
    assert [(hit.label, hit.score) for hit in find(near, LABELS, LEAST)] == [("car", 0.898), ("house", 0.699)]


def test_overlap_is_intersection_over_union():
    assert overlap((0, 0, 2, 2), (1, 0, 3, 2)) == pytest.approx(2 / 6)
    assert overlap((0, 0, 1, 1), (2, 2, 3, 3)) == 0
