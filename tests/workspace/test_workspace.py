from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from mesocosm.errors import BrokenEpisode, PathRefused, QuotaExceeded, ToolError
from mesocosm.types import Provenance
from mesocosm.workspace.workspace import Workspace


@pytest.fixture
def workspace() -> Iterator[Workspace]:
    with Workspace(most_bytes=100, most_files=3) as made:
        yield made


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


# ------------------------------------------------------------ reading and writing


def test_text_is_written_as_utf8_with_size_and_hash(workspace: Workspace) -> None:
    file = workspace.write_text("a.txt", "höhe")
    assert (file.path, file.bytes, file.sha256) == ("a.txt", 5, sha(b"h\xc3\xb6he"))
    assert workspace.read_text("a.txt") == "höhe"


def test_an_artifact_has_one_spelling_of_its_path(workspace: Workspace) -> None:
    assert workspace.write_bytes("./a//b.txt", b"x").path == "a/b.txt"


def test_a_file_too_large_to_read_says_both_sizes(workspace: Workspace) -> None:
    workspace.write_bytes("a.bin", b"x" * 50)
    with pytest.raises(PathRefused, match="path 'a.bin' holds 50 bytes; at most 49 can be read at once"):
        workspace.read_bytes("a.bin", most=49)


def test_a_huge_sparse_file_is_refused_without_reading_it(workspace: Workspace) -> None:
    with open(workspace.root / "huge", "wb") as file:
        file.truncate(2**40)
    with pytest.raises(PathRefused, match="holds 1,099,511,627,776 bytes; at most 20,000,000"):
        workspace.read_bytes("huge")


def test_bytes_that_are_no_text_name_the_first_bad_one(workspace: Workspace) -> None:
    workspace.write_bytes("a.bin", b"ab\xff")
    with pytest.raises(ToolError, match="path 'a.bin' is no UTF-8 text: byte 2 is 0xff"):
        workspace.read_text("a.bin")


def test_text_with_a_lone_surrogate_is_refused(workspace: Workspace) -> None:
    with pytest.raises(ToolError, match="cannot be written as UTF-8: character 1 is a lone surrogate"):
        workspace.write_text("a.txt", "a\ud800")
    assert workspace.files() == []


# ------------------------------------------------------------ quotas


def test_the_last_byte_fits_and_the_next_does_not(workspace: Workspace) -> None:
    workspace.write_bytes("a", b"x" * 100)
    with pytest.raises(QuotaExceeded, match="writing 1 bytes to 'b' would fill the workspace: 101 of 100"):
        workspace.write_bytes("b", b"x")


def test_a_replaced_file_gives_its_bytes_back(workspace: Workspace) -> None:
    workspace.write_bytes("a", b"x" * 90)
    workspace.write_bytes("a", b"y" * 95)
    assert workspace.usage() == (95, 1)


def test_too_many_files_are_refused_and_an_old_one_may_change(workspace: Workspace) -> None:
    for name in "abc":
        workspace.write_bytes(name, b"")
    with pytest.raises(QuotaExceeded, match="already holds 3 files, the most allowed"):
        workspace.write_bytes("d", b"")
    workspace.write_bytes("c", b"changed")


def test_a_refused_write_leaves_nothing(workspace: Workspace) -> None:
    with pytest.raises(QuotaExceeded):
        workspace.write_bytes("deep/er/a", b"x" * 101)
    assert os.listdir(workspace.root) == []


def test_what_a_program_wrote_beside_us_counts(workspace: Workspace) -> None:
    (workspace.root / "big").write_bytes(b"x" * 101)
    workspace.scan()
    assert workspace.over_quota() == "the workspace holds 101 bytes; at most 100 are allowed"


def test_too_many_files_of_a_program_are_told(workspace: Workspace) -> None:
    for name in "abcd":
        (workspace.root / name).touch()
    workspace.scan()
    assert workspace.over_quota() == "the workspace holds 4 files; at most 3 are allowed"


@pytest.mark.parametrize("name", [b"a:b", b"back\\slash", b"\xff\xfe", b"new\nline", b"~x", b"x" * 201])
def test_a_file_whose_name_we_refuse_still_counts(workspace: Workspace, name: bytes) -> None:
    with open(os.path.join(os.fsencode(workspace.root), name), "wb") as file:
        file.write(b"x" * 101)
    assert workspace.files() == []  # it cannot be named, so it is no artifact
    assert workspace.over_quota() == "the workspace holds 101 bytes; at most 100 are allowed"


def test_a_hole_of_a_terabyte_counts_and_is_not_hashed(workspace: Workspace) -> None:
    with open(workspace.root / "hole", "wb") as file:
        file.truncate(2**40)
    assert workspace.files() == []
    assert workspace.over_quota() == "the workspace holds 1,099,511,627,776 bytes; at most 100 are allowed"


def test_many_files_are_hashed_only_up_to_the_quota(workspace: Workspace) -> None:
    """Sizes 30 and 60 fit into 100 together; of the two of 95, each of which would fit alone, neither does."""
    for name, size in {"a": 95, "b": 60, "c": 30, "d": 95}.items():
        (workspace.root / name).write_bytes(b"x" * size)
    assert [file.path for file in workspace.files()] == ["b", "c"]
    assert workspace.over_quota() == "the workspace holds 280 bytes; at most 100 are allowed"


def test_within_the_quota_there_is_nothing_to_say(workspace: Workspace) -> None:
    workspace.write_bytes("a", b"x" * 100)
    assert workspace.over_quota() is None


# ------------------------------------------------------------ artifacts


def test_files_are_sorted_by_path(workspace: Workspace) -> None:
    for name in ("b", "a/z", "a.txt"):
        workspace.write_bytes(name, b"")
    assert [file.path for file in workspace.files()] == ["a.txt", "a/z", "b"]


def test_a_program_that_changes_a_file_in_place_is_noticed_even_if_it_resets_the_time(workspace: Workspace) -> None:
    workspace.write_bytes("a", b"first")
    before = (workspace.root / "a").stat()
    with open(workspace.root / "a", "r+b") as file:
        file.write(b"other")
    os.utime(workspace.root / "a", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert workspace.files()[0].sha256 == sha(b"other")


def test_a_deleted_file_is_no_artifact_any_more(workspace: Workspace) -> None:
    workspace.write_bytes("a", b"x")
    (workspace.root / "a").unlink()
    assert workspace.files() == []
    assert workspace.usage() == (0, 0)


def test_links_and_pipes_are_no_artifacts(workspace: Workspace) -> None:
    (workspace.root / "link").symlink_to("/etc/passwd")
    (workspace.root / "folder").symlink_to("/etc")
    os.mkfifo(workspace.root / "pipe")
    assert workspace.files() == []


def test_fresh_files_are_taken_once(workspace: Workspace) -> None:
    workspace.write_bytes("b", b"")
    workspace.write_bytes("a", b"")
    assert [file.path for file in workspace.take_fresh()] == ["a", "b"]
    assert workspace.take_fresh() == ()


def test_provenance_stays_until_the_bytes_change(workspace: Workspace) -> None:
    file = workspace.write_bytes("a", b"x")
    made = file.model_copy(update={"provenance": Provenance(tool="t", call="c")})
    workspace.attribute((made,))
    assert workspace.files() == [made]
    (workspace.root / "a").write_bytes(b"y")
    assert workspace.files()[0].provenance is None


UNREADABLE = """
import os
from mesocosm.workspace.workspace import Workspace
if os.getuid() == 0:  # root reads everything
    os.setgid(65534), os.setuid(65534)
with Workspace(most_bytes=10) as workspace:
    workspace.write_bytes("seen", b"x")
    (workspace.root / "shut").write_bytes(b"x" * 20)
    os.chmod(workspace.root / "shut", 0)
    print([file.path for file in workspace.files()], workspace.over_quota())
"""


def test_a_file_its_owner_shut_does_not_stop_the_listing_and_still_counts() -> None:
    run = subprocess.run([sys.executable, "-c", UNREADABLE], capture_output=True, text=True, check=False)
    assert run.stdout == "['seen'] the workspace holds 21 bytes; at most 10 are allowed\n", run.stderr


# ------------------------------------------------------------ life


def test_our_own_folder_is_removed_and_a_given_one_kept(tmp_path: Path) -> None:
    with Workspace() as ours, Workspace(tmp_path / "theirs") as theirs:
        theirs.write_bytes("a", b"x")
    assert not ours.root.exists()
    assert (tmp_path / "theirs" / "a").read_bytes() == b"x"


def test_a_revoked_thread_may_not_write(workspace: Workspace) -> None:
    workspace.revoke(threading.current_thread())
    with pytest.raises(BrokenEpisode, match="workspace: a call that outlived its time tried to write"):
        workspace.write_bytes("a", b"x")
    assert os.listdir(workspace.root) == []


def test_another_thread_may_still_write(workspace: Workspace) -> None:
    workspace.revoke(threading.current_thread())
    thread = threading.Thread(target=lambda: workspace.write_bytes("a", b"x"))
    thread.start()
    thread.join()
    assert os.listdir(workspace.root) == ["a"]


def test_a_thousand_folders_inside_each_other_are_survived_and_removed() -> None:
    workspace = Workspace()
    inner = os.open(workspace.root, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=inner)
        deeper = os.open("d", os.O_RDONLY, dir_fd=inner)
        os.close(inner)
        inner = deeper
    os.close(inner)
    assert workspace.files() == []
    workspace.close()
    assert not workspace.root.exists()


def test_a_file_that_a_program_changes_is_hashed_anew(tmp_path):
    with Workspace(tmp_path) as space:
        known = space.write_bytes("a.bin", b"first").sha256
        assert space.read_hashed("a.bin") == (b"first", known)
        before = (tmp_path / "a.bin").stat().st_ctime_ns
        while (tmp_path / "a.bin").stat().st_ctime_ns == before:  # clocks of file systems tick slowly
            (tmp_path / "a.bin").write_bytes(b"other")  # as long as before
        assert space.read_hashed("a.bin") == (b"other", hashlib.sha256(b"other").hexdigest())


def test_a_file_that_nobody_has_taken_note_of_is_hashed(tmp_path):
    (tmp_path / "a.bin").write_bytes(b"first")
    with Workspace(tmp_path) as space:
        assert space.read_hashed("a.bin") == (b"first", hashlib.sha256(b"first").hexdigest())
