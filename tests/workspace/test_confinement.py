"""Only plain files inside one folder, whatever the path and whatever is there."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from mesocosm.errors import PathRefused
from mesocosm.workspace.confinement import open_plain, parts_of, write_plain

SECRET = b"the reference answer"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace with a secret beside it."""
    (tmp_path / "secret.txt").write_bytes(SECRET)
    folder = tmp_path / "workspace"
    folder.mkdir()
    return folder


def read(root: Path, path: str) -> bytes:
    with open_plain(root, path) as file:
        return file.read()


@pytest.mark.parametrize(
    ("path", "parts"),
    [("a.txt", ("a.txt",)), ("a/b.txt", ("a", "b.txt")), ("./a//b", ("a", "b")), ("höhe 1.csv", ("höhe 1.csv",))]
    + [("...", ("...",)), ("a..b", ("a..b",)), (".hidden", (".hidden",)), ("a/", ("a",))],
)
def test_an_honest_path_is_taken_apart(path: str, parts: tuple[str, ...]) -> None:
    assert parts_of(path) == parts


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("", "names no file"),
        (".", "names no file"),
        ("./", "names no file"),
        ("/etc/passwd", "is not relative"),
        ("~/x", "is not relative"),
        ("..\\x", "is not relative"),
        ("C:/x", "is not relative"),
        ("..", "contains '..'"),
        ("a/../../b", "contains '..'"),
        ("a\x00b", "contains control characters"),
        ("a\nb", "contains control characters"),
        ("a\x7fb", "contains control characters"),
        ("\ud800", "is not valid UTF-8"),
        ("x" * 513, "is longer than 512 characters"),
        ("x" * 201, "too long a part"),
        ("ä" * 101, "too long a part"),  # 202 bytes in UTF-8
        ("a/" * 17, "is too deep"),
    ],
)
def test_a_refused_path_says_which_rule_it_breaks(path: str, message: str) -> None:
    with pytest.raises(PathRefused) as caught:
        parts_of(path)
    assert message in str(caught.value)
    str(caught.value).encode()  # the refusal itself can be written down


def test_the_longest_path_allowed_can_be_written_and_read(root: Path) -> None:
    path = "/".join(["d" * 28] * 15 + ["f" * 76])  # 15 * 29 + 76 = 511 characters, 16 parts
    write_plain(root, path, b"x")
    assert read(root, path) == b"x"


@pytest.mark.parametrize("path", ["link", "folder/link"])
def test_a_link_to_a_file_is_neither_read_nor_written(root: Path, path: str) -> None:
    (root / "folder").mkdir()
    (root / path).symlink_to(root.parent / "secret.txt")
    with pytest.raises(PathRefused, match="goes through a link"):
        read(root, path)
    with pytest.raises(PathRefused, match="is a folder, link or device"):
        write_plain(root, path, b"mine")
    assert (root.parent / "secret.txt").read_bytes() == SECRET


def test_a_link_to_a_folder_is_not_passed(root: Path) -> None:
    (root / "out").symlink_to(root.parent)
    with pytest.raises(PathRefused, match="goes through a link"):
        read(root, "out/secret.txt")
    with pytest.raises(PathRefused, match="goes through a link"):
        write_plain(root, "out/new/planted.txt", b"x")
    assert not (root.parent / "new").exists()


def test_a_link_inside_the_workspace_is_refused_too(root: Path) -> None:
    write_plain(root, "real.txt", b"x")
    (root / "alias.txt").symlink_to("real.txt")
    with pytest.raises(PathRefused, match="goes through a link"):
        read(root, "alias.txt")


def test_a_dangling_link_is_not_written_through(root: Path) -> None:
    (root / "dangling").symlink_to(root.parent / "planted.txt")
    with pytest.raises(PathRefused, match="is a folder, link or device"):
        write_plain(root, "dangling", b"x")
    assert not (root.parent / "planted.txt").exists()


def test_a_pipe_is_refused_without_waiting_for_a_writer(root: Path) -> None:
    os.mkfifo(root / "pipe")
    with pytest.raises(PathRefused, match="is no plain file"):
        read(root, "pipe")
    with pytest.raises(PathRefused, match="is a folder, link or device"):
        write_plain(root, "pipe", b"x")


def test_a_socket_is_refused(root: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.path.relpath(root / "door"))
        with pytest.raises(PathRefused, match="is no plain file"):
            read(root, "door")


def test_a_device_is_refused(root: Path) -> None:
    try:
        os.mknod(root / "zero", 0o20666, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("making a device node needs root")
    with pytest.raises(PathRefused, match="is no plain file"):
        read(root, "zero")


def test_a_folder_is_no_file(root: Path) -> None:
    (root / "folder").mkdir()
    with pytest.raises(PathRefused, match="is no plain file"):
        read(root, "folder")
    with pytest.raises(PathRefused, match="is a folder, link or device"):
        write_plain(root, "folder", b"x")


def test_a_file_is_no_folder(root: Path) -> None:
    write_plain(root, "file", b"x")
    for attempt in (lambda: read(root, "file/inner"), lambda: write_plain(root, "file/inner", b"x")):
        with pytest.raises(PathRefused, match="no plain file in a plain folder"):
            attempt()


def test_a_missing_file_is_told(root: Path) -> None:
    with pytest.raises(PathRefused, match="path 'no/such' does not exist in the workspace"):
        read(root, "no/such")


def test_a_hard_link_is_replaced_and_its_other_name_untouched(root: Path) -> None:
    os.link(root.parent / "secret.txt", root / "hard")
    write_plain(root, "hard", b"mine")
    assert (root.parent / "secret.txt").read_bytes() == SECRET
    assert read(root, "hard") == b"mine"


def test_a_write_is_whole_or_nothing_and_leaves_no_draft(root: Path) -> None:
    write_plain(root, "a.txt", b"first")
    write_plain(root, "a.txt", b"second")
    assert os.listdir(root) == ["a.txt"]
    assert read(root, "a.txt") == b"second"


def test_a_written_file_is_readable_and_not_executable(root: Path) -> None:
    write_plain(root, "a.sh", b"#!/bin/sh")
    assert (root / "a.sh").stat().st_mode & 0o111 == 0
