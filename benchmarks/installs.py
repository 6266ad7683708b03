"""Install the wheel in fresh environments: the size of each extra, what works in it, and whether advice makes things
work.

python benchmarks/installs.py [--python python3.12 ...] [--extra base --extra inspect ...]
python benchmarks/installs.py --weigh [--extra ...]
python benchmarks/installs.py --advice

The first form installs the base alone and each extra alone, under every supported Python: `mesocosm doctor` must know
what is there, and every suite must run or say what it lacks. `--weigh` only installs: megabytes on disk, packages and
seconds. `--advice` tries verbs, suites and engines in a base environment (see `advice.py`), installs what each one
advises into a fresh environment, and tries it again. Needs a package index, a minute for each environment, and some
gigabytes of a temporary folder.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
PYTHONS = ("python3.11", "python3.12", "python3.13")
PINNED = ROOT / "requirements" / "dev.txt"
LACKING = "pip install 'mesocosm["


class Findings(NamedTuple):
    """Results of one environment."""

    extras: list[str]
    """Extras that the doctor calls complete."""
    solved: list[str]
    """Suites of which the oracle solved an item in the doctor's check."""
    ran: list[str]
    """Suites that `mesocosm run` ran."""
    wrong: list[str]


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="installs-") as name:
        place = Path(name)
        wheel = _wheel(place)
        if options.weigh or options.advice:
            return _weigh(options, wheel, place) if options.weigh else _advice(options, wheel, place)
        print(f"{wheel.name}\n\n{'python':<12}{'extra':<11}{'complete':<30}{'solved':<24}{'ran':<24}wrong", flush=True)
        sound = [_report(python, extra, wheel, place) for python in options.python for extra in options.extra]
    print("\nevery environment is as promised" if all(sound) else "\na promise is broken")
    return 0 if all(sound) else 1


def _options() -> argparse.Namespace:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--python", action="append", help="an interpreter; all that are supported if left out")
    parser.add_argument("--extra", action="append", choices=["base", *extras])
    parser.add_argument("--weigh", action="store_true", help="only say what each extra takes")
    parser.add_argument("--advice", action="store_true", help="follow every advice of a base environment")
    parser.add_argument("--skip", default="^$", help="with --advice: cases to leave out, as a regular expression")
    options = parser.parse_args()
    options.python = options.python or _interpreters()
    options.extra = options.extra or ["base", *extras]
    return options


def _interpreters() -> list[str]:
    """Return each supported Python that works here, on the PATH or installed by pyenv."""
    places = {name: [name, *map(str, Path.home().glob(f".pyenv/versions/*/bin/{name}"))] for name in PYTHONS}
    return [path for paths in places.values() for path in list(filter(_works, paths))[:1]]


def _works(python: str) -> bool:
    place = shutil.which(python)
    return place is not None and subprocess.run([place, "--version"], capture_output=True, check=False).returncode == 0


def _wheel(place: Path) -> Path:
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(place)]
    subprocess.run([*words, str(ROOT)], check=True)
    [wheel] = place.glob("*.whl")
    return wheel


def _report(python: str, extra: str, wheel: Path, place: Path) -> bool:
    """Print a line of the table; return whether all is well."""
    environment = place / f"{Path(python).name}-{extra}"
    try:
        found = _examine(_installed(python, extra, wheel, environment), extra, place / "logs" / environment.name)
    except subprocess.CalledProcessError as error:
        found = Findings([], [], [], [f"not installed: {(error.stderr or '').strip()[-300:]}"])
    finally:
        shutil.rmtree(environment, ignore_errors=True)
    cells = [", ".join(names) or "–" for names in found[:3]]
    print(
        f"{python:<12}{extra:<11}{cells[0]:<30}{cells[1]:<24}{cells[2]:<24}{'; '.join(found.wrong) or 'no'}", flush=True
    )
    return not found.wrong


def _installed(python: str, extra: str, wheel: Path, environment: Path) -> Path:
    """Return the `mesocosm` program of a fresh environment, with its libraries at the pinned versions."""
    _run(python, "-m", "venv", "--without-pip", str(environment))
    pins = environment / "pins.txt"
    pins.write_text("".join(f"{line}\n" for line in _pins()))
    what = str(wheel) if extra == "base" else f"{wheel}[{extra}]"
    _pip(environment, "-c", str(pins), what)  # one library of `crops` comes as source only
    return environment / "bin" / "mesocosm"


def _pip(environment: Path, *words: str) -> None:
    """Install with uv, which links what it has fetched before."""
    uv = Path(sys.executable).with_name("uv")
    _run(str(uv), "pip", "install", "--quiet", "--python", str(environment / "bin" / "python"), *words)


def _run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True, text=True)


def _pins() -> list[str]:
    """Return names with versions and markers; pip accepts no hashes in constraints."""
    return [line.rstrip(" \\") for line in PINNED.read_text().splitlines() if "==" in line and not line.startswith(" ")]


def _weigh(options: argparse.Namespace, wheel: Path, place: Path) -> int:
    """Print what each extra takes on disk; seconds depend on the network and on what uv has fetched before."""
    print(f"{'extra':<12}{'MB':>7}{'packages':>10}{'s':>8}", flush=True)
    for extra in options.extra:
        environment = place / extra
        started = time.monotonic()
        _installed(options.python[0], extra, wheel, environment)
        seconds = time.monotonic() - started
        files = [path for path in environment.rglob("*") if path.is_file() and not path.is_symlink()]
        megabytes = sum(path.stat().st_size for path in files) / 1e6
        packages = len(list(environment.glob("lib/*/site-packages/*.dist-info")))
        print(f"{extra:<12}{megabytes:>7,.0f}{packages:>10}{seconds:>8.1f}", flush=True)
        shutil.rmtree(environment)
    return 0


def _advice(options: argparse.Namespace, wheel: Path, place: Path) -> int:
    """Print what is advised in a base environment, and whether it works once the advice was followed."""
    python, logs = options.python[0], place / "advice-logs"
    words = ("run", "atmos", "--agent", "oracle", "--no-baselines", "--limit", "2", "--log-dir", str(logs))
    _run(sys.executable, "-m", "mesocosm", *words)
    every = _walked(_installed(python, "base", wheel, place / "base"), logs)
    base = [row for row in every if not re.search(options.skip, row["case"])]
    print(f"{'asked for':<44}{'advice':<18}{'library':<14}after following", flush=True)
    for row in (row for row in base if not row["advice"]):
        print(f"{row['case']:<44}{'–':<18}{'–':<14}{_verdict(row)}", flush=True)
    unsound = 0
    advised = dict.fromkeys((row["advice"], row["then"]) for row in base if row["advice"])
    for advice, then in sorted(advised, key=lambda one: one[0].count(",")):
        before = {row["case"]: row for row in base if (row["advice"], row["then"]) == (advice, then)}
        program = _installed(python, advice, wheel, place / "advised")
        if then:
            _pip(place / "advised", *then.split())
        for row in _walked(program, logs, *before):
            unsound += bool(row["advice"] or row["module"])
            library = before[row["case"]]["module"]
            print(f"{row['case']:<44}{advice:<18}{library:<14}{_verdict(row)}", flush=True)
        shutil.rmtree(place / "advised")
    print("\nevery advice, followed, holds" if not unsound else f"\n{unsound} pieces of advice do not hold")
    return 1 if unsound else 0


def _walked(program: Path, logs: Path, *cases: str) -> list[dict[str, str]]:
    """Return the output of `advice.py` in the environment of a program."""
    found = program.parent.parent / "found.jsonl"
    script = str(Path(__file__).with_name("advice.py"))
    words = ["-P", script, "--logs", str(logs), "--write", str(found), *cases]
    done = subprocess.run([program.with_name("python"), *words], capture_output=True, text=True, check=False)
    rows = [json.loads(line) for line in found.read_text().splitlines()]
    missing = [{"case": case, "advice": "", "then": "", "module": "", "works": "no"} for case in cases[len(rows) :]]
    return [*rows, *({**row, "says": f"ended early: {done.stderr[-200:]}"} for row in missing)]


def _verdict(row: dict[str, str]) -> str:
    if row["works"] == "yes":
        return "works"
    return f"advises {row['advice']}" if row["advice"] else f"no library is missing; says: {row['says'][-120:]}"


def _examine(program: Path, extra: str, logs: Path) -> Findings:
    checks = json.loads(_run_program(program, "doctor", "--json").stdout)
    extras = _named(checks, "extra ", works=True)
    missing = [check for check in checks if check["what"].startswith("suite ") and not check["works"]]
    wrong = [f"{check['what']}: {check['details']}" for check in missing if LACKING not in check["details"]]
    lacking = [name for name in _named(checks, "extra ", works=False) if extra in ("all", name)]
    wrong += [f"extra {name} is not complete" for name in lacking]
    ran = []
    for suite in _named(checks, "suite ", works=True) + _named(checks, "suite ", works=False):
        done = _run_program(
            program, "run", suite, "--agent", "oracle", "--no-baselines", "--limit", "1", "--log-dir", str(logs / suite)
        )
        if done.returncode == 0:
            ran.append(suite)
        elif LACKING not in done.stderr or "Traceback" in done.stderr:
            wrong.append(f"run {suite}: {done.stderr.strip()[-300:]}")
    return Findings(extras, _named(checks, "suite ", works=True), ran, wrong)


def _named(checks: list[dict[str, Any]], kind: str, *, works: bool) -> list[str]:
    return [
        check["what"].removeprefix(kind)
        for check in checks
        if check["what"].startswith(kind) and check["works"] is works
    ]


def _run_program(program: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *words], capture_output=True, text=True, cwd=program.parent, check=False)


if __name__ == "__main__":
    sys.exit(main())
