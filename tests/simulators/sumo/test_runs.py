"""Runs of SUMO on the example's town: results, repeatability, and endings."""

import csv
import io
import json
import math
import tempfile
from concurrent.futures import ThreadPoolExecutor

import pytest

from mesocosm import registry
from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.extras import missing_of
from mesocosm.isolation.selection import why_none
from mesocosm.simulators.simulator import RunLimits
from mesocosm.simulators.simulator.run_cache import RUNS, kept_run, run_key
from mesocosm.simulators.sumo import programs
from mesocosm.simulators.sumo.comparison import compare_common_trips
from mesocosm.simulators.sumo.demand import draw_trips, trips_xml
from mesocosm.simulators.sumo.documents import check_document
from mesocosm.simulators.sumo.example import ROWS, SOUTH, SPACING_DEG, WEST
from mesocosm.simulators.sumo.inputs import Population
from mesocosm.simulators.sumo.network import read_network
from mesocosm.workspace.stale_folders import work_folder

pytest.importorskip("networkx", reason="pip install 'mesocosm[traffic]'")
pytestmark = [
    pytest.mark.skipif(bool(missing_of("traffic")), reason="SUMO: pip install 'mesocosm[traffic]'"),
    pytest.mark.skipif(why_none() is not None, reason=f"no isolator works here: {why_none()}"),
]
LIMITS = RunLimits(seconds=120)
SEED = 1


@pytest.fixture(scope="module")
def sumo():
    return registry.load("simulators", "sumo")


@pytest.fixture(scope="module")
def closed(sumo):
    return sumo.run(sumo.example, seed=SEED, limits=LIMITS)


@pytest.fixture(scope="module")
def net(closed):
    return closed.artifacts["network.net.xml"].decode()


def on_net(sumo, net, **changes):
    """Return the example on its finished network, with other inputs."""
    rest = {name: value for name, value in sumo.example.items() if name not in ("osm", "closures")}
    return {**rest, "net": net, **changes}


@pytest.fixture(scope="module")
def base(sumo, net):
    return sumo.run(on_net(sumo, net), seed=SEED, limits=LIMITS)


def magnitude(result, name):
    return result.values[name].magnitude


def rows(result, name="trips.csv"):
    return list(csv.DictReader(io.StringIO(result.artifacts[name].decode())))


def bytes_of(result):
    return result.model_copy(update={"runtime_s": 0.0}).fingerprint()


def test_the_example_says_which_engine_made_it(closed):
    assert (closed.engine.name, closed.engine.kind) == ("SUMO", "real")
    assert closed.engine.version.startswith("1.")


def test_every_trip_is_accounted_for(closed):
    dropped = closed.tables[0].rows
    assert magnitude(closed, "trips_demanded") == 200  # 1000 people × 0.2
    assert magnitude(closed, "trips_dropped") == len(dropped) > 0
    assert len(rows(closed)) + len(dropped) == 200
    assert magnitude(closed, "completion_ratio") == magnitude(closed, "trips_completed") / 200


def test_a_way_closes_both_directions(closed):
    assert closed.tables[1].rows == (("-900", 300.0, 1800.0), ("900", 300.0, 1800.0))


def test_nobody_drives_over_the_closed_bridge(sumo, net):
    shut = on_net(sumo, net, closures=[{"edges": ["900", "-900"]}])
    driven = {row["id"] for row in rows(sumo.run(shut, seed=SEED, limits=LIMITS), "edges.csv")}
    assert "901" in driven
    assert not {"900", "-900"} & driven


@pytest.mark.parametrize(("start", "end"), [(0.2, 0.8), (0.8, 0.2), (0.9, 1.1), (1.1, 0.9), (0.5, 3.5)])
def test_a_trip_between_points_is_as_long_as_the_way_between_them(sumo, net, start, end):
    """Drive along the street of the middle row, with crossings 118 m apart: a car drives that and no block more."""
    middle = SOUTH + (ROWS - 1) / 2 * SPACING_DEG
    ends = {name: [WEST + at * SPACING_DEG, middle] for name, at in (("from_point", start), ("to_point", end))}
    inputs = {"net": net, "trips": [{"id": "t", "depart_s": 0, **ends}], "end_s": 600}
    result = sumo.run(inputs, seed=SEED, limits=LIMITS)
    expected = abs(end - start) * SPACING_DEG * 111_320 * math.cos(math.radians(middle))
    assert float(rows(result)[0]["length_m"]) == pytest.approx(expected, abs=8)


def test_closing_the_bridge_reroutes_and_delays(base, closed):
    common = compare_common_trips(base, closed)
    assert common.rerouted == magnitude(closed, "trips_rerouted") > 20
    assert magnitude(base, "trips_rerouted") == 0
    assert common.mean_change_s > 0
    assert common.mean_length_change_m > 0
    assert len(common.only_first) == magnitude(closed, "trips_dropped")


def test_values_are_those_of_sumos_own_statistics(sumo, base, net):
    # SUMO rounds its means to hundredths.
    network = net.encode()
    trips = draw_trips(Population(**sumo.example["population"]), read_network(network), SEED)
    work = programs.Programs(LIMITS)
    routes = programs.route_trips(work, network, trips_xml(trips)).files["routes"]
    left = programs.simulate(work, network, (routes,), (), seed=SEED, end_s=1800, prefix="x-")
    statistics = left.files["statistics"].decode().partition("<vehicleTripStatistics")[2]
    statistics = dict(word.split("=") for word in statistics.partition("/>")[0].split())
    for ours, theirs in {
        "mean_travel_time": "duration",
        "mean_time_loss": "timeLoss",
        "mean_waiting_time": "waitingTime",
        "mean_length": "routeLength",
        "mean_depart_delay": "departDelay",
    }.items():
        assert magnitude(base, ours) == pytest.approx(float(statistics[theirs].strip('"')), abs=0.0051)


def test_a_run_repeated_gives_the_same_bytes(sumo, closed):
    assert bytes_of(sumo.run(sumo.example, seed=SEED, limits=LIMITS)) == bytes_of(closed)


def test_no_time_or_path_stands_in_the_files(closed):
    whole = b"".join(closed.artifacts.values())
    assert b"generated on" not in whole
    assert b"/tmp" not in whole


def test_another_seed_gives_other_trips(sumo, net, base):
    assert rows(sumo.run(on_net(sumo, net), seed=2, limits=LIMITS)) != rows(base)


@pytest.mark.exhaustive
def test_eight_at_once_give_the_same_bytes(sumo, net, base):
    with ThreadPoolExecutor(8) as pool:
        runs = [pool.submit(sumo.run, on_net(sumo, net), seed=SEED, limits=LIMITS) for _ in range(8)]
        assert {bytes_of(run.result()) for run in runs} == {bytes_of(base)}


def test_trips_that_no_open_road_leads_to_are_named(sumo, net):
    trips = [
        {"id": "over", "depart_s": 0, "from_point": [10.0, 45.0], "to_point": [10.0075, 45.006]},
        {"id": "along", "depart_s": 1, "from_point": [10.0, 45.0], "to_point": [10.0, 45.006]},
        {"id": "later", "depart_s": 100, "from_point": [10.0, 45.0], "to_point": [10.0075, 45.006]},
    ]
    inputs = {"net": net, "trips": trips, "end_s": 400, "closures": [{"ways": ["900", "901"], "to_s": 60}]}
    result = sumo.run(inputs, seed=0, limits=LIMITS)
    assert result.tables[0].rows == (("over", "no open road leads there"),)
    assert [row["id"] for row in rows(result) if row["state"] == "completed"] == ["along", "later"]


def test_flooded_roads_are_closed_and_slow(sumo, net, base):
    flood = registry.load("simulators", "network_disruption")
    wet = flood.run({"net": net, "grid": flood.example["grid"], "effect": "flood"}, seed=0, limits=LIMITS)
    handed = json.loads(wet.artifacts["closures.json"])
    result = sumo.run(on_net(sumo, net, **handed), seed=SEED, limits=LIMITS)
    shut = set(handed["closures"][0]["edges"])
    assert shut
    assert not shut & {row["id"] for row in rows(result, "edges.csv")}
    assert len(result.tables[1].rows) == len(shut)
    assert compare_common_trips(base, result).mean_change_s > 0


def test_slow_roads_take_longer(sumo, net):
    trip = {"id": "a", "depart_s": 0, "from_point": [10.003, 45.0029], "to_point": [10.0045, 45.0031]}
    inputs = {"net": net, "trips": [trip], "end_s": 600}
    plain = sumo.run(inputs, seed=0, limits=LIMITS)
    slow = {"ways": ["900", "102", "202"], "speed_km_h": 5.0}
    slowed = sumo.run({**inputs, "slowdowns": [slow]}, seed=0, limits=LIMITS)
    assert magnitude(slowed, "mean_travel_time") > 2 * magnitude(plain, "mean_travel_time")


def test_routes_are_never_shorter_with_a_road_closed(net):
    """Holds exactly on empty roads: the quickest route without an edge is never quicker than the quickest of all."""
    network = read_network(net.encode())
    names = list(network.core)
    pairs = [(names[at], names[(at * 7 + 13) % len(names)]) for at in range(0, len(names), 2)]
    pairs = [(start, end) for start, end in pairs if start != end and not {start, end} & {"900", "-900"}]
    costs = [free_flow_costs(net, pairs, shut) for shut in ((), ("900", "-900"))]
    assert len(costs[0]) == len(pairs)
    assert all(costs[1][name] >= costs[0][name] for name in costs[0])
    assert any(costs[1][name] > costs[0][name] for name in costs[0])


def free_flow_costs(net, pairs, shut):
    """Return the seconds of each trip by SUMO's router, if some edges take a day each."""
    trips = "".join(f'<trip id="t{at}" depart="0" from="{a}" to="{b}"/>' for at, (a, b) in enumerate(pairs))
    slow = "".join(f'<edge id="{name}" traveltime="86400"/>' for name in shut)
    files = {
        "net.xml": net.encode(),
        "trips.xml": f"<routes>{trips}</routes>".encode(),
        "weights.xml": f'<meandata><interval begin="0" end="9999">{slow}</interval></meandata>'.encode(),
    }
    options = ("-n", "net.xml", "-r", "trips.xml", "-o", "out", "--write-costs", "--alternatives-output", "NUL")
    left = programs.Programs(LIMITS).run("duarouter", (*options, "--weight-files", "weights.xml"), files, ("out",))
    text = left.files["out"].decode()
    routed = [part.split('"')[0] for part in text.split('<vehicle id="')[1:]]
    return dict(zip(routed, (float(part.split('"')[0]) for part in text.split('cost="')[1:]), strict=True))


def test_a_run_stopped_half_way_is_not_kept(sumo, net):
    long = on_net(sumo, net, end_s=600_000)  # far longer than the limit on the fastest of machines
    with pytest.raises(ToolError, match="SUMO was stopped: it ran longer than 1 s"):
        kept_run(sumo, long, seed=97, limits=RunLimits(seconds=1))
    assert not RUNS.path(run_key(sumo, long, 97)).exists()


def test_a_stopped_run_leaves_no_folder(sumo, net, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(ToolError, match="was stopped"):
        sumo.run(on_net(sumo, net, end_s=600_000), seed=SEED, limits=RunLimits(seconds=1))
    assert list(work_folder().iterdir()) == []


def test_nobody_drives_where_nobody_lives(sumo, net):
    result = sumo.run(
        on_net(sumo, net, population={**sumo.example["population"], "trips_per_person": 0}), seed=0, limits=LIMITS
    )
    assert magnitude(result, "trips_demanded") == 0
    assert math.isnan(magnitude(result, "mean_travel_time"))


def test_what_sumo_refuses_is_reported_in_its_words(sumo, net):
    twice = '<routes><vehicle id="a" depart="0"><route edges="900"/></vehicle></routes>'
    with pytest.raises(ToolError, match="sumo: .*a"):
        sumo.run({"net": net, "routes": [twice, twice], "end_s": 100}, seed=0, limits=LIMITS)


def test_vehicles_that_sumo_does_not_load_are_named(sumo, net):
    routes = (
        '<routes><vehicle id="late" depart="9"><route edges="900"/></vehicle>'
        '<vehicle id="early" depart="1"><route edges="900"/></vehicle></routes>'
    )
    result = sumo.run({"net": net, "routes": routes, "end_s": 100}, seed=0, limits=LIMITS)
    assert [row[0] for row in result.tables[0].rows] == ["early"]
    assert magnitude(result, "trips_demanded") == 2


def test_a_map_without_roads_for_cars_is_refused(sumo):
    osm = '<osm version="0.6"><node id="1" lat="45" lon="10"/></osm>'
    inputs = {"osm": osm, "trips": [{"id": "a", "depart_s": 0, "from_edge": "a", "to_edge": "b"}], "end_s": 10}
    with pytest.raises(InvalidRecord, match="osm: the map holds no road for cars, .*No nodes loaded"):
        sumo.run(inputs, seed=0, limits=LIMITS)


def test_checked_documents_are_what_the_programs_read(sumo):
    latin = '<?xml version="1.0" encoding="ISO-8859-1"?><osm note="é"/>'
    assert check_document("osm", latin, ("osm",)).endswith('<osm note="é"/>'.encode())


def test_one_street_whose_nodes_come_after_it_is_driven(sumo):
    nodes = "".join(f'<node id="{number}" lat="45.0" lon="{10 + number / 100}"/>' for number in (0, 1))
    way = '<way id="9"><nd ref="0"/><nd ref="1"/><tag k="highway" v="residential"/></way>'
    trip = {"id": "there", "depart_s": 0, "from_point": [10.001, 45.0], "to_point": [10.009, 45.0]}
    inputs = {"osm": f'<osm version="0.6">{way}{nodes}</osm>', "trips": [trip], "end_s": 600}
    values = sumo.run(inputs, seed=0, limits=LIMITS).values
    assert values["trips_completed"].magnitude == 1
    # Eight thousandths of a degree of longitude at 45° N: 630 m.
    assert values["mean_length"].magnitude == pytest.approx(630, abs=20)


def test_programs_find_their_own_projections(monkeypatch, tmp_path):
    """The host may name the projections of another library's PROJ, which are of another version."""
    monkeypatch.setenv("PROJ_DATA", str(tmp_path))
    home = programs.folder()
    variables = programs.environment(home)
    assert variables["PROJ_DATA"] == variables["PROJ_LIB"] != str(tmp_path)
    assert (home / "data" / "proj" / "proj.db").samefile(f"{variables['PROJ_DATA']}/proj.db")
