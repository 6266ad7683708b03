"""Where caches are stored, how large they may become, and the message if they cannot be written."""

from __future__ import annotations

import errno
import os
import re
import tempfile
from pathlib import Path

from mesocosm.errors import InvalidRecord, UserError

VARIABLE = "MESOCOSM_CACHE"
LIMIT_VARIABLE = "MESOCOSM_CACHE_LIMIT"
DEFAULT_LIMIT_BYTES = 20 * 10**9
UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
UNITS |= {"KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40}


class CacheUnwritable(UserError):
    """The cache folder cannot be written; the message says which folder, why, and what to do."""

    def __init__(self, path: Path, error: OSError) -> None:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        super().__init__(
            f"cannot write to the cache folder {path}: {error.strerror or error}; {VARIABLE} names another folder"
            f"{', `mesocosm cache clear` frees its space' if full else ''}"
        )


def folder() -> Path:
    """Return the folder of all caches, which need not exist: MESOCOSM_CACHE, else the user's cache folder.

    A user without a writable home gets a folder of their own among the temporary ones.
    """
    if wish := os.environ.get(VARIABLE):
        return Path(wish).expanduser().absolute()
    usual = usual_folder()
    nearest = next(path for path in (usual, *usual.parents) if path.exists())
    return usual if os.access(nearest, os.W_OK) else temporary_cache()


def usual_folder() -> Path:
    """Return the folder of all caches where the variable is not set."""
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "mesocosm"


def check_writable() -> None:
    """Raise `CacheUnwritable` where the folder cannot be written."""
    try:
        make_private(folder())
        with tempfile.TemporaryFile(dir=folder()) as file:
            file.write(b"x")
    except OSError as error:
        raise CacheUnwritable(folder(), error) from error


def make_private(path: Path) -> None:
    """Make a folder and its missing parents for this user alone.

    `Path.mkdir(parents=True)` would let others list the parents.
    """
    for place in reversed([place for place in (path, *path.parents) if not place.exists()]):
        place.mkdir(mode=0o700, exist_ok=True)


def temporary_cache() -> Path:
    """Return the folder of all caches of a user without a writable home."""
    return own_temporary_folder() / "cache"


def own_temporary_folder() -> Path:
    """Return a temporary folder that belongs to this user alone."""
    own = Path(tempfile.gettempdir(), f"mesocosm-{os.getuid()}")
    own.mkdir(mode=0o700, exist_ok=True)
    entry = own.lstat()
    if own.is_symlink() or entry.st_uid != os.getuid() or entry.st_mode & 0o022:
        raise UserError(f"{own} belongs to somebody else, or others may write to it; {VARIABLE} names another folder")
    return own


def limit_bytes() -> int:
    """Return the bytes that all caches together may hold: MESOCOSM_CACHE_LIMIT, such as `500 MB`, else 20 GB."""
    wish = os.environ.get(LIMIT_VARIABLE, "").strip()
    if not wish:
        return DEFAULT_LIMIT_BYTES
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([A-Za-z]*)", wish)
    unit = UNITS.get(found[2].upper()) if found else None
    if found is None or unit is None:
        raise InvalidRecord(f"{LIMIT_VARIABLE} must be a size such as 500 MB, 20 GB or 8 GiB, got {wish!r}")
    return int(float(found[1]) * unit)
