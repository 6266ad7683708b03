"""Check what every verb, suite, engine and Python entry point says in this environment: it works, or an extra to
install.

python -P benchmarks/advice.py [--list] [--logs FOLDER] [NAME ...]

`-P` keeps scripts of this folder from being taken for libraries of the same name. Prints one JSON object a line: the
case, the extra that is advised, the library that is missing ('' if it works), and the message. All cases run in this
process, one after the other, in a temporary folder. `installs.py` runs it in fresh environments, the tests in one that
is made of links.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ADVICE = re.compile(r"pip install 'mesocosm\[([\w,]+)\]'")
THEN = re.compile(r"' && pip install (--no-deps \S+)")
LACKS = re.compile(r"([\w.]+)(?:, which)? is not installed")
SOUNDING = """%TITLE%
 KOUN   240430/0000
   LEVEL       HGHT       TEMP       DWPT       WDIR       WSPD
-------------------------------------------------------------------
%RAW%
 965.00,    357.00,     27.00,     19.00,    170.00,     15.00
 925.00,    731.00,     23.00,     18.00,    180.00,     25.00
 850.00,   1478.00,     18.00,     12.00,    200.00,     35.00
 700.00,   3120.00,      8.00,     -5.00,    225.00,     40.00
 500.00,   5800.00,    -12.00,    -25.00,    240.00,     55.00
 300.00,   9500.00,    -38.00,    -50.00,    250.00,     80.00
 200.00,  12200.00,    -55.00,    -65.00,    255.00,     90.00
 100.00,  16500.00,    -62.00,    -80.00,    260.00,     50.00
%END%
"""
REPORTS = "date,lat,lon\n20240506,36.7,-96.1\n20240506,36.4,-97.3\n"
SOLUTION = "SOLUTION 1\n    temp 25\n    pH 7\nEND\n"

Case = Callable[[], None]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="cases; all if left out")
    parser.add_argument("--list", action="store_true", help="name the cases, and run none")
    parser.add_argument("--logs", type=Path, help="a folder of Inspect logs, for the verbs that read them")
    parser.add_argument("--write", type=Path, help="a file for what is found, instead of the screen")
    options = parser.parse_args()
    out = options.write.open("w") if options.write else sys.stdout
    with tempfile.TemporaryDirectory(prefix="advice-") as name:
        cases = dict(_cases(Path(name), options.logs and options.logs.resolve()))
        for case in options.names or cases:
            found = {} if options.list else _outcome(cases[case], Path(name))
            print(json.dumps({"case": case, **found}), file=out, flush=True)
    return 0


def _cases(place: Path, logs: Path | None) -> Iterator[tuple[str, Case]]:
    from mesocosm import registry

    for suite in registry.names("suites"):
        yield from _of_suite(suite, place)
    for engine in registry.names("simulators"):
        words = _phreeqc(place) if engine == "phreeqc" else ["--example"]
        yield f"simulate {engine}", _verb("simulate", engine, *words)
    yield from _of_verbs(place, logs)
    yield from _of_commands(place, logs)
    for module in ("gymnasium", "mcp", "inspect.tasks", "inspect.bridge", "inspect.registered"):
        name = f"mesocosm.adapters.{module}"
        yield f"import {name}", lambda name=name: _import(name)  # type: ignore[misc]
    yield "python frame", lambda: _call("frame", [])


def _of_suite(suite: str, place: Path) -> Iterator[tuple[str, Case]]:
    one = ("--limit", "1")
    yield f"items {suite}", _verb("items", suite, *one)
    yield f"show {suite}-s0-0000", _verb("show", f"{suite}-s0-0000")
    played = ("--agent", "oracle", "--no-baselines", *one)
    yield f"run {suite}", _verb("run", suite, *played, "--log-dir", str(place / f"run-{suite}"))
    yield f"mcp {suite}", _verb("mcp", "--suite", suite, *one, "--log-dir", str(place / f"mcp-{suite}"))
    yield f"attack {suite}", _verb("attack", suite, *one, "--exploit", "replay")
    yield f"seal {suite}", _verb("seal", suite, *one, "-o", str(place / f"seal-{suite}"))
    yield f"demo {suite}", _verb("demo", "--suite", suite, *one, "--out", str(place / f"demo-{suite}"))
    yield f"python run {suite}", lambda: _call("run", suite, "oracle", limit=1)
    logs = place / f"logs-{suite}"
    yield f"python run {suite} logs", lambda: _call("run", suite, "oracle", limit=1, logs=logs)


def _of_verbs(place: Path, logs: Path | None) -> Iterator[tuple[str, Case]]:
    folder = str(logs or _file(place, "fake/run.eval", "no log").parent)
    yield "report", _verb("report", folder, "-o", str(place / "report"))
    yield "analyse", _verb("analyse", "accuracy", folder)
    yield "analyse --figure", _verb("analyse", "accuracy", folder, "--figure", str(place / "figure.png"))
    yield "bundle", _verb("bundle", folder, "-o", str(place / "bundle.zip"))
    yield "score", _verb("score", folder)
    yield "planet show", _verb("planet", "show")
    yield "planet index", _verb("planet", "index", "--out", str(place / "index"))
    yield "list", _verb("list", "suites")
    yield "sounding", _verb("sounding", str(_file(place, "sounding.txt", SOUNDING)), "-o", str(place / "sounding.png"))
    yield "map", _verb("map", str(_file(place, "field.nc", "CDF\x01")), "--list")
    yield "doctor --model", _verb("doctor", "--model", "openai-api/nowhere/none", "--request-timeout", "1")


def _of_commands(place: Path, logs: Path | None) -> Iterator[tuple[str, Case]]:
    """Yield verbs of suites, with the smallest files for which they load their libraries."""
    from mesocosm import registry

    folder = str(logs or place / "fake")
    reports = _file(place, "reports.csv", REPORTS)
    truth = place / "truth" / "20240506.geojson"
    words = {
        "tornado truth": [str(reports), "--date", "20240506", "-o", str(truth)],
        "eo audit": [],
        "eo judge": [folder],
        "eo synthesise": ["-n", "1", "-o", str(place / "trajectories")],
        "terra execute": ["-n", "1", "-o", str(place / "executed.jsonl")],
        "terra review": ["-n", "1", "--as-they-are"],
    }
    for name, rest in words.items():
        suite, verb = name.split()
        if suite in registry.homes("suites") and verb in registry.submodules(f"mesocosm.suites.{suite}.commands"):
            yield name, _verb(suite, verb, *rest)


def _phreeqc(place: Path) -> list[str]:
    return [str(_file(place, "water.pqi", SOLUTION)), "--out", str(place / "phreeqc")]


def _file(place: Path, name: str, text: str) -> Path:
    path = place / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def _verb(*words: str) -> Case:
    def run() -> None:
        from mesocosm.cli.main import mesocosm_command

        mesocosm_command(list(words), prog_name="mesocosm")

    return run


def _import(name: str) -> None:
    importlib.import_module(name)


def _call(name: str, *given: Any, **named: Any) -> None:
    import mesocosm

    getattr(mesocosm, name)(*given, **named)


def _outcome(case: Case, place: Path) -> dict[str, str]:
    """Return whether a case works, by what it raises and prints; standard input is empty."""
    said, here = io.TextIOWrapper(io.BytesIO(), write_through=True), Path.cwd()
    status, ours = "0", sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO())
    os.chdir(place)
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            case()
    except SystemExit as end:
        status = str(end.code or 0)
    except BaseException as error:
        status = f"{type(error).__name__}: {error}"
    finally:
        os.chdir(here)
        sys.stdin = ours
    text = f"{said.buffer.getvalue().decode(errors='replace')}\n{status}"  # type: ignore[attr-defined]
    advice, lacks = ADVICE.search(" ".join(text.split())), LACKS.search(" ".join(text.split()))
    works = status == "0" and advice is None
    then = THEN.search(" ".join(text.split()))
    return {
        "advice": advice[1] if advice else "",
        "then": then[1] if then else "",
        "module": lacks[1] if lacks else "",
        "works": "yes" if works else "no",
        "says": "" if works else " ".join(text.split())[-300:],
    }


if __name__ == "__main__":
    sys.exit(main())
