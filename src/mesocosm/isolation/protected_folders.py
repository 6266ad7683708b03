"""Our folders kept out of an agent's reach: its process sees them in a view of the file system (mounts) of its own.

The process enters a user and a mount name space (Linux, user_namespaces(7)). There the cache, the folders of episodes
and the logs of the run are empty, and the folders that Python imports from cannot be written. Then it gives up all
rights to change that. Parent folders can be neither renamed nor removed there, so that nothing can be put in their
place. Its signals reach only itself and what it starts (Landlock, Linux 6.12), so that it cannot end the process that
scores it. Files elsewhere, the network and the user stay as they are. If the system does not allow name spaces, the
process has all the rights of its user, and we say so.
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
"""Flags of a mount that a name space may not drop, with the numbers of mount(2)."""
PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 24, 38
LAST_CAPABILITY = 63
CAPABILITY_VERSION = 0x20080522
LANDLOCK_CREATE_RULESET, LANDLOCK_RESTRICT_SELF = 444, 446
"""Numbers of system calls, the same on every kind of machine."""
LANDLOCK_SCOPE_SIGNAL = 2

PROBE = (
    "import sys; sys.path[:] = {path!r}; from mesocosm.isolation.protected_folders import shield; "
    "shield([sys.argv[1]], [sys.argv[2]])"
)


_written: set[str] = set()
"""Folders to which a run of this process writes its logs and traces."""
_hidden: set[str] = set()
"""Files that agents' processes may not read."""


@dataclass(frozen=True)
class Shield:
    """Our folders as an agent's process will see them."""

    emptied: tuple[str, ...] = ()
    """Folders, and files, that are empty for the agent."""
    read_only: tuple[str, ...] = ()

    def put_up(self) -> None:
        """Hide or protect these folders from this process, permanently."""
        if self.emptied or self.read_only:
            shield(self.emptied, self.read_only)


def protect(folder: Path) -> None:
    """Make a folder, to which agents' processes started from now on cannot write."""
    with suppress(OSError):  # reported by whoever writes there
        folder.mkdir(parents=True, exist_ok=True)
        _written.add(str(folder.resolve()))


def hide(file: Path) -> None:
    """Empty a file for agents' processes started from now on."""
    _hidden.add(str(file.resolve()))


def our_shield() -> Shield:
    """Return the protection for an agent's process that is started now; an empty one if the system refuses, which is
    reported once.

    The key of the cache is drawn before, so that the agent cannot put one of its own in its place.
    """
    if (why := why_unshielded()) is not None:
        _tell_unshielded(why)
        return Shield()
    with suppress(OSError):  # a folder that cannot be written holds nothing
        process_key()
    needed = [*_folders_of_the_agent(), *(Path(place).resolve() for place in sys.path)]
    hidden = {path for path in _written if not any(place.is_relative_to(path) for place in needed)}
    return Shield(
        tuple(sorted({*_our_data(), *_hidden, *hidden})), tuple(sorted({*_code_folders(), *_written} - hidden))
    )


def _our_data() -> set[str]:
    """Return the caches, including those that a later run would trust, and the folders of episodes.

    Missing folders are made here: otherwise an agent could make them.
    """
    found = set()
    for place in (folder, usual_folder, own_temporary_folder):
        with suppress(OSError, UserError):  # if it cannot be made here, no process of this user can make it
            make_private(place())
            found.add(str(place().resolve()))
    return found


def _code_folders() -> set[str]:
    """Return folders with code that the next evaluation runs: this package, and everything that Python imports from."""
    import mesocosm

    places = {Path(mesocosm.__file__).parent, Path(sys.prefix), *map(Path, site.getsitepackages())}
    if site.ENABLE_USER_SITE:
        own = Path(site.getusersitepackages())
        with suppress(OSError):  # if it cannot be made here, no process of this user can make it
            own.mkdir(parents=True, exist_ok=True)
        places.add(own)
    needed = _folders_of_the_agent()
    others = {Path(place) for place in (sys.base_prefix, sys.base_exec_prefix, *sys.path) if os.path.isabs(place)}
    places |= {place for place in others if not any(used.is_relative_to(place.resolve()) for used in needed)}
    return {str(place.resolve()) for place in places if place.is_dir()}


def _folders_of_the_agent() -> list[Path]:
    """Return the folder in which the run was started and that of its program: an agent may read and write there."""
    program = getattr(sys.modules.get("__main__"), "__file__", None)
    places = [Path.cwd(), *([Path(program).parent] if program else [])]
    return [place.resolve() for place in places]


@functools.cache
def _tell_unshielded(why: str) -> None:
    tell(f"agents in processes of their own can write to the cache and the logs here: {why}", err=True)


def shield(emptied: Sequence[str], read_only: Sequence[str]) -> None:
    """Hide or protect folders from this process, permanently; it must have one thread. Raise OSError if that is
    refused.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    user, group = os.getuid(), os.getgid()
    _ask(libc.unshare(CLONE_NEWUSER | CLONE_NEWNS))
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    _mount(libc, None, "/", MS_REC | MS_PRIVATE)
    for path in _above(filter(os.path.exists, (*emptied, *read_only))):
        _mount(libc, path, path, MS_BIND | MS_REC)
    for path in filter(os.path.isdir, read_only):
        _mount(libc, path, path, MS_BIND | MS_REC)
        _mount(libc, None, path, MS_BIND | MS_REMOUNT | MS_RDONLY | os.statvfs(path).f_flag & KEPT_FLAGS)
    for path in filter(os.path.isdir, emptied):
        _mount(libc, "tmpfs", path, 0, kind="tmpfs", options="mode=700")
    for path in filter(os.path.isfile, emptied):
        _mount(libc, os.devnull, path, MS_BIND)
    os.chdir(os.getcwd())  # enter the folder again, as seen from now on
    _give_up_rights(libc)
    confine_signals()


def confine_signals() -> bool:
    """Let signals of this process reach only itself and what it starts; return whether the kernel can do that.

    The process must have given up the right to gain others (`PR_SET_NO_NEW_PRIVS`).
    """
    libc = ctypes.CDLL(None, use_errno=True)
    nothing_but_signals = (ctypes.c_uint64 * 3)(0, 0, LANDLOCK_SCOPE_SIGNAL)  # struct landlock_ruleset_attr
    rules = libc.syscall(LANDLOCK_CREATE_RULESET, nothing_but_signals, ctypes.sizeof(nothing_but_signals), 0)
    if rules < 0:  # a kernel before Linux 6.12
        return False
    try:
        _ask(libc.syscall(LANDLOCK_RESTRICT_SELF, rules, 0))
    finally:
        os.close(rules)
    return True


def _above(paths: Iterable[str]) -> list[str]:
    """Return all parent folders except the root, the highest first: a mounted folder can be neither renamed nor
    removed.
    """
    found = {parent for path in paths for parent in Path(path).parents}
    return sorted(map(str, found - {Path("/")}), key=lambda path: path.count("/"))


def why_unshielded() -> str | None:
    """Return why agents' processes cannot be kept from writing to our folders here; None if they can."""
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
    """Drop all capabilities, also for programs started later, so that the mounts above cannot be changed."""
    for capability in range(LAST_CAPABILITY + 1):
        with suppress(OSError):  # the kernel has fewer capabilities
            _ask(libc.prctl(PR_CAPBSET_DROP, *map(ctypes.c_ulong, (capability, 0, 0, 0))))
    _ask(libc.prctl(PR_SET_NO_NEW_PRIVS, *map(ctypes.c_ulong, (1, 0, 0, 0))))
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    _ask(libc.capset(header, (ctypes.c_uint32 * 6)()))


def _ask(answer: int, path: str | None = None) -> None:
    if answer != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), path)
