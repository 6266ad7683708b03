"""Each test caches decoded fields in a folder of its own."""

import pytest


@pytest.fixture(autouse=True)
def _own_field_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path / "cache"))
