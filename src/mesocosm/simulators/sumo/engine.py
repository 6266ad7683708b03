"""The SUMO engine: turns the map into a network, people into trips and trips into routes, and drives the routes."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Mapping
from functools import cached_property

from pydantic import JsonValue

from mesocosm.errors import InvalidRecord
from mesocosm.simulators.simulator import Cell, Engine, Result, RunLimits, Table
from mesocosm.simulators.simulator.csv_tables import as_sheet
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.simulator.optional_engines import needs_extra
from mesocosm.simulators.sumo import closures, demand, outcome, programs
from mesocosm.simulators.sumo.documents import check_document, strip_run_details, way_ids
from mesocosm.simulators.sumo.example import town_inputs
from mesocosm.simulators.sumo.inputs import TrafficInputs, texts
from mesocosm.simulators.sumo.network import Network, read_network

MOST_WARNINGS = 50
SEEDS = 2**31
CUT_SHORT = re.compile(r"Cannot keep destination edge '.*?' for vehicle '(.*?)' due to closed edges")
GOAL_CLOSED = "its end was closed on the way"
NO_ROUTE = "SUMO finds no route, or does not load it"
NETWORK, ROUTES = "network.net.xml", "routes.rou.xml"
ROOTS = {
    "osm": ("osm",),
    "net": ("net",),
    "routes": ("routes",),
    "additional": ("additional", "add", "routes"),
}


@needs_extra("sumo", "traffic")
class SumoSimulator:
    """Road traffic, car by car, second by second: travel times, closures and detours."""

    @property
    def engine(self) -> Engine:
        return Engine(name="SUMO", version=programs.version(), kind="real")

    @cached_property
    def example(self) -> Mapping[str, JsonValue]:
        return town_inputs()

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        """Raise `InvalidRecord` if the inputs do not fit; trips and closures on a network from a map are checked in the
        run.
        """
        given = read_inputs(TrafficInputs, inputs)
        documents = _documents(given)
        if given.net is not None:
            _Plan(given, documents, documents["net"][0], seed=0)

    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        started = time.perf_counter()
        given = read_inputs(TrafficInputs, inputs)
        result = _run(given, self.engine, seed, programs.Programs(limits))
        return result.model_copy(update={"runtime_s": time.perf_counter() - started})


def _documents(given: TrafficInputs) -> dict[str, tuple[bytes, ...]]:
    """Return the checked XML of the inputs."""
    return {
        name: tuple(check_document(name, text, roots) for text in texts(getattr(given, name)))
        for name, roots in ROOTS.items()
    }


class _Plan:
    """The trips to drive on a network, and the closures on its edges."""

    def __init__(
        self, given: TrafficInputs, documents: dict[str, tuple[bytes, ...]], network: bytes, seed: int
    ) -> None:
        self.given, self.network_xml, self.seed = given, network, seed
        self.routed = demand.read_routes(documents["routes"]) if given.routes is not None else None
        self.additional = documents["additional"]
        self.closed: tuple[closures.Span, ...] = ()
        self.slow: tuple[closures.Span, ...] = ()
        self.warnings: list[str] = []
        if given.closures or given.slowdowns:
            mapped = way_ids(documents["osm"][0]) if given.osm is not None else frozenset()
            shut = closures.spans(given.closures, self.network, given.end_s, "closures", mapped)
            self.closed = closures.join_closures(shut)
            self.slow = closures.spans(given.slowdowns, self.network, given.end_s, "slowdowns", mapped)
            self.warnings = closures.left_out([*given.closures, *given.slowdowns], self.network)
            self.additional += (closures.additional_xml(self.closed, self.slow, self.network, given.notice),)
        if self.routed is not None and self.routed.has_flows and self.closed:
            raise InvalidRecord("routes: a <flow> cannot be combined with closures; write each vehicle of it")
        everyone = self._journeys()
        self.journeys = [trip for trip in everyone if trip.depart_s < given.end_s]
        self.too_late = {trip.id for trip in everyone if trip.depart_s >= given.end_s}
        """Trips that depart after the end; SUMO reads some of them ahead."""
        self.impossible: dict[str, str] = (
            closures.impossible(self.journeys, self.closed, self.network) if self.closed else {}
        )

    @cached_property
    def network(self) -> Network:
        return read_network(self.network_xml)

    def _journeys(self) -> list[demand.Journey]:
        given = self.given
        if self.routed is not None:
            return list(self.routed.journeys)
        if given.trips is not None:
            return demand.place_trips(given.trips, self.network, given.snap_m)
        assert given.population is not None
        return demand.draw_trips(given.population, self.network, self.seed)


def _run(given: TrafficInputs, engine: Engine, seed: int, work: programs.Programs) -> Result:
    documents = _documents(given)
    made: dict[str, bytes] = {}
    warnings: list[str] = []
    if given.osm is not None:
        converted = programs.convert_map(work, documents["osm"][0], guess_signals=given.signals == "guessed")
        made[NETWORK] = strip_run_details(converted.files["network"])
        warnings += converted.warnings
    plan = _Plan(given, documents, made.get(NETWORK) or documents["net"][0], seed)
    routes = _routes(plan, work, made, warnings)
    left = programs.simulate(
        work,
        plan.network_xml,
        routes,
        plan.additional,
        seed=seed % SEEDS,
        end_s=given.end_s,
        prefix=f"{secrets.token_hex(16)}-",
    )
    return _result(plan, left, engine, made, [*plan.warnings, *warnings, *left.warnings])


def _routes(plan: _Plan, work: programs.Programs, made: dict[str, bytes], warnings: list[str]) -> tuple[bytes, ...]:
    """Return the route files without impossible trips."""
    if plan.routed is not None:
        return plan.routed.without(set(plan.impossible))
    possible = [trip for trip in plan.journeys if trip.id not in plan.impossible]
    routed = programs.route_trips(work, plan.network_xml, demand.trips_xml(possible))
    made[ROUTES] = strip_run_details(routed.files["routes"])
    warnings += routed.warnings
    return (made[ROUTES],)


def _result(plan: _Plan, left: programs.Left, engine: Engine, made: dict[str, bytes], warnings: list[str]) -> Result:
    cut = {name for line in left.warnings for name in CUT_SHORT.findall(line)}
    trips = outcome.read_trips(left.files["tripinfo"], cut | plan.too_late)
    dropped = plan.impossible | dict.fromkeys(sorted(cut), GOAL_CLOSED)
    reported = {trip.id for trip in trips}
    dropped |= {trip.id: NO_ROUTE for trip in plan.journeys if trip.id not in reported and trip.id not in dropped}
    demanded = len(reported | dropped.keys())
    edges = outcome.read_edges(left.files["edges"])
    lifted = outcome.teleports(left.files["statistics"])
    return Result(
        engine=engine,
        values=outcome.values_of(trips, demanded=demanded, dropped=len(dropped), lifted=lifted),
        tables=_tables(plan, dropped),
        artifacts={
            outcome.TRIPS: outcome.trips_csv(trips),
            outcome.EDGES: as_sheet(outcome.EDGE_HEADINGS, edges),
            **made,
        },
        warnings=_shorten(warnings),
        seed=plan.seed,
    )


def _tables(plan: _Plan, dropped: Mapping[str, str]) -> tuple[Table, ...]:
    gone: list[tuple[Cell, ...]] = [(name, dropped[name]) for name in sorted(dropped)]
    shut: list[tuple[Cell, ...]] = [(span.edge, span.from_s, span.to_s) for span in plan.closed]
    return (
        Table(file="trips_dropped", headings=("id", "reason"), rows=tuple(gone)),
        Table(file="closed_edges", headings=("edge", "from_s", "to_s"), rows=tuple(shut)),
    )


def _shorten(warnings: list[str]) -> tuple[str, ...]:
    distinct = list(dict.fromkeys(warnings))
    rest = len(distinct) - MOST_WARNINGS
    return (*distinct[:MOST_WARNINGS], *((f"and {rest} further warnings",) if rest > 0 else ()))


simulator = SumoSimulator()
