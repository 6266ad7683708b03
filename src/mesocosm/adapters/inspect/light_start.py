"""A faster start of runs in which only reference agents play: what Inspect would load for models is left out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

LIBRARIES = ("_HAS_OPENAI", "_HAS_ANTHROPIC")
"""Flags of Inspect: if a library of a provider is installed, each sample loads it, whichever model plays. That takes
seconds, and no reference agent uses it."""
SETTINGS: dict[str, Any] = {"log_realtime": False, "ctl_server": False}
"""Settings of Inspect for runs of programs: nobody watches or steers their turns."""


@contextmanager
def without_providers(models: tuple[str, ...]) -> Iterator[None]:
    """Run reference agents inside this block without the libraries and the price list of model providers.

    Args:
        models: Names of the agents as models, such as `mesocosm/oracle`.
    """
    from inspect_ai.model import _assistant_internal as libraries
    from inspect_ai.model import _model_info as prices

    flags = {name: getattr(libraries, name) for name in LIBRARIES if hasattr(libraries, name)}
    known: dict[Any, Any] = getattr(prices, "_result_cache", {})
    known.update({(model, is_resolved): None for model in models for is_resolved in (True, False)})
    try:
        for name in flags:
            setattr(libraries, name, False)
        yield
    finally:
        for name, value in flags.items():
            setattr(libraries, name, value)
