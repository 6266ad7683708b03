"""Requests of bridged agents: which fields are passed on, and whose failure a failed request is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from mesocosm.adapters.inspect.server_errors import end_of
from mesocosm.errors import MesocosmError

LARGEST_REQUEST = 256_000_000
"""Bytes of a request, which may contain pictures."""
PASSED_ON = frozenset(
    (
        *("messages", "tools", "tool_choice", "parallel_tool_calls", "response_format", "n", "stop", "seed"),
        *("max_tokens", "max_completion_tokens", "temperature", "top_p", "frequency_penalty", "presence_penalty"),
        *("logprobs", "top_logprobs", "logit_bias", "reasoning_effort"),
    )
)
"""Fields of a request that reach Inspect's bridge; the agent cannot change how the request is sent."""
AGENTS_STATUSES = frozenset({400, 413, 422})
"""HTTP statuses for a conversation that a provider cannot read, which is the agent's mistake."""


class Refused(MesocosmError):
    """A request that is not answered because of what the agent sent."""


def read_request(body: bytes) -> dict[str, Any]:
    """Return the fields of a chat completion that are passed on; raise `Refused` with what is wrong."""
    try:
        request = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Refused(f"the request is not JSON: {error}") from error
    if not isinstance(request, dict) or not isinstance(request.get("messages"), list):
        raise Refused("the request must be an object with a list of `messages`")
    if request.get("stream"):
        raise Refused("replies come whole here: leave out `stream`")
    for kind, address in _addresses(request["messages"]):
        if not address.startswith("data:"):
            # The evaluator's process would fetch it: its own file, or a page that the agent cannot reach.
            raise Refused(f"{kind} must hold its data (data:...;base64,...), got {address[:60]!r}")
    return {name: value for name, value in request.items() if name in PASSED_ON}


def _addresses(messages: list[Any]) -> Iterator[tuple[str, str]]:
    """Yield every address in the parts of messages, with the kind of its part."""
    for message in messages:
        content = message.get("content") if isinstance(message, dict) else None
        for part in content if isinstance(content, list) else ():
            kind = str(part.get("type", "")) if isinstance(part, dict) else ""
            if kind in ("text", "refusal"):
                continue
            if kind != "image_url":
                raise Refused(f"content of type {kind!r} is not passed on; text and image_url are")
            held = part.get("image_url")
            yield kind, str(held.get("url", "")) if isinstance(held, dict) else str(held)


def refusal_of(error: Exception) -> Refused | None:
    """Return the message for the agent if it caused the failure; None if a limit or the provider did."""
    from inspect_ai.util import LimitExceededError

    if isinstance(error, Refused):
        return error
    if isinstance(error, LimitExceededError):
        return None
    if end_of(error, saw_pictures=False) == "context":
        return Refused(f"context_length_exceeded: {error}")
    status = getattr(error, "status_code", None)
    shape = isinstance(error, ValueError | TypeError | KeyError | AttributeError | AssertionError | IndexError)
    if status in AGENTS_STATUSES or (status is None and shape):
        return Refused(f"the request cannot be read: {type(error).__name__}: {error}")
    return None
