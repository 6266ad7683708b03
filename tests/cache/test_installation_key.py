import pytest

from mesocosm.cache import CacheRefused
from mesocosm.cache.installation_key import installation_key


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))


def test_the_secret_of_an_installation_stays_and_is_its_owners_alone(tmp_path):
    key = installation_key()
    file = tmp_path / "installation.key"
    assert installation_key() == key == file.read_bytes()
    assert (len(key), file.stat().st_mode & 0o777) == (32, 0o600)
    assert [path.name for path in file.parent.iterdir()] == ["installation.key"]


def test_a_secret_that_others_can_read_or_that_is_cut_is_drawn_again(tmp_path):
    key = installation_key()
    file = tmp_path / "installation.key"
    file.chmod(0o644)
    fresh = installation_key()
    file.write_bytes(b"short")
    assert len({key, fresh, installation_key()}) == 3
    file.unlink()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "known").write_bytes(bytes(32))
    file.symlink_to(tmp_path / "elsewhere" / "known")
    assert installation_key() != bytes(32)
    assert not file.is_symlink()


def test_a_folder_in_the_place_of_the_key_is_refused_and_left(tmp_path):
    (tmp_path / "installation.key" / "mine").mkdir(parents=True)
    message = "holds a folder where its key installation.key should be; move it away, or MESOCOSM_CACHE names another"
    with pytest.raises(CacheRefused, match=message):
        installation_key()
    assert [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")] == [
        "installation.key",
        "installation.key/mine",
    ]
