"""The loopback server and client that the tests of `sources` use."""

from tests.sources.conftest import _no_proxy, server, waits, web

__all__ = ["_no_proxy", "server", "waits", "web"]
