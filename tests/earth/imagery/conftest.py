"""A loopback server and a client for tests of live sources."""

from tests.sources.one_client import server, shared_web, waits, web

__all__ = ["server", "shared_web", "waits", "web"]
