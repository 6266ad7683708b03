"""Compare engines with the same engines called as their manuals say: CPU seconds of a run, and of the very first run.

python benchmarks/engines.py [--runs 5] [--engine sumo ...]

A run of ours starts a process of its own in the sandbox, so the plain call gets a fresh process, too. The whole of one
run is compared, from inputs to a table of numbers. If a plain engine leaves raw files, its own reader makes the table.
The least time of each side is printed, and the median of the ratios of neighbouring runs. A short run shows the cost of
the sandbox, about 0.1 s on slow machines; the promise is for work of a second or more. The very first run also loads
this package and makes the engine's folder of libraries.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.remove(str(Path(__file__).parent))  # files beside this one would be imported for libraries

from mesocosm import registry
from mesocosm.errors import MesocosmError
from mesocosm.simulators.simulator import RunLimits, Simulator

MOST_TIMES = 1.1
LONG_ENOUGH_S = 1.0
LIMITS = RunLimits(seconds=600, memory_bytes=4 * 2**30, disk_bytes=512 * 2**20)

AQUACROP = """
import json, sys
import pandas
from aquacrop import CO2, AquaCropModel, Crop, InitialWaterContent, IrrigationManagement, Soil
weather = json.load(open("inputs.json"))["weather"]
days = pandas.DataFrame({"MinTemp": weather["tmin_c"], "MaxTemp": weather["tmax_c"],
    "Precipitation": weather["rain_mm"], "ReferenceET": weather["et0_mm"], "Date": pandas.to_datetime(weather["date"])})
first, last = (weather["date"][end].replace("-", "/") for end in (0, -1))
model = AquaCropModel(first, last, days, Soil("Loam"), Crop("Maize", planting_date="05/01", harvest_date="10/07"),
    InitialWaterContent(value=["FC"]),
    irrigation_management=IrrigationManagement(irrigation_method=1, SMT=[60] * 4, MaxIrr=30),
    co2_concentration=CO2(constant_conc=True, current_concentration=370))
model.run_model(till_termination=True)
model.get_simulation_results()
"""
ENERGYPLUS = """
from pyenergyplus.api import EnergyPlusAPI
api = EnergyPlusAPI()
state = api.state_manager.new_state()
api.runtime.set_console_output_status(state, False)
assert api.runtime.run_energyplus(state, ["-r", "-w", "year.epw", "-d", "out", "building.idf"]) == 0
"""
"""Plain call of EnergyPlus; with `-r` its own reader writes the hours as a table, with which a run of ours ends too."""
SUMO_READ = """
import sys
sys.path.append({tools!r})
import csv, sumolib
trips = list(sumolib.xml.parse("trips.xml", "tripinfo"))
with open("trips.csv", "w") as file:
    csv.writer(file).writerows((trip.id, trip.depart, trip.duration, trip.timeLoss) for trip in trips)
print(sum(float(trip.timeLoss) for trip in trips) / len(trips))
edges = [(edge.id, edge.entered) for edge in sumolib.xml.parse("edges.xml", "edge")]
"""
"""Program that reads SUMO's results from XML with SUMO's own library."""
UTCI, FLAGS = (-40, -27, -13, 0, 9, 26, 32, 38, 46), (27.8, 29.4, 31.1, 32.2)
"""Limits of the categories of UTCI and the flags of WBGT, in °C."""
WORKER = "{worker}\nimport json\nprint(len(json.dumps(main(json.load(open('request.json'))))))\n"


@dataclass(frozen=True)
class Case:
    """An engine's inputs, and the same run by hand in a folder."""

    engine: str
    inputs: Mapping[str, Any]
    plain: Callable[[Path], None]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--engine", action="append", choices=sorted(CASES), help="May be repeated; all by default.")
    asked = parser.parse_args()
    held = [measured(name, asked.runs) for name in asked.engine or CASES]
    return 0 if all(held) else 1


def measured(name: str, runs: int) -> bool:
    """Measure an engine, print the result, and return whether it keeps the promise."""
    try:
        case = CASES[name]()
        simulator: Simulator = registry.load("simulators", name)
        cold = cpu_seconds(lambda: first_run_of_all(name, case.inputs))
        simulator.run(case.inputs, seed=1, limits=LIMITS)
    except MesocosmError as error:
        print(f"{name:16s} left out: {error}")
        return True
    pairs = [  # in turn, so that other work on the machine affects both
        (cpu_seconds(lambda: simulator.run(case.inputs, seed=1, limits=LIMITS)), cpu_seconds(lambda: plainly(case)))
        for _ in range(runs)
    ]
    ours, plain = (min(column) for column in zip(*pairs, strict=True))
    times = statistics.median(
        mine / theirs for mine, theirs in pairs
    )  # of neighbouring runs: machines change their speed
    short = plain < LONG_ENOUGH_S
    verdict = f"a short run: {ours - plain:.2f} s more" if short else f"promise: at most {MOST_TIMES} times"
    print(
        f"{name:16s} plain {plain:6.2f} s  ours {ours:6.2f} s  {times:4.2f} times, {verdict}; first {cold:.1f} s",
        flush=True,
    )
    return short or times <= MOST_TIMES


def plainly(case: Case) -> None:
    with tempfile.TemporaryDirectory() as folder:
        case.plain(Path(folder))


def first_run_of_all(name: str, inputs: Mapping[str, Any]) -> None:
    """Measure a run in a fresh process with an empty cache."""
    code = (
        "import json, sys; from mesocosm import registry; from mesocosm.simulators.simulator import RunLimits; "
        "registry.load('simulators', sys.argv[1]).run(json.load(sys.stdin), seed=1, limits=RunLimits(seconds=600, "
        "memory_bytes=4 * 2**30, disk_bytes=512 * 2**20))"
    )
    with tempfile.TemporaryDirectory() as cache:
        subprocess.run(
            [sys.executable, "-c", code, name],
            input=json.dumps(inputs).encode(), env=os.environ | {"MESOCOSM_CACHE": cache}, check=True,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip


def cpu_seconds(work: Callable[[], object]) -> float:
    before = used()
    work()
    return used() - before


def used() -> float:
    """Return CPU seconds of this process and of all processes that it has started and that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def python(code: str, folder: Path) -> None:
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True, stdout=subprocess.DEVNULL)


# ---------------------------------------------------------------- the engines


def aquacrop() -> Case:
    inputs = example("aquacrop")

    def plain(folder: Path) -> None:
        (folder / "inputs.json").write_text(json.dumps(inputs))
        python(AQUACROP, folder)

    return Case("aquacrop", inputs, plain)


def wofost() -> Case:
    """Run PCSE in a plain process with the text of our worker: PCSE has no shorter way to a season."""
    from mesocosm.simulators.simulator.inputs import read_inputs
    from mesocosm.simulators.wofost import engine, worker
    from mesocosm.simulators.wofost.inputs import Inputs

    inputs = example("wofost")
    request = engine.request(read_inputs(Inputs, inputs))

    def plain(folder: Path) -> None:
        (folder / "request.json").write_text(json.dumps(request))
        python(WORKER.format(worker=Path(str(worker.__file__)).read_text()), folder)

    return Case("wofost", inputs, plain)


def dssat() -> Case:
    """Run the two treatments of the example many times: one season takes a fifteenth of a second.

    DSSAT's package runs one treatment at a time and reads the days of each with pandas, and so does the plain side.
    """
    import pandas

    from mesocosm.simulators.dssat import engine, program
    from mesocosm.simulators.dssat.inputs import Inputs
    from mesocosm.simulators.simulator.inputs import read_inputs

    inputs = example("dssat")
    inputs["experiment"] = with_treatments(inputs["experiment"], 60)
    read = read_inputs(Inputs, inputs)
    files = program.own_files(read.crop_code) | engine._input_files(read)

    def plain(folder: Path) -> None:
        lay(folder, files)
        words = program.command(read.experiment_file)
        subprocess.run(words, cwd=folder, env={"DSSAT_HOME": "./"}, check=True, stdout=subprocess.DEVNULL)
        growth = (folder / "PlantGro.OUT").read_text(encoding="latin-1").split("*RUN ")[1:]
        runs = [
            pandas.read_csv(io.StringIO(run[run.index("@YEAR") :]), sep=" ", skipinitialspace=True) for run in growth
        ]
        pandas.concat(runs, keys=range(1, len(runs) + 1))

    return Case("dssat", inputs, plain)


def energyplus() -> Case:
    from mesocosm.simulators.energyplus.engine import EnergyPlusInputs, input_text
    from mesocosm.simulators.simulator.inputs import read_inputs

    inputs = example("energyplus")
    idf = input_text(read_inputs(EnergyPlusInputs, inputs))

    def plain(folder: Path) -> None:
        lay(folder, {"building.idf": idf.encode(), "year.epw": str(inputs["epw"]).encode()})
        python(ENERGYPLUS, folder)

    return Case("energyplus", inputs, plain)


def sumo() -> Case:
    """Drive again on network and routes of a first run: eleven hours, and many more people than in the example."""
    from mesocosm.simulators.sumo import programs

    town, end_s = example("sumo"), 11 * 3600
    zones = [zone | {"people": 25 * zone["people"]} for zone in town["population"]["zones"]]
    town = town | {
        "population": town["population"] | {"zones": zones, "to_s": end_s - 3600},
        "end_s": end_s,
        "closures": [],
    }
    made = registry.load("simulators", "sumo").run(town, seed=1, limits=LIMITS).artifacts
    network, routes = (next(made[name] for name in made if part in name) for part in ("net", "rou"))
    inputs = {"net": network.decode(), "routes": routes.decode(), "end_s": end_s}
    home = programs.folder()
    words = "-n a.net.xml -r a.rou.xml --seed 1 --no-step-log --duration-log.disable"
    words += f" --end {end_s} --tripinfo-output trips.xml --edgedata-output edges.xml"

    def plain(folder: Path) -> None:
        lay(folder, {"a.net.xml": network, "a.rou.xml": routes})
        command = [str(home / "bin" / "sumo"), *words.split()]
        subprocess.run(command, cwd=folder, env=programs.environment(home), stderr=subprocess.DEVNULL, check=True)
        python(SUMO_READ.format(tools=str(home / "tools")), folder)

    return Case("sumo", inputs, plain)


def heat_stress() -> Case:
    """Compute twenty years of hours with thermofeel in this process on both sides: rows of indices and categories."""
    import numpy as np

    day = example("heat_stress")
    columns = {name: values * 7300 for name, values in day.items() if name != "indices"}
    inputs = columns | {"indices": ["utci", "wbgt_liljegren"]}

    def plain(folder: Path) -> None:
        import thermofeel

        given = {name: np.array(values) for name, values in columns.items()}
        air, humidity = given["temperature_c"] + 273.15, given["relative_humidity_percent"]
        wind, radiant = given["wind_speed_10m_m_s"], given["mean_radiant_temperature_c"] + 273.15
        sun = (given["shortwave_w_m2"], given["direct_fraction"], given["cos_solar_zenith"])
        vapour = thermofeel.calculate_saturation_vapour_pressure(air) * humidity / 100
        utci = thermofeel.calculate_utci(air, wind, radiant, ehPa=vapour)
        wbgt = thermofeel.calculate_wbgt_liljegren(air, humidity, given["pressure_hpa"], wind, *sun)
        felt, flags = (
            np.digitize(values - 273.15, bounds).tolist() for values, bounds in ((utci, UTCI), (wbgt, FLAGS))
        )
        tuple(zip(range(len(air)), utci.tolist(), felt, wbgt.tolist(), flags, strict=True))

    return Case("heat_stress", inputs, plain)


def with_treatments(experiment: str, number: int) -> str:
    """Return an experiment file whose first two treatments are repeated."""
    head, marker, rest = experiment.partition("\n 1 1 0 0")
    first, second, after = (marker + rest).lstrip("\n").split("\n", 2)
    lines = [f"{place + 1:2d}{(first, second)[place % 2][2:]}" for place in range(number)]
    return "\n".join([head, *lines, after])


def example(name: str) -> dict[str, Any]:
    given: dict[str, Any] = json.loads(json.dumps(dict(registry.load("simulators", name).example)))
    return given


def lay(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


CASES: dict[str, Callable[[], Case]] = {
    "aquacrop": aquacrop,
    "wofost": wofost,
    "dssat": dssat,
    "energyplus": energyplus,
    "sumo": sumo,
    "heat_stress": heat_stress,
}

if __name__ == "__main__":
    raise SystemExit(main())
