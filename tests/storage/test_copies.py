"""Copies of folders on an object server, and the lease on such a folder."""

import json
import threading

import pytest
from tests.storage.test_folders import PLACE, QUICK, server  # noqa: F401

from mesocosm.errors import LogDirectoryBusy, StorageError
from mesocosm.storage.copies import INDEX, Uploads, fetch, rescue
from mesocosm.storage.lease import Lease
from mesocosm.storage.local import LocalFolder
from mesocosm.storage.objects import ObjectFolder
from mesocosm.storage.retry import Patience

LOCK = ".lock"
"""Name of the lease."""


def everything(name):
    return name not in (INDEX, LOCK)


@pytest.fixture
def folder(server, tmp_path):  # noqa: F811
    server.faults = ()
    return ObjectFolder(f"{PLACE}/{tmp_path.name}", QUICK)


def stored(folder):
    there = ObjectFolder(str(folder), QUICK)
    return {name: there.read(name) for name in there.names() if everything(name)}


def test_changes_of_a_copy_are_uploaded_and_removals_follow(folder, tmp_path):
    (tmp_path / "a").write_bytes(b"1")
    (tmp_path / "b").write_bytes(b"2")
    with Uploads(folder, tmp_path, everything) as uploads:
        uploads.push()
        assert stored(folder) == {"a": b"1", "b": b"2"}
        (tmp_path / "a").write_bytes(b"11")
        (tmp_path / "b").rename(tmp_path / "c")
    assert stored(folder) == {"a": b"11", "c": b"2"}


def test_a_copy_has_what_a_late_list_lacks(server, folder, tmp_path):  # noqa: F811
    (tmp_path / "a").write_bytes(b"1")
    with Uploads(folder, tmp_path, everything):
        pass
    server.faults, server.share = ("late_list",), 1.0
    assert fetch(ObjectFolder(str(folder), QUICK), tmp_path / "copy", everything) == ["a"]
    assert server.injected["late_list"] > 0


def test_what_could_not_be_uploaded_is_uploaded_later(server, folder, tmp_path):  # noqa: F811
    (tmp_path / "a").write_bytes(b"1")
    server.faults, server.share = ("slow_down",), 1.0
    impatient = ObjectFolder(str(folder), Patience(attempts=2, first_wait_s=0.001))
    with pytest.raises(StorageError), Uploads(impatient, tmp_path, everything):
        pass
    server.faults = ()
    assert rescue(folder, tmp_path, everything) == ["a"]
    assert rescue(folder, tmp_path, everything) == []
    assert stored(folder) == {"a": b"1"}


def test_a_shorter_copy_does_not_replace_a_longer_file(folder, tmp_path):
    folder.write("a", b"longer")
    (tmp_path / "a").write_bytes(b"short")
    assert rescue(folder, tmp_path, everything) == []


# ---------------------------------------------------------------- the lease


def lease_of(folder, owner, lease_s=60.0):
    return Lease(folder, LOCK, owner=owner, about=f"the process {owner}", lease_s=lease_s)


def alive(owner):
    return False


def test_a_second_process_is_told_who_holds_the_lease(folder):
    first, second = lease_of(folder, "first"), lease_of(folder, "second")
    first.acquire(alive)
    with pytest.raises(LogDirectoryBusy, match="is in use by the process first; wait until it has ended"):
        second.acquire(alive)
    first.release()
    second.acquire(alive)
    second.release()


def test_of_many_processes_one_gets_the_lease(folder):
    leases, taken = [lease_of(folder, str(number)) for number in range(6)], []

    def take(lease):
        try:
            lease.acquire(alive)
        except LogDirectoryBusy:
            return
        taken.append(lease)

    threads = [threading.Thread(target=take, args=(lease,)) for lease in leases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == 1
    taken[0].release()


def test_the_lease_of_a_process_that_has_ended_is_taken_over_and_the_former_holder_stops(folder):
    first, second = lease_of(folder, "first"), lease_of(folder, "second")
    first.acquire(alive)
    second.acquire(lambda owner: owner == "first")
    first._stopped.set()
    first._thread.join()
    first._tag = first.folder.replace(LOCK, b"renewed", first._tag)
    with pytest.raises(LogDirectoryBusy, match="was taken over by another process"):
        first.check()
    first.release()
    second.check()
    second.release()


def test_a_lease_that_nobody_renews_is_taken_over(folder):
    folder.write(LOCK, b'{"owner": "gone", "about": "a killed process"}')
    second = lease_of(folder, "second", lease_s=-1.0)
    second.acquire(alive)
    second.release()


@pytest.mark.parametrize("fault", ["lost_reply", "slow_down", "reset", "cut_upload"])
def test_a_lease_is_taken_and_returned_under_faults(server, folder, fault):  # noqa: F811
    server.faults, server.share = (fault,), 0.6
    for number in range(3):
        held = lease_of(folder, str(number))
        held.acquire(alive)
        held.check()
        held.release()
    server.faults = ()


@pytest.mark.parametrize("name", ["/tmp/evil.pth", "../evil.eval", "a//b.eval", "./a.eval", "a\\b.eval"])
def test_an_object_whose_name_leads_elsewhere_is_refused(folder, tmp_path, name):
    """Whoever may write to the bucket chooses names; a copy must not write outside its own folder because of them."""
    folder.write(INDEX, json.dumps({"files": [name]}).encode())
    with pytest.raises(StorageError, match="which no file can have"):
        fetch(folder, tmp_path / "deep" / "copy", everything)
    assert not (tmp_path / "deep").exists()


def test_a_local_folder_writes_nowhere_else(tmp_path):
    for write in (LocalFolder(tmp_path / "in").write, LocalFolder(tmp_path / "in").write_new):
        with pytest.raises(StorageError, match="../evil"):
            write("../evil", b"1")
    assert not [*tmp_path.iterdir()]
