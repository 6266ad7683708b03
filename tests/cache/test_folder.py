import os
import tempfile

import pytest

from mesocosm.cache.folder import folder, limit_bytes, own_temporary_folder
from mesocosm.errors import InvalidRecord, UserError


def test_the_variable_names_the_folder(own_cache):
    assert folder() == own_cache
    assert not own_cache.exists()


def test_without_the_variable_it_is_the_users_cache_folder(tmp_path, monkeypatch):
    monkeypatch.delenv("MESOCOSM_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert folder() == tmp_path / "xdg" / "mesocosm"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert folder() == tmp_path / ".cache" / "mesocosm"


def test_a_temporary_folder_that_others_may_write_to_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert own_temporary_folder() == tmp_path / f"mesocosm-{os.getuid()}"
    own_temporary_folder().chmod(0o777)
    with pytest.raises(UserError, match="others may write to it; MESOCOSM_CACHE names another folder"):
        own_temporary_folder()


@pytest.mark.parametrize(
    ("wish", "size"),
    [("", 20 * 10**9), ("1000", 1000), ("500 MB", 500 * 10**6), ("8GiB", 8 * 2**30), ("1.5 kB", 1500), ("0", 0)],
)
def test_the_limit_is_a_size(wish, size, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE_LIMIT", wish)
    assert limit_bytes() == size


@pytest.mark.parametrize("wish", ["lots", "-1", "3 apples", "GB"])
def test_a_limit_that_is_no_size_is_refused(wish, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE_LIMIT", wish)
    with pytest.raises(InvalidRecord, match=f"MESOCOSM_CACHE_LIMIT must be a size such as 500 MB.*got '{wish}'"):
        limit_bytes()
