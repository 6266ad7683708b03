"""Doctor reports live services: reached, not reached, or not tried, and why."""

from collections.abc import Iterator

import pytest
from tests.sources.server import Server, serving

from mesocosm import registry
from mesocosm.cli.doctor import services

REFUSED = "http://127.0.0.1:9"
"""Address at the port `discard`, on which nothing listens: connections are refused at once."""


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as one:
        yield one


@pytest.fixture(autouse=True)
def _nothing_leaves_this_machine(monkeypatch, tmp_path) -> Iterator[None]:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("CDSAPI_KEY", raising=False)
    names = ("AIR_QUALITY", "BUFKIT", "CDS", "EARTH_SEARCH", "HRRR", "NOMINATIM", "OPEN_METEO", "OVERPASS", "SPC")
    for name in (*names, "PLANETARY_COMPUTER"):
        monkeypatch.setenv(f"MESOCOSM_{name}_URL", REFUSED)
    _forget_addresses()
    yield
    _forget_addresses()


def _forget_addresses() -> None:
    """Clear the addresses, which sources read once in a process."""
    for name in registry.names("sources"):
        vars(registry.load("sources", name)).pop("address", None)


def service_rows() -> dict[str, dict[str, object]]:
    return {check["what"]: check for check in services()}


def test_a_missing_key_comes_with_the_way_to_it():
    row = service_rows()["service cds"]
    assert not row["works"]
    assert row["details"].startswith("not tried: no key: set CDSAPI_KEY or write `key: ...` to ~/.cdsapirc")
    assert "https://cds.climate.copernicus.eu" in row["details"]


def test_a_service_that_does_not_answer_is_not_called_reached():
    row = service_rows()["service nominatim"]
    assert not row["works"]
    assert row["details"].startswith(f"not reached: {REFUSED}: ConnectError")


def test_a_service_is_reached_if_it_answered(monkeypatch, server):
    monkeypatch.setenv("MESOCOSM_NOMINATIM_URL", server.url)
    row = service_rows()["service nominatim"]
    assert row["works"]
    assert row["details"] == f"reached: {server.url} answers 404"  # the server on loopback has no page at its root


def test_a_key_that_is_here_is_not_shown(monkeypatch):
    monkeypatch.setenv("CDSAPI_KEY", "very-secret")
    rows = service_rows()
    assert "not reached" in rows["service cds"]["details"]
    assert "secret" not in str(rows)
