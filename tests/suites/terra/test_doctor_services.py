"""Doctor tells of live services whose keys are missing."""

from mesocosm.cli.doctor import services


def test_a_missing_key_comes_with_the_way_to_it(monkeypatch, tmp_path):
    monkeypatch.delenv("CDSAPI_KEY", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    told = {check["what"]: check for check in services()}
    assert not told["service cds"]["works"]
    assert "set CDSAPI_KEY or write `key: ...` to ~/.cdsapirc" in told["service cds"]["details"]
    assert "https://cds.climate.copernicus.eu" in told["service cds"]["details"]
    assert told["service nominatim"]["details"] == "needs no key: https://nominatim.openstreetmap.org"


def test_a_key_that_is_here_is_not_shown(monkeypatch):
    monkeypatch.setenv("CDSAPI_KEY", "very-secret")
    told = {check["what"]: check for check in services()}
    assert told["service cds"]["works"]
    assert "secret" not in str(told)
