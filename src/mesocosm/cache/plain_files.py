"""Files and folders that the cache trusts: plain ones of this user that nobody else may write to."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from pathlib import Path

from mesocosm.cache.folder import VARIABLE, make_private
from mesocosm.errors import UserError

OTHERS_MAY_WRITE = 0o022
AT_ONCE = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""Flags for opening: do not follow a link, do not wait for a pipe."""


class NotOurs(OSError):
    """A file lies where a file of the cache should and must not be used."""


class CacheRefused(UserError):
    """The cache must not use a folder; the message says which, why, and what to do."""

    def __init__(self, path: Path, why: str, mend: str = "") -> None:
        super().__init__(f"the cache folder {path} {why}; {mend}{VARIABLE} names another folder")


def open_plain(path: Path, flags: int = os.O_RDONLY) -> int:
    """Open a plain file of ours and return its descriptor; anything else is refused at once."""
    try:
        file = os.open(path, flags | AT_ONCE, 0o600)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO):
            raise NotOurs("is a link, a pipe or a socket and not a plain file") from error
        raise
    if (why := why_not_ours(os.fstat(file))) is not None:
        os.close(file)
        raise NotOurs(why)
    return file


def read_plain(path: Path) -> bytes:
    """Read a plain file of ours."""
    with open(open_plain(path), "rb") as file:
        return file.read()


def write_plain(path: Path, data: bytes) -> None:
    """Replace a file in one step; a link itself is replaced, not what it leads to."""
    draft = path.with_name(f".draft-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
        draft.replace(path)
    except BaseException:  # Ctrl-C too must leave no draft behind
        draft.unlink(missing_ok=True)
        raise


def why_not_ours(entry: os.stat_result, *, folder: bool = False) -> str | None:
    """Return why a file or folder is not used; None if it is."""
    if not (stat.S_ISDIR if folder else stat.S_ISREG)(entry.st_mode):
        return f"is not a plain {'folder' if folder else 'file'}"
    if entry.st_uid != os.getuid():
        return f"belongs to another user (number {entry.st_uid})"
    return "may be written by others" if entry.st_mode & OTHERS_MAY_WRITE else None


def check_folders(root: Path, path: Path) -> None:
    """Refuse a folder on the way to a path, the cache folder included, that others may write to or that is a link.

    Only the cache folder itself may be reached by a link: the user chose it.
    """
    place = str(root)  # as text, since this runs at every read
    _check_folder(place, follow=True)
    for part in path.parts[len(root.parts) :]:
        place = f"{place}/{part}"
        _check_folder(place, follow=False)


def make_folder(root: Path, path: Path) -> None:
    """Make a folder of the cache and its parents, for this user alone.

    Raise FileNotFoundError if another process removes empty folders at the same moment.
    """
    try:
        make_private(root)
        place = root
        for part in path.relative_to(root).parts:
            place = place / part
            place.mkdir(mode=0o700, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), error.filename) from error
    check_folders(root, path)


def close_to_others(path: Path) -> None:
    """Take away others' right to write to a file, or to a folder with its content, whatever the user's mask allows."""
    places = [path]
    if path.is_dir():
        places += [Path(top, name) for top, folders, files in os.walk(path) for name in (*folders, *files)]
    for place in places:
        mode = place.lstat().st_mode
        if not stat.S_ISLNK(mode) and mode & OTHERS_MAY_WRITE:
            place.chmod(stat.S_IMODE(mode) & ~OTHERS_MAY_WRITE)


def _check_folder(path: str, *, follow: bool) -> None:
    try:
        entry = os.stat(path, follow_symlinks=follow)
    except OSError:  # there is none yet, or none can be made, which is reported when writing
        return
    if follow and not stat.S_ISDIR(entry.st_mode):
        return  # reported when it is written to
    why = why_not_ours(entry, folder=True)
    if why is not None:
        open_to_others = entry.st_uid == os.getuid() and stat.S_ISDIR(entry.st_mode)
        raise CacheRefused(Path(path), why, f"`chmod -R go-w {path}` closes it to them, and " if open_to_others else "")
