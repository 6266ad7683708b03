"""An object server on loopback with the faults of a real one, by a seeded schedule.

moto plays S3. A proxy in front of it answers some requests with an error, waits, cuts transfers, resets connections and
lists what was there a moment ago. So all of ours, and the libraries between us and the network, meet every fault over
a real connection.
"""

from __future__ import annotations

import contextlib
import http.client
import logging
import os
import re
import socket
import struct
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal, Self, get_args

from mesocosm import registry
from mesocosm.seeding import generator

FaultKind = Literal[
    "internal_error", "slow_down", "slow_reply", "cut_upload", "half_stored", "cut_reply", "reset", "lost_reply",
    "late_list",
]  # fmt: skip
FAULTS: tuple[FaultKind, ...] = get_args(FaultKind)
"""Status 500; status 503; a reply that takes its time; a connection that ends within an upload; a server that stores
half of an upload; one that sends half of a reply; a connection that is reset before a request is done, or after it; a
list without what was written last.
"""
STATUS = {"internal_error": (500, "InternalError"), "slow_down": (503, "SlowDown")}
SLOW_S = 0.05
MOST_IN_A_ROW = 3
"""Faults of one request before it is let through."""
BUCKET = "proving-ground"
RESET = struct.pack("ii", 1, 0)
"""SO_LINGER of no seconds: closing the connection resets it."""
ENTRY = re.compile(rb"<Contents>.*?</Contents>", re.DOTALL)


class ObjectServer:
    """An S3 server on a free port, with one bucket; `share` of the requests meet one of the faults."""

    def __init__(self, faults: Sequence[FaultKind] = (), share: float = 0.5, seed: int = 0) -> None:
        self.faults, self.share = tuple(faults), share
        self.most_in_a_row = MOST_IN_A_ROW
        self.injected: Counter[str] = Counter()
        self.requests: Counter[str] = Counter()
        """Number of requests by method."""
        self._draws = generator("object server", seed)
        self._in_a_row: Counter[str] = Counter()
        self._fresh: set[bytes] = set()
        self._lock = threading.Lock()
        self._server = _Proxy(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def environment(self) -> dict[str, str]:
        """Return the variables with which the usual libraries find this server."""
        return {
            "AWS_ACCESS_KEY_ID": "a-key",
            "AWS_SECRET_ACCESS_KEY": "a-secret-access-key",
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_ENDPOINT_URL": self.url,
            "AWS_CONFIG_FILE": os.devnull,
            "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        }

    def pick(self, method: str, path: str) -> str:
        """Return the fault of a request; empty if it is to meet none."""
        able = [fault for fault in self.faults if _fits(fault, method, path)]
        with self._lock:
            self.requests[method] += 1
            request = f"{method} {path}"
            draw, choice = self._draws.random(), self._draws.random()
            if not able or draw >= self.share or self._in_a_row[request] >= self.most_in_a_row:
                self._in_a_row[request] = 0
                return ""
            self._in_a_row[request] += 1
            fault = able[int(choice * len(able))]
            self.injected[fault] += 1
            return fault

    def forward(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> tuple[int, Any, bytes]:
        """Return status, headers and body of moto's reply."""
        connection = http.client.HTTPConnection(*self._backend)
        try:
            connection.request(method, path, body, dict(headers))
            reply = connection.getresponse()
            content = reply.read()
        finally:
            connection.close()
        if method == "PUT" and reply.status == 200:
            with self._lock:
                self._fresh.add(urllib.parse.urlsplit(path).path.partition(f"/{BUCKET}/")[2].encode())
        return reply.status, reply.headers, content

    def filter_list(self, content: bytes, *, late: bool) -> bytes:
        """Return a list, without what was written since the last one if it is late."""
        with self._lock:
            fresh = {b"<Key>%s</Key>" % key for key in self._fresh}
            if not late:
                self._fresh.clear()
                return content
        return ENTRY.sub(lambda found: b"" if any(key in found[0] for key in fresh) else found[0], content)

    def __enter__(self) -> Self:
        server = registry.require("moto.server")
        logging.getLogger("werkzeug").setLevel(logging.ERROR)  # it writes a line for each request
        self._moto = server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        self._moto.start()
        self._backend = self._moto.get_host_and_port()
        self.forward("POST", "/moto-api/reset", {}, b"")
        self.forward("PUT", f"/{BUCKET}", {}, b"")
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        self._moto.stop()


@contextlib.contextmanager
def variables(server: ObjectServer) -> Iterator[None]:
    """Let this process, and those that it starts, use a server."""
    before = dict(os.environ)
    os.environ.update(server.environment)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _is_list(method: str, path: str) -> bool:
    return method == "GET" and "list-type=2" in path


def _fits(fault: str, method: str, path: str) -> bool:
    if fault in ("cut_upload", "half_stored"):
        return method == "PUT"
    if fault == "late_list":
        return _is_list(method, path)
    return method == "GET" if fault == "cut_reply" else True


class _Proxy(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Keep quiet about clients that hang up."""


def _handler(server: ObjectServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _serve(self) -> None:
            fault = server.pick(self.command, self.path)
            length = int(self.headers.get("Content-Length", 0))
            if fault in ("cut_upload", "reset"):
                self.rfile.read(length // 2)
                return self._hang_up()
            body = self.rfile.read(length)
            if fault in STATUS:
                status, code = STATUS[fault]
                return self._reply(status, {"Content-Type": "application/xml"}, _error(code))
            if fault == "slow_reply":
                time.sleep(SLOW_S)
            kept = body[: length // 2] if fault == "half_stored" else body
            status, headers, content = server.forward(self.command, self.path, self._headers(len(kept)), kept)
            if fault == "lost_reply":
                return self._hang_up()
            if _is_list(self.command, self.path):
                content = server.filter_list(content, late=fault == "late_list")
            self._reply(status, headers, content, cut=fault == "cut_reply")

        do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = _serve

        def _headers(self, length: int) -> dict[str, str]:
            left_out = ("content-length", "expect", "connection")
            return {
                **{name: value for name, value in self.headers.items() if name.lower() not in left_out},
                "Content-Length": str(length),
            }

        def _reply(self, status: int, headers: Mapping[str, str], content: bytes, *, cut: bool = False) -> None:
            self.send_response(status)  # with a date and a name of its own: aiohttp refuses two
            left_out = ("server", "date", "connection", "content-length", "transfer-encoding")
            for name, value in headers.items():
                if name.lower() not in left_out:
                    self.send_header(name, value)
            length = headers.get("Content-Length", "0") if self.command == "HEAD" else str(len(content))
            self.send_header("Content-Length", length)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(content[: len(content) // 2] if cut else content)
            if cut:
                self._hang_up()

        def _hang_up(self) -> None:
            self.close_connection = True
            self.wfile.flush()
            with contextlib.suppress(OSError):
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                self.connection.close()

        def log_message(self, format: str, *args: Any) -> None:
            """Write no line for each request."""

    return Handler


def _error(code: str) -> bytes:
    return f'<?xml version="1.0"?><Error><Code>{code}</Code><Message>{code}</Message></Error>'.encode()
