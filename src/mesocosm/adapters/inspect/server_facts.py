"""What an OpenAI-compatible server says about itself: the models it serves, and how long a conversation may be."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

import anyio.to_thread

from mesocosm.types import Record

ANSWER_S = 5.0
LENGTH_NAMES = ("max_model_len", "loaded_context_length", "context_length", "max_context_length", "context_window")
"""Where servers tell it: vLLM and SGLang, LM Studio, OpenRouter, Groq."""


class ServerFacts(Record):
    """What is not told is None or empty."""

    models: tuple[str, ...] = ()
    context: int | None = None


async def ask_server(base_url: str | None, key: str | None) -> ServerFacts:
    """The facts of a server; of one that has no address of its own, or does not say, nothing is known."""
    if not base_url or not base_url.startswith(("http://", "https://")):
        return ServerFacts()
    return await anyio.to_thread.run_sync(_facts, base_url.rstrip("/"), key, abandon_on_cancel=True)


def _facts(base_url: str, key: str | None) -> ServerFacts:
    listed = _get(f"{base_url}/models", key)
    models = [one for one in _entries(listed) if isinstance(one, dict)]
    lengths = [length for one in models if (length := _length(one)) is not None]
    props = _get(f"{base_url.removesuffix('/v1')}/props", key) if not lengths else None  # llama.cpp
    told = lengths[:1] or _props_length(props)
    return ServerFacts(models=tuple(str(one.get("id", "")) for one in models), context=told[0] if told else None)


def _entries(listed: Any) -> list[Any]:
    entries = listed.get("data") if isinstance(listed, dict) else None
    return entries if isinstance(entries, list) else []


def _length(model: dict[str, Any]) -> int | None:
    return next((model[name] for name in LENGTH_NAMES if isinstance(model.get(name), int)), None)


def _props_length(props: Any) -> list[int]:
    settings = props.get("default_generation_settings") if isinstance(props, dict) else None
    length = settings.get("n_ctx") if isinstance(settings, dict) else None
    return [length] if isinstance(length, int) else []


def _get(address: str, key: str | None) -> Any:
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {key or 'none'}"})
    try:
        with urllib.request.urlopen(request, timeout=ANSWER_S) as reply:
            return json.load(reply)
    except (OSError, ValueError, urllib.error.URLError):
        return None
