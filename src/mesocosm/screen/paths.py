"""Files and folders that people name, checked when the command is read; errors say what is wrong and allowed."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import NoReturn

import click

from mesocosm.errors import nearest
from mesocosm.storage.places import is_remote, split_address

LOG_NAMES = (".eval", ".json")
"""Endings of the names of Inspect's logs."""
MOST_NEIGHBOURS = 1000
"""Names of a folder that are searched for the nearest to a misspelt one."""


class Place(click.Path):
    """Parameter type of a path that names a file or a folder; options such as `exists` are those of `click.Path`."""

    def __init__(
        self, *, exists: bool = False, file_okay: bool = True, dir_okay: bool = True, if_folder: str = ""
    ) -> None:
        self.if_folder = if_folder
        """Advice if a folder is given and a file is wanted; FOLDER stands for the folder."""
        super().__init__(exists=exists, file_okay=file_okay, dir_okay=dir_okay, path_type=Path)

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if is_remote(str(value)):
            self.fail(f"{str(value)!r} is an address; name a file or a folder of this machine.", param, ctx)
        path = Path(value)
        if not self.file_okay and path.is_file():
            self.fail(f"{str(path)!r} is a file; name a folder{self._its_folder(path)}.", param, ctx)
        if not self.dir_okay and path.is_dir():
            self.fail(f"{str(path)!r} is a folder; name a file{self._for_folder(path)}.", param, ctx)
        if self.exists and not os.path.lexists(path):
            self._refuse_missing(path, param, ctx)
        return Path(os.fsdecode(super().convert(value, param, ctx)))

    def _for_folder(self, path: Path) -> str:
        return f"; {self.if_folder.replace('FOLDER', str(path))}" if self.if_folder else ""

    def _its_folder(self, path: Path) -> str:
        return f", such as {str(path.parent)!r}" if self.exists and path.parent != Path() else ""

    def _refuse_missing(self, path: Path, param: click.Parameter | None, ctx: click.Context | None) -> NoReturn:
        close = [str(path.parent / name) for name in nearest(path.name, _neighbours(path.parent))]
        hint = f"did you mean {' or '.join(close)}?" if close else ""
        self.fail(f"{str(path)!r} does not exist{f'; {hint}' if hint else '.'}", param, ctx)


class SharedPlace(click.Path):
    """Parameter type of a folder to write or to read, on this machine or at an address such as `s3://BUCKET/FOLDER`."""

    def __init__(self, *, exists: bool = False) -> None:
        super().__init__(file_okay=False, path_type=Path)
        self.local = Place(exists=True, file_okay=False) if exists else Output(file_okay=False)

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> Path | str:
        if not is_remote(str(value)):
            return self.local.convert(value, param, ctx)
        split_address(str(value))
        return str(value)


class Output(Place):
    """Parameter type of a path to write, which is tested before any work is done."""

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = super().convert(value, param, ctx)
        if reason := why_unwritable(path):
            self.fail(f"{str(path)!r} cannot be written: {reason}.", param, ctx)
        return path


def refuse_other_files(logs: tuple[Path, ...]) -> None:
    """Refuse a named file that is no log; in a folder, other files are skipped."""
    for path in logs:
        if path.is_file() and path.suffix not in LOG_NAMES:
            raise click.UsageError(
                f"{path} is not a log of Inspect ({', '.join(LOG_NAMES)}); LOGS are such files, or folders of them"
            )


def why_unwritable(path: Path) -> str:
    """Return what keeps a file or folder from being written, empty if nothing does; the test leaves nothing behind."""
    place = path.absolute() if path.is_dir() else path.absolute().parent
    if path.exists() and not path.is_dir() and not path.is_file():
        return ""  # a device such as /dev/null
    above = next(folder for folder in (place, *place.parents) if os.path.lexists(folder))
    if not above.is_dir():
        return f"{str(above)!r} is not a folder"
    try:
        with tempfile.TemporaryFile(dir=above):
            return ""
    except OSError as error:
        return f"{error.strerror} ({above})"


def _neighbours(folder: Path) -> list[str]:
    try:
        return [path.name for path, _ in zip(folder.iterdir(), range(MOST_NEIGHBOURS), strict=False)]
    except OSError:
        return []
