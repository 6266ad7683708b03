"""Jobs of a build, run here or by several workers."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator

from mesocosm.earth.planet.exports import subject
from mesocosm.earth.planet.manifest import Done, Job, Title, Written, recorded_job, sha256
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import Size
from mesocosm.errors import UserError
from mesocosm.execution.executor import Executor
from mesocosm.execution.spread import spread
from mesocosm.storage.folder import Folder

TOGETHER = {"scenes": "water", "documents": "water"}
"""Subjects that are made in the same process as another, since they use its cache."""
WEIGHT = {"water": 20, "weather": 2, "towns": 4}
"""Approximate time of a job of a subject, relative to the shortest; it decides what is begun first, and no byte."""


def run_jobs(folder: Folder, title: Title, wanted: list[Job], on: Executor) -> Iterator[Done]:
    """Run jobs, those of one region and subject in the same process; the groups with most work first."""
    weights = Counter[str]()
    for job in wanted:
        weights[_group(job)] += WEIGHT.get(job.subject, 1)
    heaviest_first = sorted(wanted, key=lambda job: (-weights[_group(job)], _group(job)))
    work = functools.partial(_run_apart, title, folder)
    for done in spread(work, heaviest_first, key=functools.partial(_key, title), group=_group, on=on):
        if missing := [file.path for file in done.files if not folder.exists(file.path)]:
            raise UserError(f"{folder} must be shared by all workers: {missing[0]} was written elsewhere")
        yield done


def _group(job: Job) -> str:
    return f"{job.region} {TOGETHER.get(job.subject, job.subject)}"


def _key(title: Title, job: Job) -> str:
    return f"planet {title.seed} {job.region} {job.subject} {job.part}"


def _run_apart(title: Title, folder: Folder, job: Job) -> Done:
    return run_job(_planet(title.seed, title.size), folder, job)


@functools.lru_cache(maxsize=1)
def _planet(seed: int, size: Size) -> Planet:
    """Return the planet of this process, which keeps its intermediate results."""
    return Planet(seed, size)


def run_job(planet: Planet, folder: Folder, job: Job) -> Done:
    """Make the files of a job and write each whole, unless another process has done so meanwhile."""
    if (done := recorded_job(folder, job)) is not None:
        return done
    region = planet.region(job.region)
    made = subject(job.subject).files(planet, region, job.part)
    return Done(job=job, files=tuple(write_file(folder, f"{region.key}/{name}", content) for name, content in made))


def write_file(folder: Folder, path: str, content: bytes) -> Written:
    """Write a file of the planet whole, and return its record."""
    folder.write(path, content)
    return Written(path=path, bytes=len(content), sha256=sha256(content))
