"""Folders of killed runs are removed; those of living ones never."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.waiting import running

from mesocosm.workspace.stale_folders import collect, owned_prefix, work_folder
from mesocosm.workspace.workspace import Workspace

OWNER = """
import sys
from mesocosm.workspace.workspace import Workspace
workspace = Workspace()
workspace.write_text("deep/er/file.txt", "left behind")
print(workspace.root, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return work_folder()


def test_the_folder_of_a_killed_process_is_collected_and_no_other(place):
    with running(
        [sys.executable, "-c", OWNER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(place.parents[1])},
    ) as owner:
        left = Path(owner.stdout.readline().strip())
        (place / "mesocosm-abc").mkdir()  # of a version that wrote no owner
        (place / "mesocosm-notes-1-2-3").mkdir()
        with Workspace() as alive:
            assert collect() == []  # both owners live
            owner.kill()
            owner.wait()
            assert collect() == [left]
            assert not left.exists()
            assert alive.root.is_dir()
    assert sorted(path.name for path in place.iterdir()) == ["mesocosm-abc", "mesocosm-notes-1-2-3"]


def test_a_process_number_that_came_again_is_not_the_owner(place):
    space, process, started = owned_prefix().removeprefix("mesocosm-").strip("-").split("-")
    earlier = place / f"mesocosm-{space}-{process}-{int(started) - 1}-x"
    elsewhere = place / f"mesocosm-{int(space) + 1}-{process}-{int(started) - 1}-x"
    earlier.mkdir()
    elsewhere.mkdir()  # of a container with process numbers of its own
    assert collect() == [earlier]
    assert elsewhere.is_dir()


def test_links_are_not_followed(place, tmp_path_factory):
    precious = tmp_path_factory.mktemp("precious")
    (precious / "file").write_text("kept")
    space, process, _ = owned_prefix().removeprefix("mesocosm-").strip("-").split("-")
    (place / f"mesocosm-{space}-{process}-1-link").symlink_to(precious)
    folder = place / f"mesocosm-{space}-{process}-1-folder"
    folder.mkdir()
    (folder / "inside").symlink_to(precious)
    assert collect() == [folder]
    assert (precious / "file").read_text() == "kept"
