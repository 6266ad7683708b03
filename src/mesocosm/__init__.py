"""A proving ground for agents that reason about the Earth.

    import mesocosm

    def guess(task):
        task.call("submit", answer="A")

    results = mesocosm.run("SUITE", guess, limit=20)
    print(results.row.score, mesocosm.frame(results))

Names are imported when they are first used, so that `import mesocosm` stays light.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mesocosm.api.results import Played as Played
    from mesocosm.api.results import Results as Results
    from mesocosm.api.results import frame as frame
    from mesocosm.api.results import write_report as write_report
    from mesocosm.api.running import run as run
    from mesocosm.api.suites import items as items
    from mesocosm.api.suites import load_suite as load_suite
    from mesocosm.api.suites import open_task as open_task
    from mesocosm.api.suites import suite_names as suite_names
    from mesocosm.episode.agent import Agent as Agent
    from mesocosm.episode.agent import call as call
    from mesocosm.episode.task import Task as Task
    from mesocosm.errors import MesocosmError as MesocosmError
    from mesocosm.errors import ToolError as ToolError
    from mesocosm.errors import UserError as UserError
    from mesocosm.suite import Suite as Suite
    from mesocosm.tools.tool import Output as Output
    from mesocosm.tools.tool import tool as tool
    from mesocosm.trace.schema import Trace as Trace
    from mesocosm.types import Item as Item
    from mesocosm.types import Observation as Observation
    from mesocosm.types import Score as Score
    from mesocosm.types import ToolCall as ToolCall

__version__ = "0.2.0"

HOMES = {
    "mesocosm.api.results": ("Played", "Results", "frame", "write_report"),
    "mesocosm.api.running": ("run",),
    "mesocosm.api.suites": ("items", "load_suite", "open_task", "suite_names"),
    "mesocosm.episode.agent": ("Agent", "call"),
    "mesocosm.episode.task": ("Task",),
    "mesocosm.errors": ("MesocosmError", "ToolError", "UserError"),
    "mesocosm.suite": ("Suite",),
    "mesocosm.tools.tool": ("Output", "tool"),
    "mesocosm.trace.schema": ("Trace",),
    "mesocosm.types": ("Item", "Observation", "Score", "ToolCall"),
}
"""Module to the public names that it defines."""

__all__ = ["__version__", *sorted(name for names in HOMES.values() for name in names)]


def __getattr__(name: str) -> object:
    for module, names in HOMES.items():
        if name in names:
            return getattr(importlib.import_module(module), name)
    message = f"module {__name__!r} has no attribute {name!r}{_advice(name)}"
    raise AttributeError(message, name=name, obj=None)  # Python would add a suggestion of its own if it knew the object


def _advice(name: str) -> str:
    if name.startswith("_"):  # names that Python itself and tools look up
        return ""
    from mesocosm.errors import did_you_mean

    public = [known for known in __all__ if not known.startswith("_")]
    longer = [known for known in public if name.lower() in known.lower()]
    hint = f"did you mean {' or '.join(longer)}?" if longer else did_you_mean(name, public)
    return f"; {hint or 'it has ' + ', '.join(public)}"


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
