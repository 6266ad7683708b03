"""The planet as a class: results are cached, and a changed event changes only what follows from it."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from tests.earth.planet.micro import MICRO

from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import Size
from mesocosm.earth.planet.water.water import Water
from mesocosm.errors import UnknownName, UserError

NEW_YEAR = datetime(2031, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def planet():
    return Planet(1, MICRO)


def test_what_is_made_is_kept(planet):
    assert planet.ground("r000") is planet.ground("r000")
    assert planet.sky("r000") is planet.sky("r000")
    assert planet.place("r000-p01") == planet.settlement("r000").places[1]


def test_unknown_names_are_refused(planet):
    with pytest.raises(UnknownName, match="no region of this planet is called 'r009'; did you mean r000"):
        planet.ground("r009")
    with pytest.raises(UnknownName, match="no place of this planet is called 'r000-p77'"):
        planet.place("r000-p77")
    with pytest.raises(UserError, match="no event of region r000 is called 'r000.flood.2031.0'"):
        planet.intervene("r000.flood.2031.0", None)


def test_a_storm_that_never_came_changes_its_own_hours_alone(planet):
    storm = next(event for event in planet.events("r000", 2031) if event.kind == "storm")
    calm = planet.intervene(storm.id, None)
    assert storm.id not in {event.id for event in calm.events("r000", 2031)}

    def pressures(world, hour):
        return world.sky("r000").hours(NEW_YEAR + timedelta(hours=hour), 3).pressure_msl.values

    middle = int(storm.middle_hour)
    assert np.abs(pressures(planet, middle) - pressures(calm, middle)).max() > 1.0
    assert (pressures(planet, storm.start_hour - 6) == pressures(calm, storm.start_hour - 6)).all()


def test_years_are_those_of_which_half_is_there():
    assert Planet(1, MICRO).years == (2031,)
    assert Planet(1, Size(regions=1, cells=40, towns=1, days=3 * 366)).years == (2031, 2032, 2033)


def test_water_of_another_course_goes_on_from_the_years_before(monkeypatch):
    size = Size(regions=1, cells=40, towns=1, days=2 * 366)
    planet = Planet(1, size)
    planet.water_year("r000", 2032)
    event = planet.events("r000", 2032)[0]
    other = Planet(1, size, {event.id: None}).water_year("r000", 2032)
    run = []
    monkeypatch.setattr(Water, "_run", lambda *given, run_year=Water._run: run.append(given[1]) or run_year(*given))
    changed = planet.intervene(event.id, None).water_year("r000", 2032)
    assert run == [2032]
    assert changed.discharge_m3_s.tobytes() == other.discharge_m3_s.tobytes()
    assert changed.state.total == other.state.total
    story = planet.story("r000", 2032).intervene(event.id, None)
    assert story.water.discharge_m3_s.tobytes() == other.discharge_m3_s.tobytes()
    assert run == [2032, 2032]


@pytest.mark.parametrize(("figure", "value"), [("rain_mm", -5.0), ("rain_mm", float("nan")), ("radius_km", 0.0)])
def test_an_event_has_no_figure_that_means_nothing(figure, value):
    planet = Planet(1, MICRO)
    event = next(event for year in range(2031, 2060) for event in planet.events("r000", year) if event.kind == "deluge")
    with pytest.raises(UserError, match=f"{figure} of {event.id} must be a number from"):
        planet.intervene(event.id, {figure: value}).sky("r000")
