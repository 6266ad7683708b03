"""The sample's model as an OpenAI-compatible server on loopback, for an agent in another process.

One server stands for one sample, under a token of its own. What it is asked goes through Inspect's bridge, so that
retries, limits, usage and the transcript are those of any other agent. The agent's words about which model to ask are
not heard: it is always the model that Inspect was given.
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
"""HTTP status and body."""
PATH = "/v1/chat/completions"
OVER = "the episode is over"


class Endpoint:
    """Where the agent finds the model, and what has come of its requests. Made on the sample's event loop."""

    def __init__(self, world: World, stop: Callable[[], None]) -> None:
        self.failure: Exception | None = None
        """What ends the sample: a limit of Inspect's, or a provider that is not there."""
        self._world = world
        self._stop = stop
        self._loop = asyncio.get_running_loop()
        self._context = contextvars.copy_context()
        """The sample's: Inspect finds model, limits and transcript in it."""
        self._requests: set[asyncio.Task[None]] = set()
        self._closed = False
        self._token = secrets.token_urlsafe(32)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self._token, self._ask))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def environment(self) -> dict[str, str]:
        """What an agent's process needs so that the SDK finds us."""
        port = self._server.server_address[1]
        return {"OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1", "OPENAI_API_KEY": self._token}

    def close(self) -> None:
        """Answer no more; who waits is told that the episode is over."""
        self._closed = True
        for request in self._requests:
            request.cancel()
        threading.Thread(target=_shut, args=(self._server,), daemon=True).start()  # it waits for the server's loop

    # ------------------------------------------------------------ from the server's threads to the sample's loop

    def _ask(self, body: bytes) -> Reply:
        """The model's answer, for a thread of the server."""
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
            reply.cancel()  # changes nothing where it is set; lets a thread of the server go where it is not

    async def _answer(self, body: bytes) -> Reply:
        from openai import AsyncOpenAI

        self._world.begin_turn()
        try:
            request = {**read_request(body), "model": "inspect"}
            # Inside the bridge this never leaves the process: Inspect answers whatever asks for the model "inspect".
            async with AsyncOpenAI(api_key="none") as client:
                with self._world.ledger.waiting():
                    completion = await client.chat.completions.create(**request)
        except Exception as error:  # whatever converters and providers raise; sorted by whose failure it is
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
    """Serve the sample's model while inside. The conversation is kept in `state`, turns and tokens in the world.

    What is inside is cancelled as soon as the model can be asked no more, and the reason is raised.
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
            with contextlib.suppress(OSError):  # an agent that has gone
                self.end_headers()
                self.wfile.write(data)

        def _refused(self) -> Reply | None:
            """Why a request is not read, if it is not."""
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
            """Say nothing: the terminal is Inspect's."""

    return Handler
