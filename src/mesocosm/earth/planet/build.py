"""Building a planet into a folder: every file whole, hashed, and the same for any order and number of processes.

A build is a list of independent jobs. Each file appears whole or not at all. A finished job is recorded in a journal,
and a second call makes only what is missing or differs from its record. When all jobs are finished, the records become
`manifest.json` and the journal is removed. Jobs of one region and subject run in one process, which keeps its
intermediate results.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from mesocosm.earth.planet.exports import SUBJECTS, subject
from mesocosm.earth.planet.manifest import (
    MANIFEST,
    Done,
    Job,
    Manifest,
    Title,
    explain_full_disk,
    finished_jobs,
    is_intact,
    open_folder,
    record_job,
    remove_journal,
)
from mesocosm.earth.planet.planet import Planet, checked_seed, size_of
from mesocosm.earth.planet.products.stac import Raster, stac_files
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sizes import Size, SizeName
from mesocosm.earth.planet.sky.nodes import CELLS
from mesocosm.earth.planet.workers import run_jobs, write_file
from mesocosm.errors import UnknownName, UserError
from mesocosm.execution.executor import HERE, Executor
from mesocosm.files import spell_json, write_whole
from mesocosm.storage.folder import Folder
from mesocosm.storage.local import LocalFolder

LEAST_CELLS = 40
"""Kilometres along a side below which a region may have no land, no road or no room for a grid of weather."""
Watch = Callable[[Job, int, int], None]
"""Callback for each finished job: the job, the number of finished jobs, the number of all."""


def jobs_of(planet: Planet, subjects: Sequence[str] = SUBJECTS, regions: Sequence[str] = ()) -> tuple[Job, ...]:
    """Return the jobs of a build, region by region; all subjects and regions, or those named."""
    chosen = _choose(planet, subjects, regions)
    return tuple(
        Job(region=region.key, subject=name, part=part)
        for region in chosen
        for name in subjects
        for part in subject(name).parts(planet, region)
    )


def _choose(planet: Planet, subjects: Sequence[str], regions: Sequence[str]) -> Sequence[Region]:
    """Return the regions of a build; refuse unknown subjects and regions."""
    for name in subjects:
        if name not in SUBJECTS:
            raise UnknownName("subject of a planet", name, SUBJECTS)
    return [planet.region(key) for key in regions] or planet.regions


def build(
    seed: int,
    size: SizeName | Size,
    folder: Path | str,
    *,
    on: Executor = HERE,
    subjects: Sequence[str] = SUBJECTS,
    regions: Sequence[str] = (),
    watch: Watch | None = None,
) -> Manifest:
    """Make the files of a planet, or of some subjects and regions of it, that the folder lacks.

    Args:
        seed: Seed of the planet.
        size: Size by name, or a `Size`.
        folder: A folder that is new, empty, or holds a planet of this seed and size, complete or not; a path, or an
            address such as `s3://BUCKET/FOLDER`. Other processes may work at it at the same time.
        on: Where the jobs are run.
        subjects: Some of `exports.SUBJECTS`; default all.
        regions: Keys of regions; default all.
        watch: Callback for every finished job.
    """
    title = Title(seed=checked_seed(seed), size=size_of(size))
    if title.size.cells < LEAST_CELLS or title.size.cells % CELLS:
        raise UserError(f"cells must be a multiple of {CELLS}, at least {LEAST_CELLS}, got {title.size.cells}")
    planet = Planet(seed, size)
    _choose(planet, subjects, regions)  # a misspelt name must not leave a folder behind
    with explain_full_disk(folder):
        return _build(open_folder(folder, title), title, planet, on, subjects, regions, watch)


def _build(
    folder: Folder, title: Title, planet: Planet, on: Executor, subjects: Sequence[str], regions: Sequence[str],
    watch: Watch | None,
) -> Manifest:  # fmt: skip
    wanted = jobs_of(planet, subjects, regions)
    there = {
        done.job: done for done in finished_jobs(folder) if done.job.subject in SUBJECTS and is_intact(folder, done)
    }
    for done in _make(folder, title, [job for job in wanted if job not in there], on, watch, len(there)):
        there[done.job] = done
    manifest = Manifest(planet=title, jobs=tuple(there[job] for job in sorted(there, key=_place)))
    if all(job in there for job in jobs_of(planet)):
        manifest = _catalogue(folder, manifest)
        folder.write(MANIFEST, f"{spell_json(manifest.model_dump(mode='json'))}\n".encode())
        remove_journal(folder)
    return manifest


def _make(
    folder: Folder, title: Title, wanted: list[Job], on: Executor, watch: Watch | None, before: int
) -> Iterator[Done]:
    """Run jobs and record each when it is finished."""
    for count, done in enumerate(run_jobs(folder, title, wanted, on), start=before + 1):
        record_job(folder, done)
        if watch is not None:
            watch(done.job, count, before + len(wanted))
        yield done


def _catalogue(folder: Folder, manifest: Manifest) -> Manifest:
    """Return the manifest with STAC items of its rasters, which are written last because they list the files."""
    rasters = [Raster(file.path, file.bytes, file.sha256) for file in manifest.files if file.path.endswith(".tif")]
    with _on_this_machine(folder, rasters) as here:
        contents = stac_files(here, rasters, f"mesocosm planet of seed {manifest.planet.seed}")
    written = tuple(write_file(folder, path, content) for path, content in contents.items())
    catalogue = Done(job=Job(region="", subject="stac", part="items"), files=written)
    return manifest.model_copy(update={"jobs": (*manifest.jobs, catalogue)})


@contextlib.contextmanager
def _on_this_machine(folder: Folder, rasters: Sequence[Raster]) -> Iterator[Path]:
    """Yield a folder with the rasters that rasterio can open: the folder itself, or a copy of what it needs."""
    if isinstance(folder, LocalFolder):
        yield folder.path
        return
    with tempfile.TemporaryDirectory() as scratch:
        for raster in rasters:
            write_whole(Path(scratch) / raster.path, folder.read(raster.path))
        yield Path(scratch)


def _place(job: Job) -> tuple[str, int, str]:
    return job.region, SUBJECTS.index(job.subject), job.part
