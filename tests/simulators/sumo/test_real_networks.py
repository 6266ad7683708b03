"""Real networks: SUMO's scenario of Bologna, Helsinki as OpenStreetMap has it, and a town of the planet."""

import bz2
import re

import pytest
from tests.shared import SHARED

from mesocosm import registry
from mesocosm.extras import missing_of
from mesocosm.isolation.selection import why_none
from mesocosm.simulators.simulator import RunLimits
from mesocosm.simulators.sumo.comparison import compare_common_trips

OSM = SHARED / "data" / "real" / "osm"
pytestmark = [
    pytest.mark.skipif(bool(missing_of("traffic")), reason="SUMO: pip install 'mesocosm[traffic]'"),
    pytest.mark.skipif(why_none() is not None, reason=f"no isolator works here: {why_none()}"),
]
real = pytest.mark.skipif(not OSM.is_dir(), reason=f"{OSM} is not there")
LIMITS = RunLimits(seconds=600)
BOLOGNA = {
    "net": ("acosta_buslanes.net.xml",),
    "routes": ("acosta.rou.xml", "acosta_busses.rou.xml"),
    "additional": (
        "acosta_vtypes.add.xml",
        "acosta_detectors.add.xml",
        "acosta_bus_stops.add.xml",
        "acosta_tls.add.xml",
    ),
}


@pytest.fixture(scope="module")
def sumo():
    return registry.load("simulators", "sumo")


def bologna(end_s):
    texts = {
        name: [(OSM / "sumo_bologna_acosta" / file).read_text() for file in files] for name, files in BOLOGNA.items()
    }
    return {**texts, "net": texts["net"][0], "end_s": end_s}


def same_bytes(sumo, inputs, seed=0):
    runs = [sumo.run(inputs, seed=seed, limits=LIMITS).model_copy(update={"runtime_s": 0.0}) for _ in range(2)]
    assert runs[0].fingerprint() == runs[1].fingerprint()
    return runs[0]


@real
@pytest.mark.fidelity
def test_bologna_repeats_and_loses_no_vehicle(sumo):
    inputs = bologna(120)
    result = same_bytes(sumo, inputs)
    departs = [
        float(time) for text in inputs["routes"] for time in re.findall(r'<vehicle[^>]* depart="([\d.]+)"', text)
    ]
    assert result.values["trips_demanded"].magnitude == sum(time < 120 for time in departs) > 200
    assert result.values["trips_dropped"].magnitude == 0


@real
@pytest.mark.fidelity
@pytest.mark.exhaustive
def test_bologna_whole(sumo):
    # The scenario is an hour of demand; half an hour later nearly all have arrived, and none was lifted out of a jam.
    result = same_bytes(sumo, bologna(5400), seed=42)
    assert result.values["trips_demanded"].magnitude == 8622 + 157  # elements of the two route files
    assert result.values["completion_ratio"].magnitude > 0.98
    assert result.values["teleports"].magnitude == 0


@real
@pytest.mark.fidelity
@pytest.mark.exhaustive
def test_helsinki_converts_and_runs(sumo, tmp_path):
    osmium = pytest.importorskip("osmium", reason="pip install osmium: the extract is packed as PBF")
    with osmium.SimpleWriter(str(tmp_path / "map.osm")) as writer:
        for thing in osmium.FileProcessor(str(OSM / "helsinki" / "Helsinki.osm.pbf")):
            writer.add(thing)
    zones = [
        {"id": "south", "people": 1000, "jobs": 1000, "point": [24.944, 60.168], "radius_m": 400},
        {"id": "north", "people": 1000, "jobs": 1000, "point": [24.947, 60.176], "radius_m": 400},
    ]
    people = {"zones": zones, "trips_per_person": 0.1, "distance_scale_km": 2, "to_s": 900}
    result = same_bytes(sumo, {"osm": (tmp_path / "map.osm").read_text(), "population": people, "end_s": 1800})
    assert result.values["trips_demanded"].magnitude == 200
    assert result.values["completion_ratio"].magnitude > 0.9


@real
@pytest.mark.fidelity
@pytest.mark.exhaustive
def test_west_oakland_converts_and_runs(sumo):
    osm = bz2.decompress((OSM / "osmnx" / "West-Oakland.osm.bz2").read_bytes()).decode()
    zone = {"id": "all", "people": 500, "jobs": 500, "point": centre(osm), "radius_m": 3000}
    people = {"zones": [zone], "trips_per_person": 0.2, "distance_scale_km": 2, "to_s": 600}
    result = same_bytes(sumo, {"osm": osm, "population": people, "end_s": 1800})
    assert result.values["trips_demanded"].magnitude == 100
    assert result.values["completion_ratio"].magnitude > 0.9


def centre(osm):
    """The middle of all nodes, longitude and latitude."""
    places = [
        (float(re.search(rf' {axis}="([-\d.]+)"', node).group(1)) for axis in ("lon", "lat"))
        for node in re.findall("<node [^>]*>", osm)
    ]
    columns = list(zip(*places, strict=True))
    return [round(sum(column) / len(column), 5) for column in columns]


@pytest.mark.exhaustive
def test_a_town_of_the_planet_with_a_closed_bridge(sumo):
    """Streets, residents and bridges of a planet's town; the busiest bridge closed from the start."""
    pytest.importorskip("geopandas", reason="pip install 'mesocosm[planet]'")
    from tests.simulators.sumo.planet_town import bridge_ways, town_inputs

    inputs = town_inputs("r000-p01", trips_per_person=0.02)
    base = sumo.run(inputs, seed=7, limits=LIMITS)
    shut = {**inputs, "closures": [{"ways": [bridge_ways("r000-p01")[3]]}]}
    closed = same_bytes(sumo, shut, seed=7)
    common = compare_common_trips(base, closed)
    assert closed.values["trips_rerouted"].magnitude > 20
    assert common.mean_length_change_m > 0
    assert common.mean_change_s > 0
