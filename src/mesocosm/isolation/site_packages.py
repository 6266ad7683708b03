"""A folder of links to the Python that isolated code may use: the standard library and a few scientific libraries.

The interpreter's own `site-packages` holds more than an agent may read: this package, which can compute the truth, and
packages of other suites. So the isolated interpreter gets a home of its own:

    farm/home/lib/python3.X/...   links to the standard library, without its site-packages
    farm/libraries/...            links to the allowed libraries and everything that they depend on
    farm/bootstrap.py             the program that runs the agent's code
    farm/shared.json              the shared libraries of the system that all of them load

The folder is made once for each set of installed versions and kept in the cache. Nothing in it grants a right: each
process computes anew what isolated code may read, and of the shared libraries named there only those count that are in
the system's folders.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from mesocosm.cache import Kind, code_version
from mesocosm.errors import BrokenEpisode
from mesocosm.isolation.probe import interpreter, system_libraries
from mesocosm.screen.untrusted_text import tell
from mesocosm.workspace.stale_folders import owned_prefix, work_folder

LIBRARIES = ("numpy", "scipy", "pandas", "xarray", "h5netcdf", "h5py", "rasterio", "shapely")
"""Libraries that agents may use; engines name their own."""
BOOTSTRAP = Path(__file__).with_name("bootstrap.py")
SURVEY = Path(__file__).with_name("library_survey.py")
SURVEY_LIMIT_S = 300
FARMS = Kind(
    "sandbox-libraries",
    "Links to the libraries that isolated code may use",
    lambda: code_version(*(f"isolation/{name}.py" for name in ("site_packages", "bootstrap", "library_survey"))),
    entry="folder",
)
LEFT_OUT = {"site-packages", "dist-packages", "ensurepip", "idlelib", "lib2to3", "test", "tkinter", "turtledemo"}
"""Parts of the standard library's folder that agents do not get."""
SYSTEM_DATA = ("/usr/share/zoneinfo", "/etc/ld.so.cache", "/usr/lib/locale/C.utf8")


SHARED = "shared.json"
SHARED_LIBRARY = re.compile(r".+\.so(\.\d+)*")


@dataclass(frozen=True)
class Farm:
    """A finished farm: its folder, and everything that must be readable for it to work."""

    folder: Path
    readable: tuple[Path, ...]
    hidden: tuple[Path, ...]

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def bootstrap(self) -> Path:
        return self.folder / "bootstrap.py"


@functools.cache
def _say_that_it_takes_time() -> None:
    """Say once in a process that this takes time, however many sets of libraries its engines use."""
    tell("preparing the libraries of the sandbox; this is done once for an installation", err=True)


@functools.cache
def library_farm(libraries: tuple[str, ...] = LIBRARIES) -> Farm:
    """Return the farm for this interpreter and what is installed beside it; make it if it does not exist."""
    links = {name: path for each in distributions_of(libraries) for name, path in entries(each)}
    name = f"python-{fingerprint(links)}"

    def make(draft: Path) -> None:
        _say_that_it_takes_time()
        make_farm(draft, links, libraries)

    with FARMS.alone(name):  # of two that make it, one would take the other's away
        folder = FARMS.provide(name, make, is_whole=lambda path: shared_libraries(path) is not None)
        shared = shared_libraries(folder)
    if shared is None:
        raise BrokenEpisode("sandbox", f"the libraries of the sandbox in {folder} cannot be read")
    return Farm(folder, readable_paths(folder, links, shared), hidden_paths())


# --- which libraries -----------------------------------------------------------------------------------------------


def distributions_of(libraries: tuple[str, ...]) -> list[importlib.metadata.Distribution]:
    """Return the distributions of the allowed libraries that are installed, and everything that they require."""
    found: dict[str, importlib.metadata.Distribution] = {}
    waiting = list(libraries)
    while waiting:
        name = normal_name(waiting.pop())
        if name in found:
            continue
        with suppress(importlib.metadata.PackageNotFoundError):
            found[name] = importlib.metadata.distribution(name)
            waiting += required_names(found[name])
    return [found[name] for name in sorted(found)]


def required_names(distribution: importlib.metadata.Distribution) -> Iterator[str]:
    """Yield the names in a distribution's plain requirements.

    Requirements of extras are left out. Other markers are not evaluated: what does not apply here is not installed,
    and then not found.
    """
    for requirement in distribution.requires or ():
        specifier, _, marker = requirement.partition(";")
        if "extra" not in marker:
            yield re.split(r"[^A-Za-z0-9._-]", specifier.strip(), maxsplit=1)[0]


def normal_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def entries(distribution: importlib.metadata.Distribution) -> Iterator[tuple[str, Path]]:
    """Yield what a distribution has put into site-packages: a name below it, and the path.

    A folder that is no package of its own (no `__init__`) may be shared with other distributions, so its parts are
    named one by one.
    """
    files = [PurePosixPath(str(file)) for file in distribution.files or missing_files(distribution)]
    inside = {
        file for file in files if ".." not in file.parts and not file.is_absolute() and file.parts[0] != "__pycache__"
    }
    for name in {unshared_part(file, inside) for file in inside}:
        path = Path(str(distribution.locate_file(str(name))))
        if path.exists():
            yield str(name), path


def unshared_part(file: PurePosixPath, files: set[PurePosixPath]) -> PurePosixPath:
    """Return the outermost folder on the file's path that belongs to its distribution alone, or the file itself."""
    for folder in list(reversed(file.parents))[1:]:
        is_package = any(folder / f"__init__{suffix}" in files for suffix in (".py", ".pyi"))
        if is_package or folder.suffix in (".libs", ".dist-info", ".egg-info", ".data"):
            return folder
    return file


def missing_files(distribution: importlib.metadata.Distribution) -> list[str]:
    """Return the packages of a distribution without a record of its files, as those of Linux distributions may be."""
    names = (distribution.read_text("top_level.txt") or distribution.metadata["Name"].replace("-", "_")).split()
    return [part for name in names for part in (f"{name}/__init__.py", f"{name}.py")]


# --- making and reading a farm -------------------------------------------------------------------------------------


def fingerprint(links: dict[str, Path]) -> str:
    """Return a short hash of everything that a farm is made from."""
    material = [sys.version, str(interpreter())]
    material += [f"{name} {path} {path.stat().st_mtime_ns}" for name, path in sorted(links.items())]
    return hashlib.sha256("\0".join(material).encode()).hexdigest()[:20]


def shared_libraries(folder: Path) -> list[Path] | None:
    """Return the system's shared libraries that a farm names; None if it names none or one of them has gone."""
    try:
        named = [Path(path) for path in json.loads((folder / SHARED).read_text())]
    except (OSError, ValueError, TypeError):
        return None
    return named if all(is_system_library(path) for path in named) else None


def is_system_library(path: Path) -> bool:
    """Return whether this is a shared library in a folder of the system or the interpreter."""
    real = path.resolve()
    places = [place.resolve() for place in (*system_libraries(), *interpreter_libraries())]
    return bool(SHARED_LIBRARY.fullmatch(real.name)) and real.is_file() and any(map(real.is_relative_to, places))


def interpreter_libraries() -> Iterator[Path]:
    """Return the folder of the interpreter's own shared library, and those that the user names to the loader."""
    for place in (sysconfig.get_config_var("LIBDIR"), *os.environ.get("LD_LIBRARY_PATH", "").split(":")):
        if place and Path(place).is_dir():
            yield Path(place)


def make_farm(draft: Path, links: dict[str, Path], libraries: tuple[str, ...]) -> None:
    """Make a farm in a draft."""
    draft.mkdir(mode=0o755)
    link_standard_library(draft)
    for name, path in links.items():
        link(draft / "libraries" / name, path)
    shutil.copyfile(BOOTSTRAP, draft / "bootstrap.py")
    loaded = [path for path in loaded_shared_libraries(draft, libraries) if draft not in path.parents]
    (draft / SHARED).write_text(json.dumps([str(path) for path in loaded if is_system_library(path)], indent=1))
    draft.chmod(0o755)


def link_standard_library(farm: Path) -> None:
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for source in standard_library_folders():
        for path in source.iterdir():
            if path.name not in LEFT_OUT and not path.name.startswith("config-"):
                link(farm / "home" / "lib" / version / path.name, path)
    if sys.platlibdir != "lib":
        (farm / "home" / sys.platlibdir).symlink_to("lib")


def standard_library_folders() -> list[Path]:
    """Return the folders of the standard library outside of any virtual environment: its plain and compiled parts."""
    base = {"base": sys.base_prefix, "installed_base": sys.base_prefix}
    base |= {"platbase": sys.base_exec_prefix, "installed_platbase": sys.base_exec_prefix}
    folders = {Path(sysconfig.get_path(part, vars=base)): None for part in ("stdlib", "platstdlib")}
    return [folder for folder in folders if folder.is_dir()]


def link(place: Path, target: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        place.symlink_to(target)


def readable_paths(folder: Path, links: dict[str, Path], shared: list[Path]) -> tuple[Path, ...]:
    data = [Path(path) for path in SYSTEM_DATA if Path(path).exists()]
    return (folder, interpreter(), *standard_library_folders(), *links.values(), *data, *shared)


def hidden_paths() -> tuple[Path, ...]:
    return tuple(
        folder / name for folder in standard_library_folders() for name in sorted(LEFT_OUT) if (folder / name).exists()
    )


def loaded_shared_libraries(draft: Path, libraries: tuple[str, ...]) -> list[Path]:
    """Return the system's shared libraries that the interpreter and the libraries load, found by loading them all.

    This loads our own installed libraries, nothing that an agent wrote.
    """
    command = [str(interpreter()), *INTERPRETER_OPTIONS, str(SURVEY), str(draft / "libraries"), *libraries]
    # Some libraries write into their home when they are imported.
    with tempfile.TemporaryDirectory(prefix=f"{owned_prefix()}survey-", dir=work_folder()) as home:
        environment = {"PYTHONHOME": str(draft / "home"), "OPENBLAS_NUM_THREADS": "1", "HOME": home, "TMPDIR": home}
        ran = subprocess.run(
            command, env=environment, cwd=home, capture_output=True, text=True, timeout=SURVEY_LIMIT_S, check=False
        )
    if ran.returncode != 0:
        raise BrokenEpisode("sandbox", f"the libraries of the sandbox cannot be loaded: {ran.stderr[-2000:]}")
    return [Path(path) for path in json.loads(ran.stdout.splitlines()[-1])]


INTERPRETER_OPTIONS = ("-s", "-S", "-P")
"""No user site, no site-packages, no script folder: like `-I`, except that `PYTHONHOME` and the hash seed count."""
