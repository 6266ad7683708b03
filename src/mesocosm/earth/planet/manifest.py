"""The folder of a planet: its title, the jobs finished in it, and the manifest when it is complete."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from mesocosm.earth.planet.sizes import SIZES, Size
from mesocosm.errors import UserError
from mesocosm.files import spell_json
from mesocosm.storage.folder import Folder, folder_at
from mesocosm.types import CANARY, Record

GENERATOR = 1
"""Version of the generator: it rises when a seed gives other files than before."""
MANIFEST, JOURNAL, TITLE = "manifest.json", "journal/", "planet.json"


class Job(Record):
    """A part of a build that is made independently."""

    region: str
    subject: str
    part: str


class Written(Record):
    """A file: its path below the planet's folder, its size and hash."""

    path: str
    bytes: int
    sha256: str


class Done(Record):
    """A finished job and its files."""

    job: Job
    files: tuple[Written, ...]


class Title(Record):
    """The planet that a folder holds: `planet.json`."""

    canary: str = CANARY
    generator: int = GENERATOR
    seed: int
    size: Size


class Manifest(Record):
    """Every file of a complete planet."""

    planet: Title
    jobs: tuple[Done, ...]

    @property
    def files(self) -> tuple[Written, ...]:
        return tuple(file for done in self.jobs for file in done.files)


def read_manifest(place: Path | str | Folder) -> Manifest:
    """Return the manifest of a complete planet."""
    folder = folder_at(place)
    if not folder.exists(TITLE):
        raise UserError(f"{folder} holds no planet; run `mesocosm planet build -o {folder}` to make one")
    if not folder.exists(MANIFEST):
        raise UserError(f"the planet in {folder} is incomplete; continue with: {_command(_read_title(folder), folder)}")
    try:
        return Manifest.model_validate_json(folder.read(MANIFEST))
    except ValidationError as error:
        raise UserError(
            f"{folder}/{MANIFEST} is damaged: {error.errors()[0]['msg']}; build the planet again"
        ) from error


def damaged_paths(place: Path | str | Folder) -> list[str]:
    """Return the paths of files that are missing or differ from the manifest."""
    folder = folder_at(place)
    return [file.path for file in read_manifest(folder).files if not _is_file_intact(folder, file)]


def open_folder(place: Path | str, title: Title) -> Folder:
    """Return a folder, but refuse one with other content; write the title into a new folder."""
    if isinstance(place, Path) and place.exists() and not place.is_dir():
        raise UserError(f"{place} is a file; name a folder")
    folder = folder_at(place)
    if not folder.exists(TITLE):
        if folder.names() and not folder.exists(TITLE):  # another process may begin it at this moment
            raise UserError(f"{folder} holds files that belong to no planet; name an empty folder or a new one")
        folder.write_new(TITLE, f"{spell_json(title.model_dump(mode='json'))}\n".encode())
    held = _read_title(folder)
    if held != title:
        raise UserError(f"{folder} holds {_named(held)}, not {_named(title)}; name another folder")
    return folder


def _read_title(folder: Folder) -> Title:
    try:
        return Title.model_validate_json(folder.read(TITLE))
    except ValidationError as error:
        raise UserError(f"{folder}/{TITLE} is damaged: {error.errors()[0]['msg']}; name another folder") from error


def _named(title: Title) -> str:
    name = next((name for name, size in SIZES.items() if size == title.size), "of its own")
    return f"a planet of seed {title.seed}, size {name}, generator {title.generator}"


def _command(title: Title, folder: Folder) -> str:
    name = next((name for name, size in SIZES.items() if size == title.size), "SIZE")
    return f"mesocosm planet build --seed {title.seed} --size {name} -o {folder}"


def record_job(folder: Folder, done: Done) -> None:
    """Add a finished job to the journal."""
    folder.write(_journal_name(done.job), json.dumps(done.model_dump(mode="json")).encode())


def recorded_job(folder: Folder, job: Job) -> Done | None:
    """Return a job as the journal has it, if its files are there; None if it is to be done."""
    with contextlib.suppress(FileNotFoundError, ValidationError):
        done = Done.model_validate_json(folder.read(_journal_name(job)))
        return done if done.job == job and is_intact(folder, done) else None
    return None


def finished_jobs(folder: Folder) -> Iterator[Done]:
    """Yield the jobs that the manifest or the journal lists as finished."""
    if folder.exists(MANIFEST):
        with contextlib.suppress(UserError):
            yield from read_manifest(folder).jobs
    for name in folder.names(JOURNAL):
        with contextlib.suppress(FileNotFoundError, ValidationError):  # removed by another process, or damaged
            yield Done.model_validate_json(folder.read(name))


def remove_journal(folder: Folder) -> None:
    """Remove the journal: the manifest is complete."""
    for name in folder.names(JOURNAL):
        folder.delete(name)


def _journal_name(job: Job) -> str:
    return f"{JOURNAL}{sha256(job.model_dump_json().encode())[:16]}.json"


def is_intact(folder: Folder, done: Done) -> bool:
    return all(_is_file_intact(folder, file) for file in done.files)


def _is_file_intact(folder: Folder, file: Written) -> bool:
    try:
        return sha256(folder.read(file.path)) == file.sha256
    except (FileNotFoundError, IsADirectoryError):
        return False


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@contextlib.contextmanager
def explain_full_disk(folder: Path | str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise UserError(
            f"no space is left for {folder}; finished files stay: free some space and run the command again to continue"
        ) from error
