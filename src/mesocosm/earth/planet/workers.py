"""Jobs of a build, run here or in several processes."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Iterable, Iterator

from mesocosm.earth.planet.exports import subject
from mesocosm.earth.planet.manifest import Done, Job, Title, Written, recorded_job, sha256
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import Size
from mesocosm.storage.folder import Folder


def run_here(folder: Folder, title: Title, wanted: list[Job], jobs: int, stack: contextlib.ExitStack) -> Iterator[Done]:
    planet = Planet(title.seed, title.size)
    return (run_job(planet, folder, job) for job in wanted)


def run_apart(
    folder: Folder, title: Title, wanted: list[Job], jobs: int, stack: contextlib.ExitStack
) -> Iterator[Done]:
    """Run jobs in separate processes, those of one region and subject in the same one."""
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    lots: dict[tuple[str, str], list[Job]] = defaultdict(list)
    for job in wanted:
        lots[job.region, TOGETHER.get(job.subject, job.subject)].append(job)
    hands = [
        ProcessPoolExecutor(1, get_context("spawn"), _start_worker, (title.seed, title.size, folder))
        for _ in range(min(jobs, len(lots)))
    ]
    for hand in hands:
        stack.callback(hand.shutdown, wait=True, cancel_futures=True)
    futures = [hands[number].submit(_work, job) for number, job in _dealt(lots.values(), len(hands))]
    return (future.result() for future in as_completed(futures))


TOGETHER = {"scenes": "water", "documents": "water"}
"""Subjects that are made in the same process as another, since they use its cache."""
WEIGHT = {"water": 20, "weather": 2, "towns": 4}
"""Approximate time of a job of a subject, relative to the shortest; it decides which process makes what, and no byte.
"""


def _dealt(lots: Iterable[list[Job]], hands: int) -> Iterator[tuple[int, Job]]:
    """Assign lots to processes, the heaviest first, each to the process with the least work."""
    load = [0] * hands
    for lot in sorted(lots, key=_weight, reverse=True):
        least = load.index(min(load))
        load[least] += _weight(lot)
        yield from ((least, job) for job in lot)


def _weight(lot: list[Job]) -> int:
    return sum(WEIGHT.get(job.subject, 1) for job in lot)


_worker: list[tuple[Planet, Folder]] = []


def _start_worker(seed: int, size: Size, folder: Folder) -> None:
    """Set up a worker that ends at once at Ctrl-C: its files are written whole, and jobs take minutes."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _worker[:] = [(Planet(seed, size), folder)]


def _work(job: Job) -> Done:
    planet, folder = _worker[0]
    return run_job(planet, folder, job)


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
