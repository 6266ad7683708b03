"""Attempts to leave the workspace through the file tools, all made as an agent would: by `world.call`.

A secret is beside the workspace; inside are the traps that a program of the agent could have left. Each attempt must
come back as an observation and change nothing outside. It must never break the episode, or an agent could void its own
score.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mesocosm.episode.setting import Setting
from mesocosm.episode.world import World
from mesocosm.tools.view import ToolView
from mesocosm.types import Budget, Item
from mesocosm.workspace.submission import SubmissionDesk
from mesocosm.workspace.workspace import Workspace

SECRET = "the reference answer"

READS = {
    "parent": "../secret.txt",
    "parent from a folder": "folder/../../secret.txt",
    "absolute": "/etc/passwd",
    "absolute with dots": "/proc/self/cwd/../secret.txt",
    "home": "~/secret.txt",
    "home of another": "~root/.bashrc",
    "process table": "/proc/self/environ",
    "link to the secret": "link.txt",
    "link to a link": "chain.txt",
    "linked folder": "out/secret.txt",
    "folder linked deeper": "folder/out/secret.txt",
    "link to /": "slash/etc/passwd",
    "link to itself": "loop/x",
    "back slashes": "..\\secret.txt",
    "drive letter": "C:/secret.txt",
    "network share": "//host/share/secret.txt",
    "file address": "file:///etc/passwd",
    "percent dots": "%2e%2e/secret.txt",
    "wide dots": "．．/secret.txt",
    "nul cuts the name": "folder/../secret.txt\x00.txt",
    "newline": "a\n../secret.txt",
    "lone surrogate": "\ud800/../secret.txt",
    "lone surrogate alone": "\udcff",
    "very long": "a/" * 40_000 + "b",
    "one long part": "x" * 250,
    "empty": "",
    "only dots": "./.",
    "folder as file": "folder",
    "the root": "./",
    "pipe without a writer": "pipe",
    "device": "zero",
    "socket": "door",
    "huge sparse file": "huge",
    "not text": "bytes.bin",
    "file as folder": "bytes.bin/x",
    "dangling link": "dangling",
}

WRITES = {
    "parent": "../planted.txt",
    "parent from a folder": "folder/../../planted.txt",
    "absolute": "/tmp/mesocosm-planted.txt",
    "home": "~/planted.txt",
    "link to the secret": "link.txt",
    "linked folder": "out/planted.txt",
    "new folder behind a link": "out/new/planted.txt",
    "dangling link": "dangling",
    "link to itself": "loop/x",
    "pipe": "pipe",
    "socket": "door",
    "folder": "folder",
    "the root": ".",
    "file as folder": "bytes.bin/x",
    "nul": "planted.txt\x00",
    "lone surrogate": "planted\ud800.txt",
    "too deep": "/".join("abcdefghijklmnopqrs"),
    "too long": "x" * 300,
    "back slashes": "..\\planted.txt",
}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    (tmp_path / "secret.txt").write_text(SECRET)
    root = tmp_path / "workspace"
    (root / "folder").mkdir(parents=True)
    for name, target in {
        "link.txt": tmp_path / "secret.txt",
        "chain.txt": "link.txt",
        "out": tmp_path,
        "folder/out": "../..",
        "slash": "/",
        "loop": "loop",
        "dangling": tmp_path / "planted.txt",
    }.items():
        (root / name).symlink_to(target)
    os.mkfifo(root / "pipe")
    (root / "bytes.bin").write_bytes(b"\xff\xfe")
    with open(root / "huge", "wb") as file:
        file.truncate(2**40)
    if os.getuid() == 0:
        os.mknod(root / "zero", 0o20666, os.makedev(1, 5))
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(os.path.relpath(root / "door"))
        item = Item(id="lab-s0-0000", suite="lab", prompt="", seed=0)
        setting = Setting(
            tools=ToolView.of(["files.*"]), desk=SubmissionDesk(lambda value: value), budget=Budget(bytes=1000)
        )
        with World(item, setting, workspace=Workspace(root, most_bytes=1000)) as made:
            yield made


def outside(world: World) -> list[str]:
    return sorted(os.listdir(world.workspace.root.parent))


@pytest.mark.parametrize("attempt", READS)
def test_no_path_reads_outside(world: World, attempt: str) -> None:
    seen = world.call("read_file", {"path": READS[attempt]})
    assert seen.error is not None, seen.text
    assert SECRET not in seen.text
    assert "root:" not in seen.text
    assert len(seen.text) < 2000
    assert not world.done


@pytest.mark.parametrize("attempt", WRITES)
def test_no_path_writes_outside(world: World, attempt: str) -> None:
    before = outside(world)
    seen = world.call("write_file", {"path": WRITES[attempt], "content": "mine"})
    assert seen.error is not None, seen.text
    assert outside(world) == before == ["secret.txt", "workspace"]
    assert (world.workspace.root.parent / "secret.txt").read_text() == SECRET
    assert not os.path.exists("/tmp/mesocosm-planted.txt")
    assert not world.done


@pytest.mark.parametrize(
    "arguments",
    [{"path": ["../secret.txt"]}, {"path": {"$ref": "../secret.txt"}}, {"path": 0}, {"path": None}, {"path": True}, {}]
    + [
        {"path": "a", "root": "/"},
        {"path": "a", "workspace": "/etc"},
        {"path": b"../secret.txt"},
        ["../secret.txt"],
        "../x",
    ],
)
def test_no_shape_of_arguments_reads_outside(world: World, arguments: Any) -> None:
    seen = world.call("read_file", arguments)
    assert seen.error is not None
    assert seen.error.kind == "arguments"
    assert not world.done


def test_a_list_of_files_shows_no_link_device_or_outsider(world: World) -> None:
    seen = world.call("list_files")
    assert [line.split()[-1] for line in seen.text.splitlines()] == ["bytes.bin"]


def test_a_hard_link_is_replaced_and_the_secret_kept(world: World) -> None:
    os.link(world.workspace.root.parent / "secret.txt", world.workspace.root / "hard.txt")
    assert world.call("write_file", {"path": "hard.txt", "content": "mine"}).error is None
    assert (world.workspace.root.parent / "secret.txt").read_text() == SECRET


def test_text_that_is_no_utf8_cannot_be_written(world: World) -> None:
    seen = world.call("write_file", {"path": "a.txt", "content": "half \ud83d"})
    assert seen.error is not None
    assert not (world.workspace.root / "a.txt").exists()


def test_the_quota_cannot_be_passed_in_small_steps(world: World) -> None:
    os.unlink(world.workspace.root / "huge")
    seen = [world.call("write_file", {"path": f"{n}.txt", "content": "x" * 300}) for n in range(5)]
    assert [one.error is None for one in seen] == [True, True, True, False, False]
    assert sum(file.stat().st_size for file in world.workspace.root.glob("*.txt") if not file.is_symlink()) <= 1000
