"""No path text ever reads or writes outside the workspace."""

from __future__ import annotations

import ctypes
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.errors import ToolError
from mesocosm.workspace.confinement import parts_of
from mesocosm.workspace.workspace import Workspace

AT_FDCWD, RENAME_EXCHANGE = -100, 2  # linux/fcntl.h, linux/fs.h
SECRET = b"the reference answer"
PIECES = [
    "..",
    ".",
    "",
    "/",
    "a",
    "b.txt",
    "link",
    "out",
    "pipe",
    "secret.txt",
    "\\",
    "~",
    "\x00",
    "\ud800",
    "C:",
    "…",
    " ",
    "\n",
]
PIECES += [
    "x" * 250,
    "%2e%2e",
    "．．",
    "‥",
    "proc",
    "self",
    "root",
    "etc",
    "passwd",
    "file:///etc/passwd",
    "a/../..",
    "-",
]
PATHS = st.one_of(
    st.text(max_size=30),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("/".join),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join),
)


@contextmanager
def trap() -> Iterator[tuple[Path, Workspace]]:
    """Return a workspace full of ways out, beside a secret."""
    with tempfile.TemporaryDirectory() as folder:
        outside = Path(folder)
        (outside / "secret.txt").write_bytes(SECRET)
        root = outside / "workspace"
        (root / "a").mkdir(parents=True)
        (root / "link").symlink_to(outside / "secret.txt")
        (root / "out").symlink_to(outside)
        (root / "a" / "out").symlink_to("../..")
        os.mkfifo(root / "pipe")
        yield outside, Workspace(root)


def outside_of(folder: Path) -> dict[str, bytes]:
    return {name: Path(folder, name).read_bytes() for name in os.listdir(folder) if name != "workspace"}


@given(PATHS)
@settings(max_examples=100, deadline=None)
def test_reading_any_path_never_gives_the_secret(path: str) -> None:
    with trap() as (_, workspace):
        try:
            assert SECRET not in workspace.read_bytes(path)
        except ToolError as error:
            str(error).encode()


@given(PATHS)
@settings(max_examples=100, deadline=None)
def test_writing_any_path_changes_nothing_outside(path: str) -> None:
    with trap() as (outside, workspace):
        before = outside_of(outside)
        try:
            written = workspace.write_bytes(path, b"mine")
        except ToolError as error:
            str(error).encode()
        else:
            inside = (workspace.root / written.path).resolve()
            assert inside.is_relative_to(workspace.root.resolve())
            assert workspace.read_bytes(path) == b"mine"
        assert outside_of(outside) == before
        assert not list(workspace.root.rglob(".draft-*"))


@given(PATHS)
@settings(max_examples=100, deadline=None)
def test_an_accepted_path_stays_below_its_root_and_is_its_own_spelling(path: str) -> None:
    try:
        parts = parts_of(path)
    except ToolError:
        return
    assert parts_of("/".join(parts)) == parts
    assert os.path.normpath("/".join(parts)) == "/".join(parts)
    assert not os.path.isabs("/".join(parts))


def test_a_folder_swapped_for_a_link_again_and_again_gains_nothing() -> None:
    with trap() as (outside, workspace):
        (outside / "d").mkdir()
        (outside / "d" / "f").write_bytes(SECRET)
        (workspace.root / "d").mkdir()
        (workspace.root / "spare").symlink_to(outside / "d")
        with swapping(workspace.root / "d", workspace.root / "spare"):
            results = [_write_and_read(workspace) for _ in range(1500)]
        assert set(results) == {b"mine", b""}  # both sides of the swap were met
        assert (outside / "d" / "f").read_bytes() == SECRET
        assert os.listdir(outside / "d") == ["f"]


def _write_and_read(workspace: Workspace) -> bytes:
    try:
        workspace.write_bytes("d/f", b"mine")
        return workspace.read_bytes("d/f")
    except ToolError:
        return b""


@contextmanager
def swapping(one: Path, other: Path) -> Iterator[None]:
    """Exchange two names without pause, as a hostile program would."""
    exchange = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if exchange is None:
        pytest.skip("the C library has no renameat2")
    names = os.fsencode(one), os.fsencode(other)
    done = threading.Event()

    def swap() -> None:
        while not done.is_set():
            exchange(AT_FDCWD, names[0], AT_FDCWD, names[1], RENAME_EXCHANGE)

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
