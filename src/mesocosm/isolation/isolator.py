"""The contract of an isolator (sandbox): what it gets, with which limits, and what it must return.

An isolator runs one command with one writable folder and a list of readable paths, and nothing else: no network, no
other part of the file system, no other process, none of this process's environment.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict

Ending = Literal["finished", "wall_time", "cpu_time", "memory", "output", "disk", "killed"]
"""How a run ended. `finished` is any end that the job caused itself: an exit code, or a crash (a negative return code,
the signal). `killed` is an end from outside without a word of its own, such as too many processes or threads.
"""


class Limits(BaseModel):
    """Limits of one isolated run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    wall_s: float = 60.0
    cpu_s: int = 60
    memory_bytes: int = 2 * 2**30
    processes: int = 1
    """Processes alive at a time, not counting threads."""
    output_bytes: int = 200_000
    """Bytes kept of standard output and of standard error, each; more ends the run."""
    disk_bytes: int = 256 * 2**20
    """Bytes to which the writable folder may grow."""
    files: int = 1000
    """Files that the writable folder may hold."""


class Job(BaseModel):
    """One command to run in isolation."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: tuple[str, ...]
    folder: Path
    """The only writable place, and the working directory."""
    readable: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()
    """Paths inside a readable one that must stay invisible."""
    environment: dict[str, str] = {}
    stdin: bytes = b""
    limits: Limits = Limits()


class Outcome(BaseModel):
    """How an isolated run ended and what it printed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ending: Ending
    returncode: int | None
    stdout: str
    stderr: str
    seconds: float
    isolator: str
    removed: tuple[str, ...] = ()
    """Paths that the run wrote beyond its quota and that were removed again; of many the first, and how many more."""


class Isolator(Protocol):
    """An existing isolation mechanism behind our contract."""

    name: str

    def why_unavailable(self) -> str | None:
        """Return None if a probe run of the isolator worked on this machine, else the reason in one sentence."""

    def run(self, job: Job) -> Outcome:
        """Run the job under all of its limits; nothing that the job does raises an error."""
