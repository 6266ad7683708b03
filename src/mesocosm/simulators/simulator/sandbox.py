"""Isolated engines: a process of its own without a network, with one writable folder and limits on all its resources.

Input files of engines can name paths, include other files and loop for ever; the isolator decides what they reach and
for how long, not a list of forbidden words. Two kinds of engine are run:

    run_worker     a Python library: the text of a worker module, which imports only the standard library and the engine
    run_program    a program, on files written into its folder

Nothing is read back before the process has ended, and the folder is deleted afterwards; the folder of a killed process
has its owner's name and is removed by the next command.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import stat
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pydantic_core import to_json

from mesocosm.errors import ToolError
from mesocosm.simulators.simulator.contract import RunLimits
from mesocosm.workspace.stale_folders import owned_prefix, work_folder

if TYPE_CHECKING:
    from mesocosm.isolation.isolator import Job, Limits, Outcome

ESCAPED = 2
"""JSON writes a line end or a quotation mark as two characters."""
ENDINGS = {
    "wall_time": "was stopped: it ran longer than {seconds:g} s",
    "cpu_time": "was stopped: it ran longer than {seconds:g} s",
    "memory": "was stopped: it used more memory than allowed",
    "disk": "was stopped: it wrote more than the workspace may hold",
    "output": "was stopped: its listing is longer than the workspace may hold",
    "killed": "was stopped by a signal",
}
LONGEST_MESSAGE = 500
LISTING_LIMIT_S = 60


class EngineFailed(ToolError):
    """An engine ended by itself without a result; `listing` is what it printed."""

    def __init__(self, message: str, listing: str = "", files: Mapping[str, bytes] | None = None) -> None:
        super().__init__(message)
        self.listing = listing
        self.files = dict(files or {})


def run_worker(
    engine: str,
    worker: ModuleType,
    request: Mapping[str, Any],
    *,
    libraries: tuple[str, ...],
    limits: RunLimits,
) -> dict[str, Any]:
    """Return the result of the worker's `main(request)`, which must be an object in JSON.

    Args:
        engine: The engine's name, for messages.
        worker: A module of ours; its text is run, so it imports nothing of this package.
        request: The inputs, as JSON.
        libraries: Distributions that the worker may import, with all their requirements.
        limits: Resource limits of the run.
    """
    with tempfile.TemporaryDirectory(prefix=f"{owned_prefix()}{engine.lower()}-", dir=work_folder()) as folder:
        return run_worker_in(Path(folder), engine, worker, request, libraries=libraries, limits=limits)


def run_worker_in(
    folder: Path,
    engine: str,
    worker: ModuleType,
    request: Mapping[str, Any],
    *,
    libraries: tuple[str, ...] = (),
    readable: tuple[Path, ...] = (),
    limits: RunLimits,
    most_report_bytes: int | None = None,
) -> dict[str, Any]:
    """Run a worker like `run_worker`, in an existing folder that stays; limit the report to `most_report_bytes`.

    Nothing in the folder is read back: others may have put it there. The report comes through the standard output of
    the
    run, after a seal that the inputs cannot know.
    """
    from mesocosm.isolation.python import python_job
    from mesocosm.isolation.site_packages import library_farm

    seal = secrets.token_hex(32)
    text = Path(str(worker.__file__)).read_text(encoding="utf-8")
    call = f"print({seal!r} + json.dumps(main(json.load(sys.stdin.buffer))), flush=True)"
    farm = library_farm(libraries) if libraries else library_farm()
    code = f"{text}\nimport json, sys\n{call}\n"
    job = python_job(code, folder.resolve(), isolation_limits(limits), farm, to_json(request))
    job = job.model_copy(update={"readable": (*job.readable, *readable)})
    if most_report_bytes is not None:
        job = job.model_copy(update={"limits": job.limits.model_copy(update={"output_bytes": most_report_bytes})})
    return _report_of(engine, finish_job(engine, job, limits), seal)


def run_program(
    engine: str,
    command: tuple[str, ...],
    files: Mapping[str, bytes],
    outputs: tuple[str, ...],
    *,
    readable: tuple[Path, ...] = (),
    environment: Mapping[str, str] | None = None,
    limits: RunLimits,
) -> dict[str, bytes]:
    """Run a program; return the files `outputs` that it wrote in its folder, except absent ones, and `stdout` and
    `stderr`.

    Args:
        engine: The engine's name, for messages.
        command: The program by its full path, and its arguments; paths in them are relative to its folder.
        files: Files to write into the folder before, by name.
        outputs: Names of the files to read afterwards.
        readable: Further folders the program may read, such as that of its package.
        environment: All variables of its environment, besides a home.
        limits: Resource limits of the run.
    """
    from mesocosm.isolation.isolator import Job

    with tempfile.TemporaryDirectory(prefix=f"{owned_prefix()}{engine.lower()}-", dir=work_folder()) as name:
        folder = Path(name).resolve()
        for file, data in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_bytes(data)
        home = {"HOME": str(folder), "TMPDIR": str(folder), "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        job = Job(
            command=command,
            folder=folder,
            readable=(Path(command[0]), *shared_libraries(Path(command[0])), *readable),
            environment=home | dict(environment or {}),
            limits=isolation_limits(limits),
        )
        outcome = finish_job(engine, job, limits)
        left = {file: content for file in outputs if (content := read_left(folder / file)) is not None}
    printed = {"stdout": outcome.stdout.encode(), "stderr": outcome.stderr.encode()}
    if outcome.returncode != 0:
        raise EngineFailed(f"{engine} {why_no_report(outcome)}", outcome.stdout + outcome.stderr, left)
    return left | printed


def finish_job(engine: str, job: Job, limits: RunLimits) -> Outcome:
    """Return the outcome of a job that ended by itself; raise `ToolError` if it was stopped."""
    from mesocosm.isolation.selection import choose_isolator

    outcome = choose_isolator().run(job)
    if outcome.ending != "finished":
        gone = f"; removed: {', '.join(outcome.removed)}" if outcome.removed else ""
        raise ToolError(f"{engine} {ENDINGS[outcome.ending].format(seconds=limits.seconds)}{gone}")
    return outcome


def isolation_limits(limits: RunLimits) -> Limits:
    from mesocosm.isolation.isolator import Limits

    return Limits(
        wall_s=limits.seconds,
        cpu_s=max(1, round(limits.seconds)),
        memory_bytes=limits.memory_bytes,
        output_bytes=ESCAPED * limits.disk_bytes,
        disk_bytes=limits.disk_bytes,
        files=limits.files,
    )


def why_no_report(outcome: Outcome) -> str:
    """Explain how a run that was not stopped ended without a result, in words for the author of its inputs."""
    code = outcome.returncode or 0
    if code < 0:
        return f"crashed on this input ({signal.Signals(-code).name}); change the input"
    last = outcome.stderr.strip().rpartition("\n")[2][-LONGEST_MESSAGE:]
    return f"ended without a result: {last or f'it stopped with code {code}'}"


def _report_of(engine: str, outcome: Outcome, seal: str) -> dict[str, Any]:
    """Return the report after the seal; raise an error that explains a run without one."""
    _, sealed, rest = outcome.stdout.partition(seal)
    if not sealed:
        raise EngineFailed(f"{engine} {why_no_report(outcome)}", outcome.stdout + outcome.stderr)
    try:
        report = json.JSONDecoder().raw_decode(rest)[0]
    except ValueError as error:
        raise ToolError(f"{engine} ended without a result: what it reported cannot be read") from error
    if not isinstance(report, dict):
        raise ToolError(f"{engine} ended without a result: it reported {type(report).__name__}")
    return report


def read_left(path: Path) -> bytes | None:
    """Return a plain file of the folder, or None if there is none; a link could lead out, and a pipe could wait."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            return file.read() if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else None
    except OSError:
        return None


def shared_libraries(program: Path) -> list[Path]:
    """Return the system libraries that a program loads, according to the dynamic loader."""
    if not program.is_file():
        raise ToolError(f"the program {program.name} is not installed here")
    loaders = [path for path in LOADERS if os.path.exists(path)]
    for loader in loaders:
        listing = subprocess.run(
            [loader, "--list", str(program)], capture_output=True, text=True, timeout=LISTING_LIMIT_S, check=False
        )
        if listing.returncode == 0:
            paths = [word for word in listing.stdout.split() if word.startswith("/")]
            return [Path(path) for path in (*paths, loader) if os.path.exists(path)]
    return [Path(loader) for loader in loaders]  # a static program loads none


LOADERS = ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1")
