"""The wheel in fresh environments: the base alone and each extra alone, under every Python that is supported.

python benchmarks/installs.py [--python python3.12 ...] [--extra base --extra inspect ...]

In each, `mesocosm doctor` must know what is there, and every suite must run or say what it lacks. Takes a registry of
packages, a minute for each environment, and some gigabytes of a temporary folder.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
PYTHONS = ("python3.11", "python3.12", "python3.13")
PINNED = ROOT / "requirements" / "dev.txt"
LACKING = "pip install 'mesocosm["


class Findings(NamedTuple):
    """What one environment came to."""

    extras: list[str]
    """Those that the doctor calls complete."""
    solved: list[str]
    """Suites of which the doctor saw the oracle solve an item."""
    ran: list[str]
    """Suites that `mesocosm run` ran."""
    wrong: list[str]


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="installs-") as name:
        place = Path(name)
        wheel = _wheel(place)
        print(f"{wheel.name}\n\n{'python':<12}{'extra':<11}{'complete':<30}{'solved':<24}{'ran':<24}wrong", flush=True)
        sound = [_report(python, extra, wheel, place) for python in options.python for extra in options.extra]
    print("\nevery environment is as promised" if all(sound) else "\na promise is broken")
    return 0 if all(sound) else 1


def _options() -> argparse.Namespace:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--python", action="append", help="an interpreter; all that are supported if left out")
    parser.add_argument("--extra", action="append", choices=["base", *extras])
    options = parser.parse_args()
    options.python = options.python or _interpreters()
    options.extra = options.extra or ["base", *extras]
    return options


def _interpreters() -> list[str]:
    """Each Python that is supported and works here, on the PATH or kept by pyenv."""
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
    """Print a line of the table; whether all is well."""
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
    """The `mesocosm` of a fresh environment, its libraries at the versions that are pinned."""
    subprocess.run([python, "-m", "venv", str(environment)], check=True, capture_output=True, text=True)
    pins = environment / "pins.txt"
    pins.write_text("".join(f"{line}\n" for line in _pins()))
    what = str(wheel) if extra == "base" else f"{wheel}[{extra}]"
    words = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--only-binary",
        ":all:",
        "-c",
        str(pins),
    ]
    subprocess.run([environment / "bin" / "python", *words, what], check=True, capture_output=True, text=True)
    return environment / "bin" / "mesocosm"


def _pins() -> list[str]:
    """Names with versions and markers; pip takes no hashes of constraints."""
    return [line.rstrip(" \\") for line in PINNED.read_text().splitlines() if "==" in line and not line.startswith(" ")]


def _examine(program: Path, extra: str, logs: Path) -> Findings:
    checks = json.loads(_told(program, "doctor", "--json").stdout)
    extras = _named(checks, "extra ", works=True)
    missing = [check for check in checks if check["what"].startswith("suite ") and not check["works"]]
    wrong = [f"{check['what']}: {check['details']}" for check in missing if LACKING not in check["details"]]
    lacking = [name for name in _named(checks, "extra ", works=False) if extra in ("all", name)]
    wrong += [f"extra {name} is not complete" for name in lacking]
    ran = []
    for suite in _named(checks, "suite ", works=True) + _named(checks, "suite ", works=False):
        done = _told(
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


def _told(program: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *words], capture_output=True, text=True, cwd=program.parent, check=False)


if __name__ == "__main__":
    sys.exit(main())
