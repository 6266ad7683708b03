"""Footprints of cyclones: refining the step of their winds changes them little."""

import numpy as np
import pytest

from mesocosm.suites.terra.requests import cyclone_drill
from mesocosm.suites.terra.requests.cyclones import cyclone_other_track
from mesocosm.suites.terra.requests.vortices import Vortex, footprint, frame_about

FASTEST = Vortex(
    latitude=16.0, longitude=0.0, east_km_h=-10.6, north_km_h=10.6, middle_hour=24.0, depth_hpa=78.0, peak_hour=24.0,
    lasting_hours=28.0, radius_km=42.0,
)  # fmt: skip
"""Of the cyclones that are drawn, the one with the largest step for its radius: 15 km/h and 42 km."""


def print_of(step_hours):
    frame = frame_about(
        16.0, 0.0, (4.0, 4.0), cyclone_drill.CELL, "2033-01-01T00:00:00", round(48 / step_hours) + 1, step_hours
    )
    return footprint([FASTEST], frame).values


def test_hours_show_a_footprint_as_finer_steps_do_and_six_hours_do_not():
    fine, used, coarse = (print_of(step) for step in (0.25, cyclone_other_track.STEP_HOURS, 6))
    assert np.abs(used / fine - 1).max() < 0.02
    assert np.abs(coarse / fine - 1).max() > 0.1


def test_a_cell_has_the_strongest_wind_of_all_times():
    # The ring of strongest winds passes over every cell of the path: none has less than four fifths of another's.
    used = print_of(1)
    path = [used[at, -1 - at] for at in range(10, used.shape[0] - 10)]
    assert min(path) > 0.8 * max(path)


@pytest.mark.parametrize("step", [1, 6])
def test_frames_of_any_step_cover_the_same_hours(step):
    frame = frame_about(16.0, 0.0, (1.0, 1.0), 0.5, "2033-01-01T00:00:00", round(96 / step) + 1, step)
    assert (frame.moments()[-1] - frame.moments()[0]).total_seconds() == 96 * 3600
