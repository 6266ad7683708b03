import pytest

from mesocosm.cache import Kind


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """A cache folder of the test's own, which does not exist yet."""
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("MESOCOSM_CACHE_LIMIT", raising=False)
    return tmp_path / "cache"


@pytest.fixture
def tiles():
    return Kind("tiles", "Tiles of maps", lambda: "1")
