"""An environment with the base and some extras only, made of links to installed packages without any download."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
INSTALLED = Path(sysconfig.get_paths()["purelib"])


def linked(folder: Path, *extras: str) -> Path:
    """Return the interpreter of such an environment, in a folder to be made."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    inside = next(folder.glob("lib/*/site-packages"))
    for name in distributions(*extras):
        for part in _parts(name):
            if not (inside / part).exists():
                (inside / part).symlink_to(INSTALLED / part)
    (inside / "mesocosm.pth").write_text(f"{ROOT / 'src'}\n")
    return folder / "bin" / "python"


def distributions(*extras: str) -> set[str]:
    """Return every distribution that the base and these extras install, by the pyproject.toml of this tree."""
    found: set[str] = set()
    waiting = [Requirement(line) for line in PROJECT["dependencies"]]
    waiting += [Requirement(line) for extra in extras for line in PROJECT["optional-dependencies"][extra]]
    seen: set[str] = set()
    while waiting:
        one = waiting.pop()
        if str(one) in seen or (one.marker is not None and not _holds(one)):
            continue
        seen.add(str(one))
        if one.name == "mesocosm":
            lines = [line for extra in one.extras for line in PROJECT["optional-dependencies"][extra]]
        else:
            found.add(canonicalize_name(one.name))
            lines = [line for line in _requires(one.name) if _is_wanted(Requirement(line), one.extras)]
        waiting += [Requirement(line) for line in lines]
    return found


def _requires(name: str) -> list[str]:
    try:
        return distribution(name).requires or []
    except PackageNotFoundError:  # not for this machine
        return []


def _holds(one: Requirement) -> bool:
    return one.marker is None or "extra" in str(one.marker) or one.marker.evaluate()


def _is_wanted(one: Requirement, extras: set[str]) -> bool:
    return one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", *extras))


def _parts(name: str) -> set[str]:
    """Return the top-level files and folders of a distribution in site-packages."""
    try:
        files = distribution(name).files or []
    except PackageNotFoundError:
        return set()
    return {file.parts[0] for file in files if file.parts[0] not in ("..", "__pycache__", "bin")}
