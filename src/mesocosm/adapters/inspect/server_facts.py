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
"""Names of the field for that length: of vLLM and SGLang, LM Studio, OpenRouter, Groq."""


class ServerFacts(Record):
    """The facts of a server; a fact that it does not give is None or empty."""

    models: tuple[str, ...] = ()
    context: int | None = None


async def ask_server(base_url: str | None, key: str | None, model: str) -> ServerFacts:
    """Return the facts of a server and one of its models; none if it has no address or does not answer."""
    if not base_url or not base_url.startswith(("http://", "https://")):
        return ServerFacts()
    return await anyio.to_thread.run_sync(_facts, base_url.rstrip("/"), key, model, abandon_on_cancel=True)


def _facts(base_url: str, key: str | None, model: str) -> ServerFacts:
    entries = [entry for entry in _entries(_get(f"{base_url}/models", key)) if isinstance(entry, dict)]
    names = tuple(str(entry.get("id", "")) for entry in entries)
    own = [entry for entry, name in zip(entries, names, strict=True) if name and model.endswith(name)]
    context = _length(own[0]) if own else None
    if context is None and len(entries) <= 1:  # llama.cpp serves one model, and has this elsewhere
        context = _props_length(_get(f"{base_url.removesuffix('/v1')}/props", key))
    return ServerFacts(models=names, context=context)


def _entries(listed: Any) -> list[Any]:
    entries = listed.get("data") if isinstance(listed, dict) else None
    return entries if isinstance(entries, list) else []


def _length(model: dict[str, Any]) -> int | None:
    return next((model[name] for name in LENGTH_NAMES if isinstance(model.get(name), int)), None)


def _props_length(props: Any) -> int | None:
    settings = props.get("default_generation_settings") if isinstance(props, dict) else None
    length = settings.get("n_ctx") if isinstance(settings, dict) else None
    return length if isinstance(length, int) else None


def _get(address: str, key: str | None) -> Any:
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {key or 'none'}"})
    try:
        with urllib.request.urlopen(request, timeout=ANSWER_S) as reply:
            return json.load(reply)
    except (OSError, ValueError, urllib.error.URLError):
        return None
