"""Server of a scripted model on loopback, compatible with OpenAI's API.

It stands for a provider, over a real connection, so that everything of ours and of the harness between an agent and the
network is tested: requests, retries after 429 and 500, tool calls, pictures, malformed arguments.
"""

from __future__ import annotations

import contextlib
import json
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from mesocosm.types import Record


class Turn(Record):
    """What the model says at one turn of a conversation, after as many failures as the script says."""

    text: str = ""
    calls: tuple[tuple[str, str], ...] = ()
    """Tool name and arguments as raw JSON text, well formed or not."""
    failures: tuple[int, ...] = ()
    """HTTP statuses sent first, one for each attempt."""
    error: str = ""
    """Message of the server; if it is set, every attempt is answered with `status` and this message."""
    status: int = 400
    finish: str = ""
    """Why the model stopped; `tool_calls` or `stop` if left out."""
    hang: bool = False
    """Whether the server accepts the request and does not reply until it is shut down."""


class ModelServer:
    """Server of `/v1/chat/completions` on a free port; the turn is the number of assistant messages so far."""

    def __init__(self, script: Sequence[Turn]) -> None:
        self.script = tuple(script)
        self.requests: list[dict[str, Any]] = []
        self.gone = threading.Event()
        """Event that is set when the server shuts down, which releases hanging requests."""
        self.models: tuple[dict[str, Any], ...] = ()
        """Models that the server lists, as in `{"id": "model", "max_model_len": 32768}`."""
        self._attempts: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._server = _QuietServer(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def answer(self, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Return status and body for one request."""
        number = sum(message["role"] == "assistant" for message in request["messages"])
        turn = self.turn(request, number)
        with self._lock:
            self.requests.append(request)
            conversation = json.dumps(request["messages"], sort_keys=True)
            attempt = self._attempts[conversation]
            self._attempts[conversation] += 1
        if attempt < len(turn.failures):
            status = turn.failures[attempt]
            return status, _error(f"scripted failure {status}")
        if turn.hang:
            self.gone.wait()
        if turn.error:
            return turn.status, _error(turn.error)
        return 200, _completion(request, turn, number)

    def turn(self, request: dict[str, Any], number: int) -> Turn:
        """Return what the script says at this turn; its last entry serves for all later turns."""
        return self.script[min(number, len(self.script) - 1)]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.gone.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _error(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "scripted", "code": None}}


def _completion(request: dict[str, Any], turn: Turn, number: int) -> dict[str, Any]:
    calls = [
        {"id": f"call_{number}_{index}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for index, (name, arguments) in enumerate(turn.calls)
    ]
    finish = turn.finish or ("tool_calls" if calls else "stop")
    message: dict[str, Any] = {"role": "assistant", "content": turn.text or None}
    if calls:
        message["tool_calls"] = calls
    return {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 0,
        "model": request["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }


class _QuietServer(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing about a client that has left; report all other errors."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def _handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            data = self.rfile.read(length)
            if len(data) < length:  # a client that was killed while it wrote
                return
            request = json.loads(data)
            status, body = server.answer(request)
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            if status == 429:
                self.send_header("Retry-After", "0")
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # a client that was stopped meanwhile
                self.end_headers()
                self.wfile.write(data)

        def do_GET(self) -> None:
            data = json.dumps({"object": "list", "data": list(server.models)}).encode()
            self.send_response(200 if self.path.endswith("/models") else 404)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing, so that the test's output stays readable."""

    return Handler
