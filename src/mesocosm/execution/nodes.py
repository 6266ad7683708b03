"""What a machine has, and whether it would give the same results as this one."""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import os
import platform
import socket
from pathlib import Path

import mesocosm
from mesocosm.cache.code_version import code_version
from mesocosm.errors import UserError
from mesocosm.types import Record

UNHASHED = ("INSTALLER", "REQUESTED", "direct_url.json", "uv_cache.json", "uv_build.json", "RECORD")
"""Files that the installer adds to those of a wheel."""
FOLDERS_OF_RAY = ("thirdparty_files",)
"""Folders with libraries of Ray's own, which it adds to the path of its workers and of whoever imports it."""


class NodeFacts(Record):
    """A machine on which a worker runs."""

    host: str
    cores: int
    memory_gb: float
    python: str
    version: str
    code: str
    """Digits that change with every file of our code."""
    libraries: dict[str, str]
    """Version of every library and digits that change with the files of its wheel."""
    sandbox: str | None = None
    """Name of the strongest sandbox that works here; empty if there is none, and None if that was not tried."""


class NodeDiffers(UserError):
    """A node that would perhaps give other results."""


def survey_node() -> NodeFacts:
    """Describe this machine and try its sandboxes, which takes seconds."""
    return describe_node().model_copy(update={"sandbox": _sandbox()})


def describe_node() -> NodeFacts:
    """Describe this machine."""
    return NodeFacts(
        host=socket.gethostname(),
        cores=len(os.sched_getaffinity(0)),
        memory_gb=round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9, 1),
        python=platform.python_version(),
        version=mesocosm.__version__,
        code=code_version("."),
        libraries=_libraries(),
    )


def check_same(node: NodeFacts) -> None:
    """Refuse a node on which Python, our code or a library differs from this machine's."""
    if found := differences(node, describe_node()):
        raise NodeDiffers(f"node {node.host} is refused, it would give other results: {'; '.join(found)}")


def differences(node: NodeFacts, here: NodeFacts) -> list[str]:
    """Return what differs between a node and this machine and may change results."""
    found = [
        f"{name} {getattr(node, field)} there, {getattr(here, field)} here"
        for name, field in (("Python", "python"), ("mesocosm", "version"), ("mesocosm's code", "code"))
        if getattr(node, field) != getattr(here, field)
    ]
    for name in sorted(node.libraries.keys() | here.libraries.keys()):
        there, own = node.libraries.get(name, "missing"), here.libraries.get(name, "missing")
        if there != own:
            found.append(f"{name} {there} there, {own} here")
    return found


@functools.cache
def _libraries() -> dict[str, str]:
    found = {}
    for one in importlib.metadata.distributions():
        name = one.metadata["Name"].lower().replace("_", "-")
        ours = name.startswith("mesocosm")  # its code is compared file by file
        if not ours and Path(str(one.locate_file(""))).name not in FOLDERS_OF_RAY:
            found[name] = f"{one.version} ({_wheel_digits(one)})"
    return found


def _wheel_digits(one: importlib.metadata.Distribution) -> str:
    """Return digits of the files of a wheel, whoever installed it."""
    lines = (one.read_text("RECORD") or "").splitlines()
    kept = [line for line in lines if ",sha256=" in line and _is_of_wheel(line.partition(",")[0])]
    return hashlib.sha256("\n".join(sorted(kept)).encode()).hexdigest()[:8]


def _is_of_wheel(path: str) -> bool:
    return not path.startswith("..") and not path.endswith((".pyc", *UNHASHED))


def _sandbox() -> str:
    from mesocosm.isolation.selection import ISOLATORS

    return next((one.name for one in ISOLATORS if not one.why_unavailable()), "")
