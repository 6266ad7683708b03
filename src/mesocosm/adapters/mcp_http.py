"""Access control (authentication) of an MCP server over HTTP: which requests are let in, and one client at a time.

Every request is checked by four rules, before the protocol sees it:

    Host       names this server, or a page elsewhere could reach it through a name of its own (DNS rebinding)
    Origin     if a browser sends one, it is this server's own with its port: no other page of this machine may ask
    token      if the server can be reached from other machines, or a token was set
    session    the first client holds the episode until it leaves; another is refused
"""

from __future__ import annotations

import hmac
import ipaddress
import json
import socket
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from mcp_types import INVALID_REQUEST, UNSUPPORTED_PROTOCOL_VERSION
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SESSION = "mcp-session-id"
VERSION = "mcp-protocol-version"
TAKEN = (
    "another client is in this episode; it is one client's until that client ends its session. "
    "Start a server of your own with `mesocosm mcp --http --port PORT`"
)
NO_SESSIONS = "this server binds its episode to a session: begin with `initialize`"


def is_loopback(host: str) -> bool:
    """Whether a host can be reached only from this machine."""
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


class AccessControl:
    """An application behind the rules of this module."""

    def __init__(self, app: App, *, host: str, token: str | None = None) -> None:
        self._app = app
        self._token = token
        self._names = {"localhost", "127.0.0.1", "::1", host.lower()}
        self._anywhere = not is_loopback(host)
        if self._anywhere:
            self._names |= {socket.gethostname().lower(), socket.getfqdn().lower()}
        self._owner: str | None = None
        """The session that holds the episode."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        if scope["type"] != "http":
            return None  # this server has no web sockets
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope["method"], headers)
        if refusal is not None:
            return await _answer(send, *refusal)
        return await self._app(scope, receive, self._watched(scope["method"], headers.get(SESSION), send))

    # ------------------------------------------------------------ the rules

    def _refusal(self, method: str, headers: dict[str, str]) -> tuple[int, dict[str, Any]] | None:
        """Return status and error for a request that is refused, or None."""
        if not self._is_ours(headers.get("host", "")):
            return 421, _error(f"Host {headers.get('host', '')[:100]!r} is not a name of this server")
        if "origin" in headers and not _is_own_page(headers["origin"], headers["host"]):
            return 403, _error(f"Origin {headers['origin'][:100]!r} may not call this server")
        if self._token is not None and not _same(headers.get("authorization", ""), f"Bearer {self._token}"):
            lacking = (
                "the token that was sent is not this server's" if "authorization" in headers else "a token is needed"
            )
            return 401, _error(f"{lacking}: send the header Authorization: Bearer TOKEN")
        version = headers.get(VERSION)
        if version is not None and version not in HANDSHAKE_PROTOCOL_VERSIONS:
            versions = {"supported": list(HANDSHAKE_PROTOCOL_VERSIONS), "requested": version}
            return 400, _error(NO_SESSIONS, UNSUPPORTED_PROTOCOL_VERSION, versions)
        if method == "POST" and SESSION not in headers and self._owner is not None:
            return 409, _error(TAKEN)
        return None

    def _is_ours(self, host: str) -> bool:
        """Whether a host name is ours; beyond loopback any address is: it cannot be rebound and needs the token."""
        name = _name(f"//{host}")
        return name in self._names or (self._anywhere and _is_address(name))

    # ------------------------------------------------------------ the session

    def _watched(self, method: str, session: str | None, send: Send) -> Send:
        """Read from the application's answer which client opens or ends the session."""
        refused = False

        async def watch(message: MutableMapping[str, Any]) -> None:
            nonlocal refused
            if message["type"] == "http.response.start" and message["status"] < 400:
                opened = _header(message.get("headers", ()), SESSION) if session is None else None
                refused = opened is not None and self._owner is not None
                if refused:  # two clients came at once: this one does not get its session
                    return await _answer(send, 409, _error(TAKEN))
                self._owner = opened or self._owner
                if method == "DELETE" and session == self._owner:
                    self._owner = None
            if not refused:
                await send(message)

        return watch


def _is_own_page(origin: str, host: str) -> bool:
    """Whether a page comes from the host and port of the request, which `Host` names in the same spelling."""
    scheme, sign, place = origin.partition("://")
    return sign != "" and scheme in ("http", "https") and place.lower() == host.lower()


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(), expected.encode())


def _name(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:  # brackets around something that is no address
        return ""


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _header(headers: Iterable[tuple[bytes, bytes]], name: str) -> str | None:
    return next((value.decode("latin-1") for key, value in headers if key.decode("latin-1").lower() == name), None)


def _error(message: str, code: int = INVALID_REQUEST, data: Any = None) -> dict[str, Any]:
    return {"code": code, "message": message, **({} if data is None else {"data": data})}


async def _answer(send: Send, status: int, error: dict[str, Any]) -> None:
    """Send a JSON-RPC error, which clients show to people."""
    body = json.dumps({"jsonrpc": "2.0", "id": None, "error": error}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
