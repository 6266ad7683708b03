"""Compare terra's tools with plain xarray and bare Inspect, and measure how long a call of each family takes.

python benchmarks/terra_tools.py [--side 81] [--years 10] [--repeats 5]

The fields are daily, of 0.25 degrees, over a square of `side` cells. Plain xarray reads the same file from memory,
computes the same and writes the same kind of file, so that the difference is what a tool adds: names, units, hashes,
limits.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.remove(str(Path(__file__).parent))  # files beside this one would be imported for libraries
sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
import xarray as xr
from benchmarks.bare_inspect import CALLS, Turn, bare_task, inspect_seconds

from mesocosm import registry
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.earth.fields.netcdf_writer import as_netcdf
from mesocosm.earth.planet.planet import Planet
from mesocosm.episode.world import World
from mesocosm.suite import Suite
from mesocosm.suites.terra.toolkit.toolbox import toolbox
from mesocosm.suites.terra.tools import reanalysis, region
from mesocosm.suites.terra.workbench import workbench
from mesocosm.workspace.workspace import Workspace

MOST_TIMES, MOST_TIMES_INSPECT = 1.1, 1.2
FILE = "fields.nc"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", type=int, default=81)
    parser.add_argument("--years", type=int, default=10)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    held = _measure_fields(options.side, options.years, options.repeats)
    _measure_families(options.repeats)
    held &= _measure_inspect(options.repeats)
    return 0 if held else 1


def _cpu_seconds(work: Callable[[], object]) -> float:
    gc.collect()
    started = time.process_time()
    work()
    return time.process_time() - started


# ------------------------------------------------------------------ fields, beside plain xarray


def _measure_fields(side: int, years: int, repeats: int) -> bool:
    print(f"{years} years of days, {side} x {side} cells of 0.25 degrees")
    fields = as_netcdf(_daily(side, years))
    ratios = []
    with tempfile.TemporaryDirectory() as folder, Workspace(Path(folder), most_bytes=None, most_files=None) as space:
        space.write_bytes(FILE, fields)
        sides: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
            "regional mean": (lambda: region.reduce(space, FILE), lambda: _plainly(Path(folder), _weighted_mean)),
            "climatology by day": (
                lambda: reanalysis.climatology(space, FILE, "day of year"),
                lambda: _plainly(Path(folder), _normals),
            ),
        }
        for name, (ours, plain) in sides.items():
            rounds = [(_cpu_seconds(plain), _cpu_seconds(ours)) for _ in range(repeats + 1)][1:]
            bare, mine = (min(column) for column in zip(*rounds, strict=True))  # other work can only add to it
            ratios.append(mine / bare)
            print(f"  {name:20} plain {bare:6.2f} s, ours {mine:6.2f} s of CPU: {ratios[-1]:.2f} x")
    print(f"  promise: at most {MOST_TIMES} x plain xarray")
    return max(ratios) <= MOST_TIMES


def _daily(side: int, years: int) -> xr.Dataset:
    days = np.arange("2001-01-01", f"{2001 + years}-01-01", dtype="datetime64[D]").astype("datetime64[ns]")
    axes = {"time": days, "latitude": 30 + 0.25 * np.arange(side), "longitude": 0.25 * np.arange(side)}
    values = np.random.default_rng(0).normal(15, 5, (len(days), side, side)).astype(np.float32)
    return xr.Dataset({"t2m": (tuple(axes), values, {"units": "degC"})}, axes)


def _plainly(folder: Path, work: Callable[[xr.DataArray], xr.Dataset]) -> None:
    with xr.open_dataset((folder / FILE).read_bytes(), engine="h5netcdf") as dataset:
        result = work(dataset["t2m"].load())
    result.to_netcdf(folder / "plain.nc", engine="h5netcdf")


def _weighted_mean(values: xr.DataArray) -> xr.Dataset:
    weights = np.cos(np.radians(values["latitude"]))
    return values.weighted(weights).mean(("latitude", "longitude")).to_dataset(name="mean")


def _normals(values: xr.DataArray) -> xr.Dataset:
    groups = values.groupby("time.dayofyear")
    return xr.Dataset({"mean": groups.mean(), "standard_deviation": groups.std(ddof=1), "count": groups.count()})


# ------------------------------------------------------------------ a call of each family


def _measure_families(repeats: int) -> None:
    print("a call of each family on the planet, milliseconds: the first, then the median")
    planet = Planet(1, "tiny")
    with workbench(planet, datetime(2031, 8, 1, tzinfo=UTC)) as world:
        for family, (tool, arguments) in _calls(world, planet).items():
            times = [_milliseconds(world, tool, arguments) for _ in range(repeats + 1)]
            print(f"  {family:14} {tool:28} {times[0]:9.1f} {statistics.median(times[1:]):9.1f}")


def _calls(world: World, planet: Planet) -> dict[str, tuple[str, dict[str, Any]]]:
    home = planet.regions[0]
    box = [home.longitude - 0.3, home.latitude - 0.2, home.longitude + 0.3, home.latitude + 0.2]
    town = _answer(world, "gis_reverse_geocode", {"point": [home.longitude, home.latitude]})["places"][0]
    ask = {"variables": ["t2m"], "start": "2031-07-01", "end": "2031-07-11", "box": box}
    fields = _answer(world, "archive_reanalysis", ask)["path"]
    members = _answer(
        world, "archive_ensemble", {"variables": ["t2m"], "issued": "2031-07-01", "hours": 48, "box": box}
    )["path"]
    streets = _answer(world, "gis_fetch_map", {"box": town["box"]})["path"]
    return {
        "reanalysis": ("region_reduce", {"path": fields}),
        "forecast": ("ensemble_spread", {"paths": [members], "divisor": "sample"}),
        "satellite": ("satellite_search", {"box": town["box"], "start": "2031-05-01", "end": "2031-07-01"}),
        "gis": ("gis_feature_statistics", {"path": streets, "group_by": "highway"}),
        "simulation": ("simulation_describe_engine", {"engine": "fire_weather"}),
        "visualization": ("map_field", {"path": fields, "time": "2031-07-02T12:00"}),
        "search": ("documents_search", {"words": "flood"}),
        "execution": ("calculator_calculate", {"expression": "2 * 3"}),
    }


def _answer(world: World, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    seen = world.call(tool, arguments)
    if seen.error is not None or not isinstance(seen.data, dict):
        raise SystemExit(f"{tool}: {seen.text}")
    return seen.data


def _milliseconds(world: World, tool: str, arguments: dict[str, Any]) -> float:
    started = time.perf_counter()
    seen = world.call(tool, arguments)
    if seen.error is not None:
        raise SystemExit(f"{tool}: {seen.text}")
    return 1e3 * (time.perf_counter() - started)


# ------------------------------------------------------------------ every tool shown, beside bare Inspect


def summed(made: int) -> Turn:
    """Make a script with another sum in every turn, which then submits."""
    if made < CALLS - 1:
        return "calculator_calculate", {"expression": f"{made} + 1"}
    return "submit", {"answer": "done"}


def _chain() -> Suite:
    """Load the suite of the tests; a library may have installed a package with the name of their folder."""
    tests = ModuleType("tests")
    tests.__path__ = [str(Path(__file__).parents[1] / "tests")]
    sys.modules["tests"] = tests
    suite: Suite = import_module("tests.suites.terra.chain").suite
    return suite


def _measure_inspect(repeats: int) -> bool:
    chain = _chain()
    registry.add("suites", "chain", chain)
    samples = 4
    view = toolbox("all", without=["web"])
    rounds = []
    for _ in range(repeats + 1):  # the first warms both sides up and is not counted
        bare = inspect_seconds(bare_task(chain, samples, view, lambda arguments: "3", "submit"), summed)
        ours = inspect_seconds(make_task(chain, seed=7, limit=samples, options={"tools": "all"}), summed)
        rounds.append((bare, ours))
    each = [1e3 * statistics.median(column) / samples / CALLS for column in zip(*rounds[1:], strict=True)]
    ratio = statistics.median(ours / bare for bare, ours in rounds[1:])
    print(
        f"a turn in Inspect with {len(view)} tools: bare {each[0]:.1f} ms, ours {each[1]:.1f} ms of CPU: {ratio:.2f} x"
    )
    print(f"  promise: at most {MOST_TIMES_INSPECT} x bare Inspect")
    return ratio <= MOST_TIMES_INSPECT


if __name__ == "__main__":
    sys.exit(main())
