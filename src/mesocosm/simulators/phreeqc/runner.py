"""What runs inside the isolator: loads the engine without our package, runs one file, leaves a report.

`confined` puts a call of `main` after this text. Only the standard library is there.
"""

import importlib.util
import json
import os
import sys
import time
from typing import Any

REPORT = ".phreeqc-report.json"


def main(request: dict[str, str]) -> None:
    """Run `input` against `database`; the listing goes to `output`, all else into the report."""
    engine = load_package("phreeqc", request["package"]).Phreeqc()
    if engine.LoadDatabase(request["database"]):
        leave_report(engine, 1, 0.0)
        return
    engine.SetOutputFileOn(True)
    engine.SetOutputFileName(request["output"])
    engine.SetSelectedOutputFileOn(True)
    with open(request["input"], encoding="utf-8", errors="replace") as file:
        deck = file.read()
    started = time.perf_counter()
    count = engine.RunString(deck)
    leave_report(engine, count, time.perf_counter() - started)


def load_package(name: str, folder: str) -> Any:
    """Import a package from its own folder alone: its parent, with all other packages, is hidden in the sandbox."""
    place = os.path.join(folder, "__init__.py")
    spec = importlib.util.spec_from_file_location(name, place, submodule_search_locations=[folder])
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def leave_report(engine: Any, count: int, seconds: float) -> None:
    """Everything but the listing, as JSON in the folder."""
    report = {
        "tables": [read_table(engine, index) for index in range(engine.GetSelectedOutputCount())],
        "errors": engine.GetErrorString(),
        "warnings": engine.GetWarningString(),
        "error_count": count,
        "seconds": seconds,
    }
    with open(REPORT, "w", encoding="utf-8") as file:
        json.dump(report, file)


def read_table(engine: Any, index: int) -> dict[str, Any]:
    """One SELECTED_OUTPUT block."""
    engine.SetCurrentSelectedOutputUserNumber(engine.GetNthSelectedOutputUserNumber(index))
    columns = engine.GetSelectedOutput()
    rows = [list(row) for row in zip(*columns.values(), strict=False)]
    return {"file": engine.GetSelectedOutputFileName(), "headings": list(columns), "rows": rows}
