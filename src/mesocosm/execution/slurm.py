"""Workers that are jobs of Slurm, submitted by submitit; each connects back to this process and asks for tasks.

The file of `--on slurm:FILE` is TOML: `folder` (seen by all nodes; default `slurm-workers` beside the file), `workers`,
`host` (the name under which nodes reach this machine), `cluster` (`slurm`, or `local` to try it without Slurm) and a
table `parameters` for submitit, such as `slurm_partition`, `timeout_min` or `mem_gb`.
"""

from __future__ import annotations

import socket
import subprocess
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import closing
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from mesocosm import registry
from mesocosm.errors import InvalidRecord, UserError
from mesocosm.execution.authenticated_connection import AuthenticatedConnection, introduce
from mesocosm.execution.door import Door
from mesocosm.execution.executor import Executor
from mesocosm.execution.nodes import NodeFacts, check_same, describe_node, survey_node
from mesocosm.execution.processes import assign, receive
from mesocosm.execution.worker import Lost, Report, serve
from mesocosm.extras import needs
from mesocosm.isolation.protected_folders import protect
from mesocosm.screen.untrusted_text import tell
from mesocosm.trace.reader import explain
from mesocosm.types import Record

DAY_MIN = 24 * 60
"""Minutes that a job may take, if the file says nothing else."""
MOST_SURVEYED = 1000
"""Workers that a survey starts at most."""
LOOK_S = 5.0
"""Seconds between two looks at jobs that have not connected yet."""


class SlurmFile(Record):
    """What the file of `--on slurm:FILE` says."""

    folder: Path = Path("slurm-workers")
    workers: int = Field(default=1, ge=1)
    host: str = ""
    cluster: Literal["slurm", "local"] = "slurm"
    parameters: dict[str, Any] = Field(default_factory=dict)


class SlurmWorker:
    """A job, which is a worker from the moment when it has connected."""

    def __init__(self, job: Any) -> None:
        self.job = job
        self.connection: AuthenticatedConnection | None = None
        self.idle = False

    def assign(self, argument: Any) -> None:
        assert self.connection is not None
        self.idle = False
        assign(self.connection, argument)

    def stop(self) -> None:
        if self.connection is not None:
            self.connection.close()
        if not self.idle:  # an idle job ends by itself when the connection is closed
            cancel(self.job)


class SlurmBackend:
    """Jobs of Slurm. A job that ends is replaced by a new one."""

    def __init__(self, work: Callable[[Any], Any], on: Executor, tasks: int) -> None:
        asked = read_slurm_file(Path(on.address))
        self.workers = min(on.workers or asked.workers, tasks)
        self._submitter = _submitter(asked, Path(on.address).parent)
        self._work = work
        self._door = Door(asked.host or socket.gethostname())
        self._waiting: dict[int, SlurmWorker] = {}
        self._held: dict[socket.socket, SlurmWorker] = {}
        self._count = 0
        self._looked = time.monotonic()

    def start(self) -> None:
        self._count += 1
        key = self._door.expect(self._count)
        job = self._submitter.submit(run_worker, self._count, self._door.address, key, self._work)
        self._waiting[self._count] = SlurmWorker(job)

    def wait(self) -> Iterator[tuple[SlurmWorker, Report]]:
        ready = wait([self._door.arrivals, *self._held], LOOK_S if self._waiting else None)
        for connected in ready:
            if isinstance(connected, socket.socket) and connected in self._held:
                yield self._news(connected)
        if self._door.arrivals in ready:
            self._admit(*self._door.next_arrival())
        if time.monotonic() - self._looked >= LOOK_S:  # also while others report
            self._looked = time.monotonic()
            yield from self._ended_early()

    def _admit(self, connection: AuthenticatedConnection, number: int, facts: NodeFacts) -> None:
        if (worker := self._waiting.pop(number, None)) is None:  # Slurm has said that it ended
            connection.close()
            return
        worker.connection, worker.idle = connection, True
        self._held[connection.socket] = worker
        check_same(facts)

    def arrivals(self) -> Iterator[NodeFacts]:
        """Yield the facts of every job when it has connected; a job that ends before is an error."""
        for _ in range(len(self._waiting)):
            while not wait([self._door.arrivals], LOOK_S):
                for _, lost in self._ended_early():
                    raise UserError(lost.reason)
            connection, number, facts = self._door.next_arrival()
            self._waiting.pop(number, None)
            connection.close()  # its job ends by itself
            yield facts

    def _news(self, connected: socket.socket) -> tuple[SlurmWorker, Report]:
        worker = self._held[connected]
        assert worker.connection is not None
        worker.idle, report = True, receive(worker.connection)
        if report is None:
            del self._held[connected]
            worker.connection.close()
            cancel(worker.job)  # it may go on where it cannot be reached, and hold what it works on
            report = Lost(f"job {worker.job.job_id} has ended, or its node cannot be reached")
        return worker, report

    def _ended_early(self) -> Iterator[tuple[SlurmWorker, Lost]]:
        for number, worker in list(self._waiting.items()):
            if worker.job.done():
                del self._waiting[number]
                self._door.forget(number)
                yield worker, Lost(f"job {worker.job.job_id} has ended; see {worker.job.paths.stderr}")

    def forget(self, worker: SlurmWorker) -> None:
        if worker.connection is not None:
            self._held.pop(worker.connection.socket, None)
        worker.stop()

    def close(self) -> None:
        self._door.close()
        for worker in (*self._waiting.values(), *self._held.values()):
            worker.stop()


def cancel(job: Any) -> None:
    """End a job; if that fails, say so, so that the others are ended all the same."""
    try:
        job.cancel()
    except (subprocess.CalledProcessError, OSError) as error:
        tell(f"job {job.job_id} could not be cancelled: {error}", err=True)


def survey(on: Executor) -> list[NodeFacts]:
    """Start the workers, describe the node of each, and end them; nodes with several workers are described once."""
    backend = SlurmBackend(survey_only, on, MOST_SURVEYED)
    found: dict[str, NodeFacts] = {}
    try:
        for _ in range(backend.workers):
            backend.start()
        for facts in backend.arrivals():
            found[facts.host] = facts
        return list(found.values())
    finally:
        backend.close()


def run_worker(number: int, address: tuple[str, int], key: bytes, work: Callable[[Any], Any]) -> None:
    """Connect to the process that submitted this job, and work for it until it closes the connection."""
    hide_submissions()
    facts = survey_node() if work is survey_only else describe_node()
    with closing(introduce(address, number, key, facts.model_dump_json().encode())) as connection:
        serve(connection, work)


def hide_submissions() -> None:
    """Delete the file with the key of this job, and keep agents from the folder where those of other jobs lie."""
    paths = registry.require("submitit").JobEnvironment().paths
    paths.submitted_pickle.unlink(missing_ok=True)
    protect(paths.folder.parent)


def survey_only(argument: Any) -> Any:
    """The work of jobs that are started to describe their nodes: none."""


def read_slurm_file(path: Path) -> SlurmFile:
    """Read the file of `--on slurm:FILE`."""
    try:
        return SlurmFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise InvalidRecord(f"{path} cannot be read: {error}") from error
    except ValidationError as error:
        fields = ", ".join(SlurmFile.model_fields)
        raise InvalidRecord(f"{path}: {explain(error)}; the fields are {fields}") from error


def _submitter(asked: SlurmFile, home: Path) -> Any:
    """Return submitit's executor; what it writes holds the key, so only its owner may read it."""
    with needs("--on slurm", "slurm"):
        submitit = registry.require("submitit")
    folder = home / asked.folder
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        raise UserError(f"{folder} can be read by others; chmod 700 it, since keys of workers lie there")
    protect(folder)
    try:
        submitter = submitit.AutoExecutor(folder=folder / "%j", cluster=asked.cluster)
    except RuntimeError as error:
        raise UserError(f"--on slurm cannot be used here: {error}") from error
    try:
        submitter.update_parameters(**{"name": "mesocosm", "timeout_min": DAY_MIN, **asked.parameters})
    except (AssertionError, NameError, TypeError, ValueError) as error:
        raise InvalidRecord(f"[parameters] of the file in {home}: {error}") from error
    return submitter
