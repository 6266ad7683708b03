"""Python code written by agents, run in a sandbox with a few scientific libraries and nothing else of this machine."""

from __future__ import annotations

import functools
import sysconfig
from pathlib import Path

from mesocosm.isolation.isolator import Isolator, Job, Limits, Outcome
from mesocosm.isolation.probe import interpreter
from mesocosm.isolation.selection import choose_isolator
from mesocosm.isolation.site_packages import INTERPRETER_OPTIONS, Farm, library_farm, standard_library_folders

ONE_THREAD = dict.fromkeys(
    ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS", "GDAL_NUM_THREADS"), "1"
)
"""Variables that limit numerical libraries to one thread: otherwise there is one per processor, and sums depend on the
machine.
"""

STREAMS = ("stdout", "stderr")


def run_python(code: str, folder: Path, limits: Limits | None = None, isolator: Isolator | None = None) -> Outcome:
    """Run the code as `agent.py`, with the folder as its only writable place; return what it printed and how it ended.

    numpy, scipy, pandas, xarray, rasterio and shapely can be imported if they are installed. An exception is a normal
    ending, with its traceback on standard error, in which the paths of Python and its libraries on this machine are
    shortened. Raise ToolUnavailable if no isolator works here, and BrokenEpisode if the isolator fails.
    """
    used, farm = isolator if isolator is not None else choose_isolator(), library_farm()
    outcome = used.run(python_job(code, folder.resolve(), limits or Limits(), farm))
    return outcome.model_copy(update={name: without_places(getattr(outcome, name), farm) for name in STREAMS})


def without_places(printed: str, farm: Farm) -> str:
    """Replace the paths of Python on this machine in what was printed, for example by `python/libraries/numpy/...`."""
    for place, short in places(farm):
        printed = printed.replace(place, short)
    return printed


@functools.cache
def places(farm: Farm) -> tuple[tuple[str, str], ...]:
    """Return paths that a traceback or a module may name, the longest first, each with its replacement."""
    names = {str(folder): "python/lib" for folder in standard_library_folders()}
    names |= {sysconfig.get_path(part): "python/libraries" for part in ("purelib", "platlib")}
    names |= {str(farm.home / "lib" / Path(folder).name): "python/lib" for folder in standard_library_folders()}
    names |= {str(farm.folder): "python", str(interpreter()): "python/bin/python"}
    return tuple(sorted(names.items(), key=lambda pair: -len(pair[0])))


def python_job(code: str, folder: Path, limits: Limits, farm: Farm, given: bytes = b"") -> Job:
    """Return the code as a job; input for the code follows it on standard input."""
    program = code.encode()
    return Job(
        command=(str(interpreter()), *INTERPRETER_OPTIONS, str(farm.bootstrap), str(len(program))),
        folder=folder,
        readable=farm.readable,
        hidden=farm.hidden,
        environment=python_environment(folder, farm),
        stdin=program + given,
        limits=limits,
    )


def python_environment(folder: Path, farm: Farm) -> dict[str, str]:
    """Return the whole environment of the code; nothing of ours is in it."""
    return {
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "PATH": "",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "MPLBACKEND": "Agg",
        "PYTHONHOME": str(farm.home),
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUNBUFFERED": "1",
        **ONE_THREAD,
    }
