"""Values and comparisons from outputs written by hand."""

import math

import pytest

from mesocosm.errors import InvalidRecord
from mesocosm.simulators.simulator import Engine, Result
from mesocosm.simulators.sumo.comparison import compare_common_trips
from mesocosm.simulators.sumo.outcome import read_edges, read_trips, teleports, trips_csv, values_of


def tripinfo(name, depart, arrival, duration, loss=0.0, length=1000.0, reroutes=0, delay=0.0):
    return (
        f'<tripinfo id="{name}" depart="{depart}" departDelay="{delay}" arrival="{arrival}" duration="{duration}" '
        f'routeLength="{length}" waitingTime="1.0" timeLoss="{loss}" rerouteNo="{reroutes}"/>'
    )


def infos(*rows):
    return f"<tripinfos>{''.join(rows)}</tripinfos>".encode()


ROWS = (
    tripinfo("b", 5, 105, 100, loss=20, length=900, delay=2),
    tripinfo("a", 0, 50, 50, loss=10, reroutes=1),
    tripinfo("c", 90, -1, 10, loss=4, length=80),
    tripinfo("d", -1, -1, -1, loss=-1, length=-1, delay=30),
)


def test_trips_are_completed_under_way_or_waiting():
    trips = read_trips(infos(*ROWS))
    assert [(trip.id, trip.state) for trip in trips] == [
        ("a", "completed"),
        ("b", "completed"),
        ("c", "under way"),
        ("d", "waiting"),
    ]


def test_values_by_hand():
    values = values_of(read_trips(infos(*ROWS)), demanded=5, dropped=1, lifted=2)
    got = {name: value.magnitude for name, value in values.items()}
    assert got["completion_ratio"] == 0.4
    assert got["mean_travel_time"] == 75
    assert got["p95_travel_time"] == 97.5  # between 50 and 100, at 0.95
    assert got["mean_time_loss"] == 15
    assert got["total_delay"] == pytest.approx((20 + 2 + 10 + 4 + 30) / 3600, rel=1e-8)
    assert got["mean_length"] == 950
    assert got["distance_driven"] == 1.98
    assert (got["trips_inserted"], got["trips_rerouted"], got["teleports"]) == (3, 1, 2)


def test_without_trips_means_are_not_numbers():
    values = values_of([], demanded=0, dropped=0, lifted=0)
    assert math.isnan(values["mean_travel_time"].magnitude)
    assert math.isnan(values["completion_ratio"].magnitude)


def test_trips_left_out_are_not_read():
    assert [trip.id for trip in read_trips(infos(*ROWS), {"a", "c"})] == ["b", "d"]


def test_edges_that_nobody_used_are_left_out():
    document = (
        b'<meandata><interval><edge id="b" sampledSeconds="9.00" entered="2" departed="1" speed="5.00"/>'
        b'<edge id="a" sampledSeconds="0.00"/></interval></meandata>'
    )
    assert read_edges(document) == [("b", 3, 5.0, None, None, None, None)]


def test_teleports_are_counted():
    assert teleports(b'<statistics><teleports total="3" jam="3"/></statistics>') == 3


def result(*rows):
    engine = Engine(name="SUMO", version="1", kind="real")
    return Result(engine=engine, values={}, artifacts={"trips.csv": trips_csv(read_trips(infos(*rows)))})


def test_only_common_trips_are_compared():
    first = result(tripinfo("a", 0, 50, 50), tripinfo("b", 0, 100, 100), tripinfo("long", 0, 900, 900))
    second = result(tripinfo("a", 0, 60, 60, reroutes=1), tripinfo("b", 0, 95, 95), tripinfo("long", 0, -1, 900))
    common = compare_common_trips(first, second)
    assert (common.common, common.slower, common.faster, common.rerouted) == (2, 1, 1, 1)
    assert common.only_first == ("long",)
    assert common.mean_change_s == 2.5  # (10 - 5) / 2, although the plain mean falls from 350 to 77.5
    assert (common.mean_travel_time_first_s, common.mean_travel_time_second_s) == (75, 77.5)


def test_a_run_of_another_engine_is_refused():
    other = Result(engine=Engine(name="Other", version="1", kind="table"), values={})
    with pytest.raises(InvalidRecord, match="a run of Other without trips.csv"):
        compare_common_trips(other, other)
