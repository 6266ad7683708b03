"""The folder of a planet: its title, the jobs finished in it, and the manifest when it is complete."""

from __future__ import annotations

import contextlib
import errno
import hashlib
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from mesocosm.earth.planet.sizes import SIZES, Size
from mesocosm.errors import UserError
from mesocosm.files import spell_json, write_whole
from mesocosm.types import CANARY, Record

GENERATOR = 1
"""Version of the generator: it rises when a seed gives other files than before."""
MANIFEST, JOURNAL, TITLE = "manifest.json", "journal.jsonl", "planet.json"


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


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a complete planet."""
    if not (folder / TITLE).is_file():
        raise UserError(f"{folder} holds no planet; run `mesocosm planet build -o {folder}` to make one")
    if not (folder / MANIFEST).is_file():
        raise UserError(f"the planet in {folder} is incomplete; continue with: {_command(_read_title(folder), folder)}")
    try:
        return Manifest.model_validate_json((folder / MANIFEST).read_bytes())
    except ValidationError as error:
        raise UserError(
            f"{folder / MANIFEST} is damaged: {error.errors()[0]['msg']}; build the planet again"
        ) from error


def damaged_paths(folder: Path) -> list[str]:
    """Return the paths of files that are missing or differ from the manifest."""
    return [file.path for file in read_manifest(folder).files if not _is_file_intact(folder, file)]


def open_folder(folder: Path, title: Title) -> None:
    """Refuse a folder with other content; write the title into a new folder."""
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is a file; name a folder")
    if (folder / TITLE).is_file():
        held = _read_title(folder)
        if held != title:
            raise UserError(f"{folder} holds {_named(held)}, not {_named(title)}; name another folder")
    elif folder.is_dir() and any(not path.name.startswith(".draft-") for path in folder.iterdir()):
        raise UserError(f"{folder} holds files that belong to no planet; name an empty folder or a new one")
    else:
        write_whole(folder / TITLE, spell_json(title.model_dump(mode="json")) + "\n")


def _read_title(folder: Path) -> Title:
    try:
        return Title.model_validate_json((folder / TITLE).read_bytes())
    except ValidationError as error:
        raise UserError(f"{folder / TITLE} is damaged: {error.errors()[0]['msg']}; name another folder") from error


def _named(title: Title) -> str:
    name = next((name for name, size in SIZES.items() if size == title.size), "of its own")
    return f"a planet of seed {title.seed}, size {name}, generator {title.generator}"


def _command(title: Title, folder: Path) -> str:
    name = next((name for name, size in SIZES.items() if size == title.size), "SIZE")
    return f"mesocosm planet build --seed {title.seed} --size {name} -o {folder}"


def finished_jobs(folder: Path) -> Iterator[Done]:
    """Yield the jobs that the manifest or the journal lists as finished; skip a line that a crash cut off."""
    if (folder / MANIFEST).is_file():
        with contextlib.suppress(UserError):
            yield from read_manifest(folder).jobs
    if (folder / JOURNAL).is_file():
        for line in (folder / JOURNAL).read_text().splitlines():
            with contextlib.suppress(ValidationError):
                yield Done.model_validate_json(line)


def is_intact(folder: Path, done: Done) -> bool:
    return all(_is_file_intact(folder, file) for file in done.files)


def _is_file_intact(folder: Path, file: Written) -> bool:
    path = folder / file.path
    return path.is_file() and path.stat().st_size == file.bytes and sha256(path.read_bytes()) == file.sha256


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@contextlib.contextmanager
def explain_full_disk(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise UserError(
            f"no space is left for {folder}; finished files stay: free some space and run the command again to continue"
        ) from error
