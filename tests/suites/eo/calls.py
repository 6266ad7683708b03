"""Call tools as the world does: arguments checked by the schema, results as data."""

from __future__ import annotations

from typing import Any

from mesocosm.suites.eo.workspace_images import Holdings
from mesocosm.tools.tool import Output, as_output, load


def call(held: Holdings, id: str, **arguments: Any) -> Output:
    """Return a tool's output."""
    tool = load(id)
    return as_output(tool.function(*([held] if tool.provided else []), **tool.check(arguments)))


def data(held: Holdings, id: str, **arguments: Any) -> dict[str, Any]:
    """Return the data of a tool's output."""
    payload = call(held, id, **arguments).data
    assert isinstance(payload, dict)
    return payload
