"""A loopback web server with scripted replies: byte ranges, conditions, errors, truncated bodies."""

from __future__ import annotations

import contextlib
import hashlib
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

from tests.waiting import PATIENCE_S


@dataclass(frozen=True)
class Reply:
    """One reply; `cut` sends only that many bytes of the body it announces."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: int | None = None
    ranges: bool = True
    etag: bool = True
    shift: int = 0
    """Offset of the bytes that a partial reply announces from those requested."""
    wait: threading.Event | None = None
    """The reply waits until this is set."""
    stall_after: int = 0
    """Bytes of the body sent before the wait."""


@dataclass
class Server:
    """Replies by path, used in order; the last one is repeated."""

    url: str = ""
    replies: dict[str, list[Reply]] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    sent: list[tuple[str, bytes]] = field(default_factory=list)
    """Paths and bodies of POST requests."""

    def put(self, path: str, *replies: Reply | bytes) -> str:
        self.replies[path] = [one if isinstance(one, Reply) else Reply(one) for one in replies]
        return f"{self.url}{path}"

    def take(self, path: str) -> Reply:
        queue = self.replies.get(path) or [Reply(b"<html>no such file</html>", 404)]
        return queue.pop(0) if len(queue) > 1 else queue[0]

    def count(self, path: str) -> int:
        return sum(one == path for one, _ in self.asked)

    def ranges(self, path: str) -> list[str | None]:
        return [headers.get("Range") for one, headers in self.asked if one == path]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_data: Server

    def log_message(self, *_: object) -> None:
        pass

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server_data.sent.append((unquote(self.path), body))
        self.do_GET()

    def do_GET(self) -> None:
        path = unquote(self.path)
        self.server_data.asked.append((path, dict(self.headers)))
        reply = self.server_data.take(path)
        if reply.wait and not reply.stall_after:
            reply.wait.wait(PATIENCE_S)
        etag = f'"{hashlib.md5(reply.body).hexdigest()}"'
        if reply.etag and reply.status == 200 and self.headers.get("If-None-Match") == etag:
            return self._send(304, b"", {"ETag": etag}, Reply())
        status, body, headers = reply.status, reply.body, dict(reply.headers)
        if reply.etag and status == 200:
            headers["ETag"] = etag
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        current = self.headers.get("If-Range") in (None, etag)
        if asked and reply.ranges and status == 200 and current:
            status, body, part = _partial(body, asked, reply.shift)
            headers["Content-Range"] = part
        self._send(status, body, headers, reply)

    def _send(self, status: int, body: bytes, headers: dict[str, str], reply: Reply) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            if reply.wait and reply.stall_after:
                self.wfile.write(body[: reply.stall_after])
                reply.wait.wait(PATIENCE_S)
                body = body[reply.stall_after :]
            self.wfile.write(body if reply.cut is None else body[: reply.cut])
        self.close_connection = reply.cut is not None


class _Quiet(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Ignore clients that disconnect."""


def _partial(body: bytes, asked: re.Match[str], shift: int) -> tuple[int, bytes, str]:
    start, stop = int(asked[1]), int(asked[2]) + 1 if asked[2] else len(body)
    if start >= len(body):
        return 416, b"", f"bytes */{len(body)}"
    stop = min(stop, len(body))
    return 206, body[start:stop], f"bytes {start + shift}-{stop + shift - 1}/{len(body)}"


@contextlib.contextmanager
def serving() -> Iterator[Server]:
    data = Server()
    handler = type("Handler", (_Handler,), {"server_data": data})
    with _Quiet(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        data.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield data
        finally:
            server.shutdown()
            thread.join()
