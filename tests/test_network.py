"""Test of the network guard in conftest.py: without it, a suite that connects would pass where there is a network."""

from __future__ import annotations

import socket

import pytest


def test_a_connection_that_leaves_the_machine_is_refused() -> None:
    with socket.socket() as one, pytest.raises(OSError, match="the network is off in tests"):
        one.connect(("192.0.2.1", 80))  # TEST-NET-1, RFC 5737


def test_loopback_stays_open() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as one:
        assert one.getpeername() == server.getsockname()
