"""A model's far end on loopback: an OpenAI-compatible server that answers from a script.

It stands for a provider, over the real wire, so that everything of ours and of the harness between an agent and the
network is exercised: requests, retries after 429 and 500, tool calls, pictures, malformed arguments.
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
    """What the model says at one turn of a conversation, after failing as often as told."""

    text: str = ""
    calls: tuple[tuple[str, str], ...] = ()
    """Tool name and arguments as raw JSON text, well formed or not."""
    failures: tuple[int, ...] = ()
    """HTTP statuses given first, one per attempt."""
    error: str = ""
    """Where set, the server's words: every attempt is answered with `status` and these."""
    status: int = 400
    finish: str = ""
    """Why the model stopped; `tool_calls` or `stop` where left out."""
    hang: bool = False
    """Whether the server takes the request and does not reply before it is shut down."""


class ModelServer:
    """Serves `/v1/chat/completions` on a free port; the turn is the number of assistant messages so far."""

    def __init__(self, script: Sequence[Turn]) -> None:
        self.script = tuple(script)
        self.requests: list[dict[str, Any]] = []
        self.gone = threading.Event()
        """Set when the server shuts down: requests that hang are let go."""
        self.models: tuple[dict[str, Any], ...] = ()
        """What the server says of its models, as in `{"id": "model", "max_model_len": 32768}`."""
        self._attempts: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._server = _QuietServer(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def answer(self, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Status and body for one request."""
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
        """What is said at this turn: the script's, whose last stands for all that follow."""
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
        """Say nothing of a client that went away; all else is told as ever."""
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
            """Say nothing: the test's output is the test's."""

    return Handler
