"""Errors of a model's server (timeout, rate limit, no credit): whose failure an error is, and how the episode ends."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mesocosm.adapters.inspect.overflow import says_overflow
from mesocosm.trace.schema import EndReason

LATE = frozenset(
    {"AttemptTimeoutError", "StreamIdleTimeoutError", "APITimeoutError", "TimeoutError", "ReadTimeout", "PoolTimeout"}
)
"""Classes of Inspect, SDKs and HTTP clients, by name, for a reply that did not come in time."""
BUSY = frozenset({408, 429, 503, 504, 529})
"""HTTP statuses of a server that may reply later."""
UNPAID = re.compile(r"insufficient[_ ]quota|billing|credit balance", re.IGNORECASE)
"""Errors that waiting does not resolve, whatever their status."""
NO_IMAGES = re.compile(
    r"(?:image|picture|vision|multi-?modal)[^.]{0,60}(?:not|n't|un|only|cannot|missing|invalid|no )"
    r"|(?:not|n't|un(?:supported|known)|only|cannot|missing|invalid|at most 0|no)\b[^.]{0,60}"
    r"(?:image|picture|vision|multi-?modal)",
    re.IGNORECASE,
)
"""Texts by which OpenAI, vLLM, llama.cpp, Ollama, DeepSeek and others refuse pictures; all mention them."""
NO_TOOLS = re.compile(
    r"tool[ _-]?call[ _-]?parser|enable-auto-tool-choice|(?:not|n't|un)[ _-]?support[^.]{0,30}\btools?\b"
    r"|\b(?:tools?|functions?)\b[^.]{0,40}(?:not|n't|un)[ _-]?support",
    re.IGNORECASE,
)
WRAPPERS = frozenset({"RetryError", "ModelGenerateError"})
"""Errors without a message of their own: the first names an object, the second begins with the whole request."""
TOO_MANY_DIGITS = "integer string conversion"
"""The text of Python's error for a number that the model wrote with thousands of digits."""
TOOLS_HINT = "the server takes no tool calls: start it with a tool-call parser, or let the model reply in words"
IMAGES_HINT = "the model does not take pictures"


def end_of(error: BaseException, *, saw_pictures: bool) -> EndReason | None:
    """Return how an episode ends after this error; None if the failure is ours or the server's."""
    for cause, text in _causes(error):
        if says_overflow(text):
            return "context"
        if isinstance(cause, ValueError) and TOO_MANY_DIGITS in text:
            return "crashed"
        if saw_pictures and _status(cause) in (None, 400, 404, 415, 422, 500, 501) and NO_IMAGES.search(text):
            return "images"
        if (type(cause).__name__ in LATE or _status(cause) in BUSY) and not UNPAID.search(text):
            return "waiting"
    return None


def describe_error(error: BaseException) -> str:
    """Describe an error, with its correction if that is known."""
    refused = any(NO_TOOLS.search(text) for _, text in _causes(error))
    cause = unwrap_error(error)
    text = f"{type(cause).__name__}: {words_of(cause)}"
    return f"{TOOLS_HINT}. {text}" if refused else text


def is_late(error: BaseException) -> bool:
    """Whether an error means that a reply did not come in time."""
    return any(type(cause).__name__ in LATE for cause, _ in _causes(error))


def unwrap_error(error: BaseException) -> BaseException:
    """Return the error of the server or its SDK from inside the errors of retries."""
    while type(error).__name__ in WRAPPERS or not str(error).strip():
        attempt = getattr(error, "last_attempt", None)
        inner = attempt.exception() if attempt is not None else error.__cause__
        if inner is None:
            break
        error = inner
    return error


def words_of(error: BaseException) -> str:
    """Return the server's message if the SDK stores it, else that of the error."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, dict) else None
    said = inner.get("message") if isinstance(inner, dict) else None
    return said if isinstance(said, str) and said.strip() else str(error)


def _causes(error: BaseException) -> Iterator[tuple[BaseException, str]]:
    """Yield an error and its causes, each with its message.

    Inspect puts the whole request into its message, which must not be read as the server's message.
    """
    seen: BaseException | None = error
    while seen is not None:
        yield seen, str(getattr(seen, "provider_message", None) or seen)
        seen = seen.__cause__ or seen.__context__


def _status(error: BaseException) -> int | None:
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) else None
