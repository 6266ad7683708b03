"""The code that runs in the sandbox: loads the engine without our package, runs one file and returns a report.

Only the standard library is available.
"""

import importlib.util
import os
import sys
import time
from collections.abc import Callable
from typing import Any


def main(request: dict[str, str]) -> dict[str, Any]:
    """Run `input` with `database`, and return the listing and all other output."""
    engine = load_package("phreeqc", request["package"]).Phreeqc()
    count, seconds = 1, 0.0
    if not engine.LoadDatabase(request["database"]):
        # In memory: a listing in the folder could be swapped for a link before anybody reads it.
        engine.SetOutputStringOn(True)
        engine.SetSelectedOutputFileOn(True)
        with open(request["input"], encoding="utf-8", errors="replace") as file:
            deck = file.read()
        started = time.perf_counter()
        count = engine.RunString(deck)
        seconds = time.perf_counter() - started
    return report(engine, count, seconds)


def load_package(name: str, folder: str) -> Any:
    """Import a package from its own folder alone; in the sandbox its parent, with all other packages, is hidden."""
    place = os.path.join(folder, "__init__.py")
    spec = importlib.util.spec_from_file_location(name, place, submodule_search_locations=[folder])
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def report(engine: Any, count: int, seconds: float) -> dict[str, Any]:
    """Collect all output of the run."""
    return {
        "listing": text_of(engine.GetOutputString),
        "tables": [read_table(engine, index) for index in range(engine.GetSelectedOutputCount())],
        "errors": text_of(engine.GetErrorString),
        "warnings": text_of(engine.GetWarningString),
        "error_count": count,
        "seconds": seconds,
    }


def text_of(ask: Callable[[], str]) -> str:
    """Return a text of the engine; where it cut a character in two, a replacement mark stands for the rest."""
    try:
        return ask()
    except UnicodeDecodeError as error:
        return error.object.decode(errors="replace")


def read_table(engine: Any, index: int) -> dict[str, Any]:
    """Return one SELECTED_OUTPUT block."""
    engine.SetCurrentSelectedOutputUserNumber(engine.GetNthSelectedOutputUserNumber(index))
    columns = engine.GetSelectedOutput()
    rows = [list(row) for row in zip(*columns.values(), strict=False)]
    return {"file": engine.GetSelectedOutputFileName(), "headings": list(columns), "rows": rows}
