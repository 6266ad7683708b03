"""The sample's model as an OpenAI-compatible server (proxy) on loopback, for an agent in another process.

One server stands for one sample, under a token of its own. Its requests go through Inspect's bridge, so that retries,
limits, usage and the transcript are those of any other agent. The name of a model in a request is ignored: the model is
always the one that Inspect was given.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import contextvars
import hmac
import json
import secrets
import threading
from collections.abc import AsyncIterator, Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import anyio
from inspect_ai.agent import AgentState, agent_bridge

from mesocosm.adapters.inspect.requests import LARGEST_REQUEST, read_request, refusal_of
from mesocosm.episode.world import World

Reply = tuple[int, dict[str, Any]]
"""The HTTP status and body of a reply."""
PATH = "/v1/chat/completions"
OVER = "the episode is over"


class Endpoint:
    """The address of the model for the agent, and the results of its requests. Made on the sample's event loop."""

    def __init__(self, world: World, stop: Callable[[], None]) -> None:
        self.failure: Exception | None = None
        """The error that ends the sample: a limit of Inspect, or a missing provider."""
        self._world = world
        self._stop = stop
        self._loop = asyncio.get_running_loop()
        self._context = contextvars.copy_context()
        """The context of the sample, in which Inspect finds model, limits and transcript."""
        self._requests: set[asyncio.Task[None]] = set()
        self._closed = False
        self._token = secrets.token_urlsafe(32)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self._token, self._ask))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def environment(self) -> dict[str, str]:
        """Return the variables by which the SDK in the agent's process finds this server."""
        port = self._server.server_address[1]
        return {"OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1", "OPENAI_API_KEY": self._token}

    def close(self) -> None:
        """Stop serving; requests that wait get the answer that the episode is over."""
        self._closed = True
        for request in self._requests:
            request.cancel()
        threading.Thread(target=_shut, args=(self._server,), daemon=True).start()  # blocks until the server ends

    # ------------------------------------------------------------ from the server's threads to the sample's loop

    def _ask(self, body: bytes) -> Reply:
        """Return the model's answer, on a thread of the server."""
        reply: concurrent.futures.Future[Reply] = concurrent.futures.Future()
        try:
            self._loop.call_soon_threadsafe(self._begin, body, reply)
            return reply.result()
        except (RuntimeError, concurrent.futures.CancelledError):  # the loop has ended, or the sample
            return _error(503, self._world.ending or OVER)

    def _begin(self, body: bytes, reply: concurrent.futures.Future[Reply]) -> None:
        if self._closed:
            reply.cancel()
            return
        request = self._loop.create_task(self._reply_to(body, reply), context=self._context.copy())
        self._requests.add(request)
        request.add_done_callback(self._requests.discard)

    async def _reply_to(self, body: bytes, reply: concurrent.futures.Future[Reply]) -> None:
        try:
            reply.set_result(await self._answer(body))
        finally:
            reply.cancel()  # no effect if it is set; else it releases a thread of the server

    async def _answer(self, body: bytes) -> Reply:
        from openai import AsyncOpenAI

        self._world.begin_turn()
        try:
            request = {**read_request(body), "model": "inspect"}
            # Inside the bridge this stays in the process: Inspect answers requests for the model "inspect".
            async with AsyncOpenAI(api_key="none") as client:
                with self._world.ledger.waiting():
                    completion = await client.chat.completions.create(**request)
        except Exception as error:  # converters and providers may raise anything: the error says whose failure it is
            refusal = refusal_of(error)
            if refusal is not None:
                return _error(400, str(refusal))
            self.failure = self.failure or error
            self._stop()
            return _error(503, self._world.ending or OVER)
        if completion.usage is not None:
            self._world.charge_tokens(completion.usage.total_tokens)
        return 200, completion.model_dump(mode="json", warnings=False)


@contextlib.asynccontextmanager
async def serving_model(state: AgentState, world: World) -> AsyncIterator[Endpoint]:
    """Serve the sample's model inside this block. `state` stores the conversation, and the world turns and tokens.

    The block is cancelled as soon as the model cannot be asked any more, and the reason is raised.
    """
    async with agent_bridge(state):
        with anyio.CancelScope() as inside:
            endpoint = Endpoint(world, inside.cancel)
            try:
                yield endpoint
            finally:
                endpoint.close()
    if endpoint.failure is not None:
        raise endpoint.failure


def _shut(server: ThreadingHTTPServer) -> None:
    server.shutdown()
    server.server_close()


def _error(status: int, message: str) -> Reply:
    return status, {"error": {"message": message, "type": "invalid_request_error", "code": None}}


def _handler(token: str, answer: Callable[[bytes], Reply]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            status, body = self._refused() or answer(self.rfile.read(int(self.headers["Content-Length"])))
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.send_header("x-should-retry", "false")  # Inspect has retried already
            with contextlib.suppress(OSError):  # the agent has closed the connection
                self.end_headers()
                self.wfile.write(data)

        def _refused(self) -> Reply | None:
            """Return why a request is refused unread, if it is."""
            self.close_connection = True
            if not hmac.compare_digest(self.headers.get("Authorization", "").encode(), f"Bearer {token}".encode()):
                return _error(401, "a token is needed: the agent's process has it in OPENAI_API_KEY")
            if self.path.split("?")[0] != PATH:
                return _error(404, f"only {PATH} is served here")
            length = self.headers.get("Content-Length", "")
            if not length.isdecimal() or int(length) > LARGEST_REQUEST:
                return _error(413, f"a request states its length, at most {LARGEST_REQUEST:,} bytes")
            self.close_connection = False
            return None

        def log_message(self, format: str, *args: Any) -> None:
            """Write nothing, since Inspect uses the terminal."""

    return Handler
