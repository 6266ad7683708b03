"""What runs inside the isolator: loads the engine without our package, runs one file, leaves a report.

`REQUEST` is put before this text as one line of JSON.
"""

import importlib.util
import json
import os
import sys
import time

REQUEST: str


def main() -> None:
    request = json.loads(REQUEST)
    engine = load_package("phreeqc", request["package"]).Phreeqc()
    if engine.LoadDatabase(request["database"]):
        leave(engine, 1, 0.0)
        return
    engine.SetOutputFileOn(True)
    engine.SetOutputFileName(request["output"])
    engine.SetSelectedOutputFileOn(True)
    with open(request["input"], encoding="utf-8", errors="replace") as file:
        deck = file.read()
    started = time.perf_counter()
    count = engine.RunString(deck)
    leave(engine, count, time.perf_counter() - started)


def load_package(name, folder):  # type: ignore[no-untyped-def]
    """A package by its own folder alone: the folder around it holds more than may be seen here."""
    place = os.path.join(folder, "__init__.py")
    spec = importlib.util.spec_from_file_location(name, place, submodule_search_locations=[folder])
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def leave(engine, count, seconds):  # type: ignore[no-untyped-def]
    tables = []
    for index in range(engine.GetSelectedOutputCount()):
        engine.SetCurrentSelectedOutputUserNumber(engine.GetNthSelectedOutputUserNumber(index))
        columns = engine.GetSelectedOutput()
        rows = [list(row) for row in zip(*columns.values())]  # noqa: B905 - columns of a table are of one length
        tables.append({"file": engine.GetSelectedOutputFileName(), "headings": list(columns), "rows": rows})
    told = {
        "tables": tables,
        "errors": engine.GetErrorString(),
        "warnings": engine.GetWarningString(),
        "error_count": count,
        "seconds": seconds,
    }
    with open(".phreeqc-report.json", "w", encoding="utf-8") as file:
        json.dump(told, file)


main()
