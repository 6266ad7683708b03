"""Where work is executed: in processes of this machine, on a Ray cluster, or on Slurm."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from mesocosm.errors import InvalidRecord
from mesocosm.types import Record

RAY_SCHEME = "ray://"
SLURM_SCHEME = "slurm:"
ALLOWED = "allowed: ray, ray://HOST:PORT, slurm:FILE"


class Executor(Record):
    """Where work is executed, and by how many workers."""

    kind: Literal["processes", "ray", "slurm"] = "processes"
    workers: int | None = None
    """Number of workers; None means one process, all processors of a Ray cluster, or what the Slurm file says."""
    address: str = ""
    """Address of a Ray cluster, or path of a Slurm file; empty for a Ray cluster of this machine."""

    @property
    def runs_here(self) -> bool:
        """Whether work is executed in this very process."""
        return self.kind == "processes" and (self.workers or 1) == 1


HERE = Executor()


def read_executor(jobs: int | None, on: str | None) -> Executor:
    """Return the executor that the options `--jobs` and `--on` describe."""
    if jobs is not None and jobs < 1:
        raise InvalidRecord(f"jobs must be at least 1, got {jobs}")
    if on is None:
        return Executor(workers=jobs)
    if on == "ray":
        return Executor(kind="ray", workers=jobs)
    if on.startswith(RAY_SCHEME) and on.removeprefix(RAY_SCHEME).rpartition(":")[2].isdecimal():
        return Executor(kind="ray", workers=jobs, address=on)
    if on.startswith(SLURM_SCHEME):
        file = Path(on.removeprefix(SLURM_SCHEME))
        if not file.is_file():
            raise InvalidRecord(f"--on {on}: there is no file {file}; docs/scale.md shows one")
        return Executor(kind="slurm", workers=jobs, address=str(file.resolve()))
    raise InvalidRecord(f"--on cannot be {on!r}; {ALLOWED}")
