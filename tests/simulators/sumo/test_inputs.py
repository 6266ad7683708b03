"""Invalid inputs are refused before any program starts, with the field and the allowed values."""

import importlib.util

import pytest

from mesocosm.errors import InvalidRecord, MissingExtra
from mesocosm.simulators.sumo import programs
from mesocosm.simulators.sumo.engine import SumoSimulator

pytest.importorskip("networkx", reason="pip install 'mesocosm[traffic]'")

LANE = '<lane id="{0}_0" index="0" speed="13.89" length="100" shape="0,{1} 100,{1}"/>'
EDGES = "".join(f'<edge id="{name}">{LANE.format(name, y)}</edge>' for y, name in enumerate("abc"))
NET = (
    f'<net><location netOffset="0,0" projParameter="!"/>{EDGES}'
    '<connection from="a" to="b"/><connection from="b" to="c"/><connection from="c" to="a"/></net>'
)
TRIP = {"id": "t", "depart_s": 0, "from_edge": "a", "to_edge": "c"}
GOOD = {"net": NET, "trips": [TRIP], "end_s": 100}
ZONE = {"id": "z", "people": 10, "jobs": 5, "edges": ["a"]}
PEOPLE = {"zones": [ZONE], "trips_per_person": 1, "distance_scale_km": 1, "to_s": 10}


def with_people(**changes):
    return {"net": NET, "population": {**PEOPLE, **changes}, "end_s": 100}


def test_good_inputs_pass():
    SumoSimulator().validate(GOOD)
    SumoSimulator().validate(with_people())


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({}, "end_s is missing"),
        ({"end_s": 100}, "exactly one of osm, net must be given, got none"),
        ({**GOOD, "osm": "<osm/>"}, "exactly one of osm, net must be given, got osm and net"),
        ({**GOOD, "routes": "<routes/>"}, "exactly one of trips, population, routes"),
        ({**GOOD, "end_s": 1e13}, "end_s: .*less than or equal to 604800"),
        ({**GOOD, "end_s": -1}, "end_s: .*greater than 0, got -1"),
        ({**GOOD, "end_s": float("nan")}, "end_s: .*finite"),
        ({**GOOD, "nets": NET}, "nets is not an input; did you mean net"),
        ({**GOOD, "trips": []}, "trips: .*at least 1 item"),
        ({**GOOD, "trips": [TRIP, TRIP]}, "trips: id t is given twice"),
        ({**GOOD, "trips": [{**TRIP, "from_edge": None}]}, "trip t needs either from_edge or from_point"),
        ({**GOOD, "trips": [{**TRIP, "to_edge": "z"}]}, r"trips\.0\.to_edge: the network has no edge z for cars"),
        ({**GOOD, "trips": [{**TRIP, "depart_s": -5}]}, r"trips\.0\.depart_s: .*greater than or equal to 0"),
        (
            {**GOOD, "trips": [{"id": "t", "depart_s": 0, "from_point": [45, 120], "to_edge": "a"}]},
            r"trips\.0\.from_point: a point is \[longitude, latitude\]",
        ),
        (
            {**GOOD, "trips": [{"id": "t", "depart_s": 0, "from_point": [10, 45], "to_edge": "a"}]},
            "the network has no projection",
        ),
        ({**GOOD, "trips": [{**TRIP, "id": 'a"><evil/>'}]}, r"trips\.0\.id: "),
        ({**GOOD, "net": "<net></net>"}, "the network has no edge that cars may use"),
        ({**GOOD, "net": "<net><edge>"}, "net: not well-formed XML"),
        ({**GOOD, "net": "<osm/>"}, "net: must begin with <net>, got <osm>"),
        (
            {**GOOD, "net": '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><net>&b;</net>'},
            "net: a document type",
        ),
        ({**GOOD, "net": '<net><edge id="a"><lane/></edge></net>'}, "net: an edge or the location is not as SUMO"),
        ({**GOOD, "closures": [{"edges": []}]}, r"closures\.0: edges or ways must name at least one road"),
        ({**GOOD, "closures": [{"edges": ["q"]}]}, r"closures\.0\.edges: the network has no edge q"),
        ({**GOOD, "closures": [{"ways": ["1"]}]}, r"closures\.0\.ways: no road for cars was made from the way 1"),
        ({**GOOD, "closures": [{"edges": ["a"], "from_s": 9, "to_s": 9}]}, "to_s must lie after from_s"),
        ({**GOOD, "slowdowns": [{"edges": ["a"], "speed_km_h": 0}]}, r"slowdowns\.0\.speed_km_h: .*greater than 0"),
        (with_people(zones=[]), "zones: .*at least 1 item"),
        (with_people(zones=[{**ZONE, "people": -1}]), r"people: .*greater than or equal to 0"),
        (with_people(zones=[{**ZONE, "jobs": 0}]), "jobs are zero in every zone"),
        (with_people(zones=[{**ZONE, "people": 1e7}]), "gives 10,000,000 trips; at most 200,000"),
        (with_people(zones=[{**ZONE, "edges": ["q"]}]), r"population\.zones\.0\.edges: the network has no edge q"),
        (with_people(to_s=0), "to_s must lie after from_s"),
    ],
)
def test_bad_inputs_are_refused_with_their_field(inputs, message):
    with pytest.raises(InvalidRecord, match=message):
        SumoSimulator().validate(inputs)


def test_flows_cannot_be_closed_off():
    flow = '<routes><flow id="f" begin="0" end="9" number="3" from="a" to="c"/></routes>'
    inputs = {"net": NET, "routes": flow, "end_s": 10}
    SumoSimulator().validate(inputs)
    with pytest.raises(InvalidRecord, match="a <flow> cannot be combined with closures"):
        SumoSimulator().validate({**inputs, "closures": [{"edges": ["b"]}]})


def test_without_sumo_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'mesocosm\[traffic\]'"):
        programs.folder()
