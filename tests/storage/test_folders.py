"""One contract of folders: on this machine, on an object server, and on one that has every fault."""

import pickle
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from mesocosm.errors import InvalidRecord, MissingExtra, StorageError
from mesocosm.storage.folder import folder_at
from mesocosm.storage.local import LocalFolder
from mesocosm.storage.objects import ObjectFolder, _check
from mesocosm.storage.places import copy_path, is_remote, original_of, split_address
from mesocosm.storage.retry import Damaged, Patience
from mesocosm.testing.object_server import BUCKET, FAULTS, ObjectServer, variables

QUICK = Patience(attempts=6, first_wait_s=0.001, longest_wait_s=0.01)
PLACE = f"s3://{BUCKET}/some/folder"


@pytest.fixture(scope="module")
def server():
    pytest.importorskip("moto", reason="pip install 'moto[s3]' flask-cors")
    with ObjectServer() as running, variables(running):
        yield running


@pytest.fixture(params=["local", "objects"])
def folder(request, server, tmp_path):
    server.faults = ()
    return LocalFolder(tmp_path) if request.param == "local" else ObjectFolder(f"{PLACE}/{tmp_path.name}", QUICK)


def test_what_is_written_can_be_read(folder):
    folder.write("lots/1", b"one")
    folder.write("lots/1", b"two")
    assert folder.read("lots/1") == b"two"
    assert folder.exists("lots/1")


def test_what_is_not_there_is_missing(folder):
    assert not folder.exists("a")
    with pytest.raises(FileNotFoundError):
        folder.read("a")
    folder.delete("a")


def test_names_are_those_with_the_prefix(folder):
    for name in ("b", "a/2", "a/1"):
        folder.write(name, b"")
    folder.delete("b")
    assert folder.names() == ["a/1", "a/2"]
    assert folder.names("a/2") == ["a/2"]
    assert folder.names("c/") == []


def test_of_two_writers_one_is_told_that_it_wrote(folder):
    with ThreadPoolExecutor(8) as pool:
        wrote = list(pool.map(lambda number: folder.write_new("a", b"%d" % number), range(8)))
    assert sum(wrote) == 1
    assert folder.read("a") == b"%d" % wrote.index(True)


def test_a_list_of_more_than_one_page_is_whole(server):
    server.faults = ()
    for number in range(5):
        ObjectFolder(f"{PLACE}/pages", QUICK).write(f"{number}", b"")
    assert ObjectFolder(f"{PLACE}/pages", QUICK, page=2).names() == ["0", "1", "2", "3", "4"]


@pytest.mark.parametrize("fault", FAULTS)
def test_no_fault_changes_what_is_stored(server, fault):
    server.faults, server.share = (fault,), 0.6
    server.injected.clear()
    folder, other = (ObjectFolder(f"{PLACE}/{fault}", QUICK) for _ in range(2))
    contents = {f"files/{number}": bytes([number]) * 999 for number in range(3)}
    for name, content in contents.items():
        folder.write(name, content)
        assert set(folder.names()) >= {name}
        assert other.read(name) == content
    assert folder.write_new("new", b"mine")
    assert not other.write_new("new", b"yours")
    assert folder.replace("new", b"later", folder.stamp("new").tag)
    assert not folder.replace("new", b"too late", '"another tag"')
    folder.delete("files/0")
    server.faults = ()
    assert server.injected[fault] > 0
    stored = ObjectFolder(f"{PLACE}/{fault}", QUICK)
    contents = {**contents, "new": b"later"}
    del contents["files/0"]
    assert {name: stored.read(name) for name in stored.names()} == contents


def test_a_server_that_never_recovers_is_an_error_without_credentials(server):
    server.faults, server.share = ("slow_down",), 1.0
    try:
        with pytest.raises(StorageError) as caught:
            ObjectFolder(f"{PLACE}/never", Patience(attempts=2, first_wait_s=0.001)).write("a", b"")
    finally:
        server.faults = ()
    assert str(caught.value) == (f"cannot write {PLACE}/never/a: the server answered 503 (SlowDown), 2 times in a row")
    assert "secret" not in f"{caught.value!r} {caught.value.__cause__!r}"


def test_a_missing_bucket_is_named(server):
    server.faults = ()
    with pytest.raises(StorageError, match="cannot write s3://no-such-bucket/a/b: there is no such bucket"):
        ObjectFolder("s3://no-such-bucket/a", QUICK).write("b", b"")


def test_missing_credentials_are_named(server, monkeypatch):
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    with pytest.raises(StorageError, match="no credentials are found: set AWS_ACCESS_KEY_ID"):
        ObjectFolder(PLACE, QUICK).write("b", b"")


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "s3fs", None)
    with pytest.raises(MissingExtra, match=r"a folder at s3:// needs s3fs, .* pip install 'mesocosm\[s3\]'"):
        ObjectFolder(PLACE).exists("a")


def test_a_folder_goes_to_another_process(server):
    folder = pickle.loads(pickle.dumps(ObjectFolder(PLACE, QUICK)))
    assert (str(folder), folder.patience) == (PLACE, QUICK)


# ---------------------------------------------------------------- addresses


def test_an_address_is_no_path(tmp_path):
    assert is_remote("s3://bucket/a")
    assert not is_remote("logs/s3")
    assert not is_remote(tmp_path)
    assert isinstance(folder_at("s3://bucket/a"), ObjectFolder)
    assert isinstance(folder_at(str(tmp_path)), LocalFolder)


def test_an_address_has_bucket_and_folder():
    assert split_address("s3://bucket/a//b/") == ("bucket", "a/b")
    assert split_address("s3://bucket") == ("bucket", "")
    for wrong in ("gs://bucket/a", "s3://", "s3://Bucket/a", "s3://bucket/../a", "s3:/bucket/a"):
        with pytest.raises(InvalidRecord, match=r"must (be s3://BUCKET/FOLDER|hold neither \. nor \.\.), got"):
            split_address(wrong)


def test_a_copy_is_called_by_its_original(tmp_path):
    copy = copy_path(tmp_path, "s3://bucket/a/b")
    assert original_of(copy / "x.eval") == "s3://bucket/a/b/x.eval"
    assert original_of(tmp_path / "x.eval") == str(tmp_path / "x.eval")


def test_tags_of_objects_under_a_key_are_no_hashes():
    """Amazon gives them tags of 32 digits as well (API reference of S3, Object, ETag)."""
    foreign = {"ETag": f'"{"0" * 32}"'}
    with pytest.raises(Damaged):
        _check(b"content", foreign)
    _check(b"content", foreign | {"ServerSideEncryption": "aws:kms"})
