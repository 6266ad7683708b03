"""A server of one folder, for browsers on this machine only.

It listens on the loopback interface. A request must name it by an address of this machine: this refuses a page from
elsewhere whose name was directed here. Only files inside the folder are sent, even through links, and no lists of
files.
"""

from __future__ import annotations

import functools
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from mesocosm.errors import UserError

ADDRESS = "127.0.0.1"
OWN_NAMES = frozenset({ADDRESS, "localhost"})
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


class Handler(SimpleHTTPRequestHandler):
    """Handler that sends the files of one folder."""

    def send_head(self) -> Any:
        """Return the requested file, or the reason for refusal."""
        if not self._is_for_us():
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, "this server answers to its own address only")
            return None
        if not self._is_inside():
            self.send_error(HTTPStatus.NOT_FOUND, "no such file")
            return None
        return super().send_head()

    def list_directory(self, path: Any) -> None:
        """Refuse to list a folder: a folder without a page is private."""
        self.send_error(HTTPStatus.NOT_FOUND, "no such file")

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *values: Any) -> None:
        """Print nothing: requests of a browser do not belong on a terminal."""

    def _is_for_us(self) -> bool:
        try:
            name = urlsplit(f"//{self.headers.get('Host', '')}")
            return name.hostname in OWN_NAMES and name.port == self.connection.getsockname()[1]
        except ValueError:  # a port that is no number
            return False

    def _is_inside(self) -> bool:
        path = Path(self.translate_path(self.path))
        try:
            return path.resolve(strict=True).is_relative_to(Path(self.directory).resolve())
        except (OSError, ValueError):
            return False


def make_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Make a server that is ready to serve a folder; port 0 selects a free port."""
    try:
        return ThreadingHTTPServer((ADDRESS, port), functools.partial(Handler, directory=str(folder)))
    except OSError as error:
        raise UserError(f"port {port} cannot be used: {error.strerror}; give another with --port") from error
