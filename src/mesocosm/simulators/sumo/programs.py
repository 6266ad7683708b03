"""SUMO's programs in the sandbox: netconvert, duarouter and sumo, one after another within one time limit."""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mesocosm.errors import InvalidRecord, MissingExtra, ToolError
from mesocosm.simulators.simulator import RunLimits
from mesocosm.simulators.simulator.sandbox import EngineFailed, run_program
from mesocosm.simulators.sumo.documents import in_order

NAME = "SUMO"
EXTRA = "traffic"
MESSAGE = re.compile(r"^(?:Error|Warning): (.*)$", re.MULTILINE)
FAILED = re.compile(r"^Error: (.*)$", re.MULTILINE)
LONGEST_MESSAGE = 500
NO_ROADS = "No nodes loaded."
ROAD = re.compile(rb"<edge [^>]*from=")
WITHOUT_ISOLATED = "--remove-edges.isolated"
"""Option that leaves out streets without connection to any other."""
OF_THE_SANDBOX = ("Could not set locale to 'C'.",)
"""Warnings about the sandbox, not about the inputs."""

NETCONVERT = (
    "--geometry.remove",
    "--roundabouts.guess",
    "--ramps.guess",
    "--junctions.join",
    "--tls.guess-signals",
    "--tls.discard-simple",
    "--tls.join",
    "--output.street-names",
    "--output.original-names",
    "--keep-edges.by-vclass=passenger",
)
"""Options that SUMO's manual recommends for maps of OpenStreetMap; only roads for cars are kept."""


def folder() -> Path:
    """Return SUMO's package folder without importing the package, which would change this process's environment."""
    spec = importlib.util.find_spec("sumo")
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtra("sumo", EXTRA)
    return Path(spec.submodule_search_locations[0]).resolve()


def environment(home: Path) -> dict[str, str]:
    """Return the environment of SUMO's programs: their home, and PROJ's data under its old and its new name."""
    data = str(home / "data" / "proj")
    return {"SUMO_HOME": str(home), "PROJ_LIB": data, "PROJ_DATA": data}


@functools.cache
def version() -> str:
    folder()
    return importlib.metadata.version("eclipse-sumo")


@dataclass
class Programs:
    """Runs programs until the time limit of the run is reached."""

    limits: RunLimits
    started: float = field(default_factory=time.monotonic)

    def run(self, program: str, options: tuple[str, ...], files: Mapping[str, bytes], outputs: tuple[str, ...]) -> Left:
        """Run a program and return its files and warnings; raise `EngineFailed` with its own messages if it fails."""
        left_s = self.limits.seconds - (time.monotonic() - self.started)
        if left_s <= 0:
            raise self._overdue()
        home = folder()
        try:
            left = run_program(
                NAME,
                (str(home / "bin" / program), *options),
                files,
                outputs,
                readable=(home, *beside(home)),
                environment=environment(home),
                limits=self.limits.model_copy(update={"seconds": left_s}),
            )
        except EngineFailed as error:
            why = "; ".join(dict.fromkeys(FAILED.findall(error.listing)))[:LONGEST_MESSAGE]
            raise EngineFailed(f"{program}: {why}" if why else str(error), error.listing, error.files) from error
        except ToolError as error:
            raise (self._overdue() if "ran longer than" in str(error) else error) from error
        missing = [name for name in outputs if name not in left]
        if missing:
            raise ToolError(f"{program} ended without writing its results")
        messages = MESSAGE.findall(left["stderr"].decode(errors="replace"))
        return Left(left, tuple(line for line in messages if line not in OF_THE_SANDBOX))

    def _overdue(self) -> ToolError:
        """Return an error that names the common limit of the programs, not the time that was left of it."""
        return ToolError(f"{NAME} was stopped: it ran longer than {self.limits.seconds:g} s")


@dataclass(frozen=True)
class Left:
    """Files by name, and the program's warnings."""

    files: dict[str, bytes]
    warnings: tuple[str, ...]


def beside(home: Path) -> tuple[Path, ...]:
    """Return the folders that belong to the wheel but lie beside it: libraries, and data behind links."""
    places = (home.parent / "eclipse_sumo.libs", home.parent / "sumo_data")
    return tuple(place for place in places if place.is_dir())


def convert_map(programs: Programs, osm: bytes, *, guess_signals: bool = False) -> Left:
    """Make a network from a map, in the file `network`; a single street without a junction is kept."""
    guess = ("--tls.guess",) if guess_signals else ()
    options = ("--osm-files", "map.osm", "--output-file", "network", *NETCONVERT, *guess)
    files = {"map.osm": in_order(osm)}
    try:
        left = programs.run("netconvert", (*options, WITHOUT_ISOLATED), files, ("network",))
    except EngineFailed as error:
        if NO_ROADS not in error.listing:
            raise
        message = f"netconvert says: {NO_ROADS}"
        raise InvalidRecord(
            f"osm: the map holds no road for cars, or not the nodes of its roads ({message})"
        ) from error
    if ROAD.search(left.files["network"]):
        return left
    return programs.run("netconvert", options, files, ("network",))


def route_trips(programs: Programs, network: bytes, trips: bytes) -> Left:
    """Return the quickest routes of trips on empty roads, in the file `routes`."""
    options = ("--net-file", "network.net.xml", "--route-files", "trips.xml", "--output-file", "routes")
    rest = ("--alternatives-output", "NUL", "--ignore-errors", "--no-step-log")
    return programs.run("duarouter", (*options, *rest), {"network.net.xml": network, "trips.xml": trips}, ("routes",))


OUTPUTS = {"tripinfo": "--tripinfo-output", "statistics": "--statistic-output", "edges": "--edgedata-output"}


def simulate(
    programs: Programs,
    network: bytes,
    routes: tuple[bytes, ...],
    additional: tuple[bytes, ...],
    *,
    seed: int,
    end_s: float,
    prefix: str,
) -> Left:
    """Run the simulation; `prefix` precedes the names of the results, so that no input can name them."""
    files = {"network.net.xml": network}
    files |= {f"routes{number}.xml": document for number, document in enumerate(routes)}
    files |= {f"additional{number}.xml": document for number, document in enumerate(additional)}
    listed = [f"additional{number}.xml" for number in range(len(additional))]
    options = (
        *("--net-file", "network.net.xml"),
        *("--route-files", ",".join(f"routes{number}.xml" for number in range(len(routes)))),
        *(("--additional-files", ",".join(listed)) if listed else ()),
        *("--seed", str(seed), "--end", f"{end_s:.2f}"),
        *(word for name, option in OUTPUTS.items() for word in (option, prefix + name)),
        *("--tripinfo-output.write-unfinished", "--tripinfo-output.write-undeparted"),
        *("--ignore-route-errors", "--no-step-log", "--duration-log.disable"),
    )
    left = programs.run("sumo", options, files, tuple(prefix + name for name in OUTPUTS))
    return Left({name: left.files[prefix + name] for name in OUTPUTS}, left.warnings)
