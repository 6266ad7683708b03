"""The loopback server and client of the tests of live sources."""

from tests.sources.one_client import server, shared_web, waits, web

__all__ = ["server", "shared_web", "waits", "web"]
