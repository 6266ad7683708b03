"""The code that runs in the sandbox: the engine's library on one input file and one weather file.

Only the standard library and the engine's package are available.
"""

import importlib
import os
import time
from typing import Any

OUTPUTS = {"err": "eplusout.err", "eso": "eplusout.eso", "tables": "eplustbl.csv", "end": "eplusout.end"}


def main(request: dict[str, str]) -> dict[str, Any]:
    """Run `idf` with the weather `epw`, and return the texts that the engine wrote."""
    for name in ("idf", "epw"):
        with open(f"in.{name}", "w", encoding="utf-8") as file:
            file.write(request[name])
    api = importlib.import_module("pyenergyplus.api").EnergyPlusAPI()
    state = api.state_manager.new_state()
    api.runtime.set_console_output_status(state, False)
    started = time.perf_counter()
    code = api.runtime.run_energyplus(state, ["-w", "in.epw", "-d", "out", "in.idf"])
    seconds = time.perf_counter() - started
    return {"code": code, "seconds": seconds} | {name: read_output(file) for name, file in OUTPUTS.items()}


def read_output(name: str) -> str:
    """Return a text that the engine wrote, or an empty one if it wrote none."""
    path = os.path.join("out", name)
    if not os.path.isfile(path):
        return ""
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()
