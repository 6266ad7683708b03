"""An archive of which one request fails, and succeeds when it is repeated."""

import pytest

from mesocosm.earth.archives.archive import FieldArchive
from mesocosm.errors import ToolUnavailable
from mesocosm.suites.terra.making.faults import Fault, Unreliable, deliver
from mesocosm.workspace.workspace import Workspace


class Heights(FieldArchive):
    """Answers every request for heights with the box."""

    def elevation(self, box):
        return box


def test_the_named_request_fails_once_and_no_other():
    archive = Unreliable(Heights(), Fault(request=2))
    assert archive.elevation("a") == "a"
    with pytest.raises(ToolUnavailable, match="ask again"):
        archive.elevation("b")
    assert [archive.elevation(box) for box in "bc"] == ["b", "c"]


def test_half_of_the_named_file_arrives_and_all_of_it_the_next_time(tmp_path):
    workspace = Workspace(tmp_path)
    archive = Unreliable(Heights(), Fault(request=2, kind="a file arrives damaged"))
    sizes = []
    for box in "abbc":
        assert archive.elevation(box) == box
        workspace.write_bytes(f"{box}.tif", bytes(100))
        deliver(archive, workspace, f"{box}.tif")
        sizes.append(len(workspace.read_bytes(f"{box}.tif")))
    assert sizes == [100, 50, 100, 100]


def test_files_of_other_archives_arrive_whole(tmp_path):
    workspace = Workspace(tmp_path)
    workspace.write_bytes("a.tif", bytes(100))
    deliver(Heights(), workspace, "a.tif")
    assert len(workspace.read_bytes("a.tif")) == 100
