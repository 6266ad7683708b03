"""Identity of a row in a table: an agent on a model under settings, read from an Inspect log.

Two logs that differ in any of these are two rows. How requests are sent (connections, retries, waiting times) does not
change an answer and is not part of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from mesocosm.screen.untrusted_text import plain_line
from mesocosm.types import canonical_json

TRANSPORT = frozenset(
    (
        *("max_retries", "timeout", "attempt_timeout", "stream_idle_timeout", "max_connections"),
        *("adaptive_connections", "batch", "cache", "cache_prompt"),
    )
)
"""Fields of Inspect's GenerateConfig about the sending of requests, as Inspect itself divides them."""
LIMITS = ("turn_limit", "token_limit", "time_limit", "cost_limit", "message_limit", "working_limit")
OWN_SOLVER = "act"
"""Name of our solver, under which the model itself is the agent."""
LONGEST = 60
"""Characters of a setting's value; longer values are cut."""


def agent_name(model: str) -> str:
    """Return a model's name in tables, without the provider for reference agents."""
    return model.removeprefix("mesocosm/")


def agent_of(log: Any) -> str:
    """Return the agent of an Inspect log: its model, or `my_agent on MODEL` if the agent has a loop of its own."""
    model = plain_line(agent_name(log.eval.model))
    own = _own_agent(log.eval.solver, log.eval.solver_args or {})
    return f"{plain_line(own)} on {model}" if own else model


def settings_of(log: Any) -> dict[str, str]:
    """Return the settings of model and limits by name, without what was left to provider and suite."""
    settings = {**_generation(log), **_model_args(log), **_limits(log)}
    return {name: _spell(value) for name, value in sorted(settings.items())}


def about_run(
    *, seed: int | None, items: int | None, epochs: int, prompts: Mapping[str, str], split: str = "test"
) -> dict[str, str]:
    """Return what else distinguishes two runs of an agent: which items, how often, with which wording.

    The split is included if it is not `test`.
    """
    wording = hashlib.sha256(canonical_json(dict(prompts))).hexdigest()[:8] if prompts else None
    details = {
        "split": None if split == "test" else plain_line(split),
        "items_seed": seed,
        "items": items,
        "epochs": epochs,
        "prompts": wording,
    }
    return {name: str(value) for name, value in details.items() if value is not None}


def _own_agent(solver: str | None, arguments: Mapping[str, Any]) -> str:
    name = (solver or "").rpartition("/")[2]
    if name in ("", OWN_SOLVER):
        return ""
    return str(arguments.get("agent", "")).rpartition(":")[2] or name


def _generation(log: Any) -> dict[str, Any]:
    """Return sampling and similar settings: those of the model, then those that the run requested."""
    given: dict[str, Any] = {}
    for config in (log.eval.model_generate_config, log.plan.config):
        given |= config.model_dump(exclude_none=True, exclude=set(TRANSPORT))
    return given


def _model_args(log: Any) -> dict[str, Any]:
    return {name: value for name, value in (log.eval.model_args or {}).items() if value is not None}


def _limits(log: Any) -> dict[str, Any]:
    """Return limits that are not the suite's own; none for a log that does not contain the suite's own."""
    own = (log.eval.metadata or {}).get("limits")
    if own is None:
        return {}
    used = {name: getattr(log.eval.config, name, None) for name in LIMITS}
    return {name: value for name, value in used.items() if value is not None and value != own.get(name)}


def _spell(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
