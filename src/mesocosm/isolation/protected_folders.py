"""Our folders, out of an agent's reach: its process sees them in a view of the file system of its own.

The process enters a user and a mount name space (Linux, user_namespaces(7)) in which the cache, the folders of episodes
and the logs of the run are empty, the folders that Python imports from cannot be written, and gives up all rights to
change that. The folders above them can be neither renamed nor removed there, so that nothing can be put in their place.
Files elsewhere, the network and the user stay as they are. Where the system does not allow it, the process has all the
rights of its user, and we say so.
"""

from __future__ import annotations

import ctypes
import functools
import os
import site
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from mesocosm.cache.folder import folder, make_private, own_temporary_folder, usual_folder
from mesocosm.cache.installation_key import process_key
from mesocosm.errors import UserError
from mesocosm.screen.untrusted_text import tell

CLONE_NEWNS, CLONE_NEWUSER = 0x00020000, 0x10000000
MS_RDONLY, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 32, 4096, 16384, 1 << 18
KEPT_FLAGS = os.ST_NOSUID | os.ST_NODEV | os.ST_NOEXEC | os.ST_NOATIME | os.ST_NODIRATIME | os.ST_RELATIME
"""Flags of a mount that a name space may not drop: the numbers are those of mount(2)."""
PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 24, 38
LAST_CAPABILITY = 63
CAPABILITY_VERSION = 0x20080522

PROBE = (
    "import sys; sys.path[:] = {path!r}; from mesocosm.isolation.protected_folders import shield; "
    "shield([sys.argv[1]], [sys.argv[2]])"
)


_written: set[str] = set()
"""Folders that a run of this process writes its logs and traces to."""


@dataclass(frozen=True)
class Shield:
    """Our folders as an agent's process is to see them."""

    emptied: tuple[str, ...] = ()
    read_only: tuple[str, ...] = ()

    def put_up(self) -> None:
        """Shut this process out of them, for ever."""
        if self.emptied or self.read_only:
            shield(self.emptied, self.read_only)


def protect(folder: Path) -> None:
    """Have agents' processes that are started from now on kept from writing to a folder, which is made."""
    with suppress(OSError):  # whoever writes there tells it
        folder.mkdir(parents=True, exist_ok=True)
        _written.add(str(folder.resolve()))


def our_shield() -> Shield:
    """What an agent's process that is started now is shut out of; nothing where the system refuses, which is told once.

    The key of the cache is drawn before, so that none of the agent's making can stand in its place.
    """
    if (why := why_unshielded()) is not None:
        _tell_unshielded(why)
        return Shield()
    with suppress(OSError):  # a folder that cannot be written holds nothing
        process_key()
    needed = [*_folders_of_the_agent(), *(Path(place).resolve() for place in sys.path)]
    hidden = {path for path in _written if not any(place.is_relative_to(path) for place in needed)}
    return Shield(tuple(sorted({*_our_data(), *hidden})), tuple(sorted({*_code_folders(), *_written} - hidden)))


def _our_data() -> set[str]:
    """Caches, also those that a later run would believe, and the folders of episodes.

    All are made here: an agent would else put one of its own in the place of one that is not there.
    """
    found = set()
    for place in (folder, usual_folder, own_temporary_folder):
        with suppress(OSError, UserError):  # one that cannot be made, nobody of this user can make
            make_private(place())
            found.add(str(place().resolve()))
    return found


def _code_folders() -> set[str]:
    """Where a file that is written runs in whoever evaluates next: this package, and all that Python imports from."""
    import mesocosm

    places = {Path(mesocosm.__file__).parent, Path(sys.prefix), *map(Path, site.getsitepackages())}
    if site.ENABLE_USER_SITE:
        own = Path(site.getusersitepackages())
        with suppress(OSError):  # one that cannot be made, nobody of this user can make
            own.mkdir(parents=True, exist_ok=True)
        places.add(own)
    needed = _folders_of_the_agent()
    others = {Path(place) for place in (sys.base_prefix, sys.base_exec_prefix, *sys.path) if os.path.isabs(place)}
    places |= {place for place in others if not any(used.is_relative_to(place.resolve()) for used in needed)}
    return {str(place.resolve()) for place in places if place.is_dir()}


def _folders_of_the_agent() -> list[Path]:
    """The folder that the run was started in, and that of its program: an agent may read and write there."""
    program = getattr(sys.modules.get("__main__"), "__file__", None)
    places = [Path.cwd(), *([Path(program).parent] if program else [])]
    return [place.resolve() for place in places]


@functools.cache
def _tell_unshielded(why: str) -> None:
    tell(f"agents in processes of their own can write to the cache and the logs here: {why}", err=True)


def shield(emptied: Sequence[str], read_only: Sequence[str]) -> None:
    """Shut this process, which must have one thread, out of folders for ever; raises OSError where that is refused."""
    libc = ctypes.CDLL(None, use_errno=True)
    user, group = os.getuid(), os.getgid()
    _ask(libc.unshare(CLONE_NEWUSER | CLONE_NEWNS))
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    _mount(libc, None, "/", MS_REC | MS_PRIVATE)
    for path in _above(filter(os.path.isdir, (*emptied, *read_only))):
        _mount(libc, path, path, MS_BIND | MS_REC)
    for path in filter(os.path.isdir, read_only):
        _mount(libc, path, path, MS_BIND | MS_REC)
        _mount(libc, None, path, MS_BIND | MS_REMOUNT | MS_RDONLY | os.statvfs(path).f_flag & KEPT_FLAGS)
    for path in filter(os.path.isdir, emptied):
        _mount(libc, "tmpfs", path, 0, kind="tmpfs", options="mode=700")
    os.chdir(os.getcwd())  # the folder as it is seen from here on
    _give_up_rights(libc)


def _above(paths: Iterable[str]) -> list[str]:
    """All folders above some but the root, the highest first: what is mounted can be neither renamed nor removed."""
    found = {parent for path in paths for parent in Path(path).parents}
    return sorted(map(str, found - {Path("/")}), key=lambda path: path.count("/"))


def why_unshielded() -> str | None:
    """Why agents' processes cannot be kept from writing to our folders here; nothing where they can."""
    return _why_unshielded()


@functools.cache
def _why_unshielded() -> str | None:
    if sys.platform != "linux":
        return "name spaces are a part of Linux"
    here = str(Path(__file__).parent)
    ran = subprocess.run(
        [sys.executable, "-c", PROBE.format(path=sys.path), here, here], capture_output=True, text=True, check=False
    )
    if ran.returncode == 0:
        return None
    reason = (ran.stderr.strip().splitlines() or ["it gave no reason"])[-1]
    return f"this system refuses a process a view of files of its own ({reason[:200]})"


def _mount(
    libc: ctypes.CDLL, source: str | None, target: str, flags: int, *, kind: str | None = None, options: str = ""
) -> None:
    given = [None if text is None else os.fsencode(text) for text in (source, target, kind)]
    _ask(libc.mount(*given, ctypes.c_ulong(flags), os.fsencode(options)), target)


def _give_up_rights(libc: ctypes.CDLL) -> None:
    """No capability now, and none by a program that is started later; the mounts above are then out of reach."""
    for capability in range(LAST_CAPABILITY + 1):
        with suppress(OSError):  # the kernel has fewer
            _ask(libc.prctl(PR_CAPBSET_DROP, *map(ctypes.c_ulong, (capability, 0, 0, 0))))
    _ask(libc.prctl(PR_SET_NO_NEW_PRIVS, *map(ctypes.c_ulong, (1, 0, 0, 0))))
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    _ask(libc.capset(header, (ctypes.c_uint32 * 6)()))


def _ask(answer: int, path: str | None = None) -> None:
    if answer != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), path)
