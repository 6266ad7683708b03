"""Crops are asked for only where summers let them ripen."""

from types import SimpleNamespace

import pytest

from mesocosm.simulators.simulator.plausibility import HARVESTED_GREEN
from mesocosm.suites.terra.requests.field_seasons import degree_days, demand_harvests, demand_warmth, evaporative_demand
from mesocosm.suites.terra.workflows.workflow import Unsuited


def summer(low, high, days=120):
    dates = [f"2032-{5 + day // 30:02d}-{1 + day % 30:02d}" for day in range(days)]
    return {"date": dates, "tmin_c": [low] * days, "tmax_c": [high] * days}


def test_degree_days_worked_by_hand():
    # Maize develops between 8 and 30 degrees: (8 + 20) / 2 - 8 = 6 a day, and (20 + 30) / 2 - 8 = 17.
    assert degree_days("Maize", "2032-05-01", summer(5.0, 20.0)) == pytest.approx(120 * 6)
    assert degree_days("Maize", "2032-06-01", summer(20.0, 36.0)) == pytest.approx(90 * 17)


def test_maize_is_not_asked_for_where_summers_are_cool():
    # The earliest varieties need two thirds of 1700 degree days.
    with pytest.raises(Unsuited, match="summers at Cold are too cool for Maize"):
        demand_warmth("Maize", [("Cold", "2032-05-01", summer(5.0, 20.0)), ("Warm", "2032-05-01", summer(14.0, 28.0))])
    demand_warmth("Maize", [("Warm", "2032-05-01", summer(14.0, 28.0))])
    demand_warmth("Barley", [("Cold", "2032-05-01", summer(5.0, 20.0))])


def test_one_warm_season_of_a_town_is_enough():
    demand_warmth("Maize", [("Hale", "2032-05-01", summer(low, low + 15.0)) for low in (5.0, 14.0)])


def test_evaporative_demand_of_an_example_of_fao():
    # FAO-56, example 20: Lyon (45.72 degrees north) in July has 5.0 mm a day by Hargreaves.
    july = {"date": ["2031-07-15", "2031-07-16"], "tmin_c": [14.8] * 2, "tmax_c": [26.6] * 2}
    assert evaporative_demand(july, 45.72) == pytest.approx(2 * 5.0, rel=0.02)


def harvest(dry_yield, *warnings, errors=()):
    values = {} if errors else {"dry_yield": SimpleNamespace(magnitude=dry_yield)}
    return SimpleNamespace(errors=errors, warnings=warnings, values=values)


@pytest.mark.parametrize("failed", [harvest(0.2), harvest(4.0, HARVESTED_GREEN), harvest(0, errors=("too cold",))])
def test_a_town_without_any_harvest_is_unsuited(failed):
    with pytest.raises(Unsuited, match="never ripens with a harvest at Hale"):
        demand_harvests(["Hale", "Hale", "Dale"], [failed, failed, harvest(4.0)])
    demand_harvests(["Hale", "Hale", "Dale"], [failed, harvest(4.0), harvest(4.0)])
