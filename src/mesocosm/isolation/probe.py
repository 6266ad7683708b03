"""Proof that an isolator works on this machine: a run that tries to read, to connect and to start a process."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from mesocosm.errors import BrokenEpisode
from mesocosm.isolation.isolator import Isolator, Job, Limits
from mesocosm.workspace.stale_folders import owned_prefix, work_folder

SHUT_AWAY = "shut away"

ATTEMPTS = """
import os, sys

def read():
    open(sys.argv[1]).read()

def connect():
    import socket
    socket.socket()

def fork():
    if os.fork() == 0:
        os._exit(0)

for attempt in (read, connect, fork):
    try:
        attempt()
    except OSError:
        continue
    print("could", attempt.__name__)
open("written", "w").close()
print("shut away")
"""


def why_leaky(isolator: Isolator) -> str | None:
    """Return None if the isolator ran the probe and refused all that it tried, else the reason in one sentence."""
    with tempfile.TemporaryDirectory(prefix=f"{owned_prefix()}probe-", dir=work_folder()) as place:
        secret, folder = Path(place, "secret"), Path(place, "folder")
        secret.write_text("secret")
        folder.mkdir()
        try:
            outcome = isolator.run(probe_job(secret, folder))
        except (BrokenEpisode, OSError) as error:
            return f"a probe run failed: {' '.join(str(error).split())}"
    output = " ".join((outcome.stdout + outcome.stderr).split())
    return None if output == SHUT_AWAY else f"a probe run was not shut away: {outcome.ending}: {output[-500:]}"


def probe_job(secret: Path, folder: Path) -> Job:
    return Job(
        command=(str(interpreter()), "-I", "-S", "-B", "-c", ATTEMPTS, str(secret)),
        folder=folder,
        readable=(*system_libraries(), Path(sys.base_prefix), Path(sys.base_exec_prefix)),
        limits=Limits(wall_s=20, cpu_s=10, output_bytes=20_000, files=10),
    )


def interpreter() -> Path:
    """Return the program of this interpreter, outside of any virtual environment."""
    return Path(os.path.realpath(getattr(sys, "_base_executable", sys.executable)))


def system_libraries() -> tuple[Path, ...]:
    """Return where the system keeps shared libraries and their index; a wide list, for trusted programs."""
    folders = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/local/lib", "/etc/ld.so.cache")
    return tuple(Path(folder) for folder in folders if Path(folder).exists())
