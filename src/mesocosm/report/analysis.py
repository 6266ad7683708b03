"""The contract of an analysis: a module with two or three functions.

    analyse(episodes) -> Record                     or analyse(episodes, *, baseline), if it compares runs
    table(result) -> what rich can print
    figure(result) -> matplotlib's Figure           if a picture helps

The first line of the module's docstring says what it shows. Modules without `analyse` are not analyses.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from mesocosm import registry
from mesocosm.errors import InvalidRecord
from mesocosm.stats.episode import Episode
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import RenderableType


@dataclass(frozen=True)
class Analysis:
    """One analysis."""

    name: str
    about: str
    baseline: Literal["unused", "optional", "needed"]
    compute: Callable[..., Record]
    table: Callable[[Any], RenderableType]
    figure: Callable[[Any], Figure] | None

    def check(self, baseline: str | None) -> None:
        """Refuse a baseline that would have no effect, before any log is read."""
        if self.baseline == "unused" and baseline is not None:
            raise InvalidRecord(f"{self.name} compares no runs: leave out the baseline {baseline!r}")

    def analyse(self, episodes: Sequence[Episode], *, baseline: str | None = None) -> Record:
        """Return the result for one suite's episodes, or say what is missing."""
        result = self._compute(episodes, baseline)
        if not isinstance(result, Record):
            raise InvalidRecord(f"{self.name} must give a Record, so that it can be JSON, got {type(result).__name__}")
        return result

    def _compute(self, episodes: Sequence[Episode], baseline: str | None) -> Record:
        self.check(baseline)
        if self.baseline == "unused":
            return self.compute(episodes)
        if self.baseline == "needed" and baseline is None:
            agents = sorted({episode.agent for episode in episodes})
            values = sorted({value for episode in episodes for value in episode.options.values()})
            raise InvalidRecord(
                f"{self.name} needs a baseline: an agent ({', '.join(agents)})"
                f"{' or an option (' + ', '.join(values) + ')' if values else ''}"
            )
        return self.compute(episodes, baseline=baseline)


def load(name: str) -> Analysis:
    """Load the analysis of this name; the error for an unknown name suggests the nearest."""
    return of_module(name, sys.modules[registry.load("analyses", name).__module__])


def of_module(name: str, module: ModuleType) -> Analysis:
    """Return the analysis that a module defines."""
    if not callable(getattr(module, "analyse", None)):
        raise InvalidRecord(f"the analysis {name} has no function `analyse`, which makes its result of episodes")
    if not callable(getattr(module, "table", None)):
        raise InvalidRecord(f"the analysis {name} has no function `table`, which turns its result into a table")
    return Analysis(
        name=name,
        about=(module.__doc__ or "").strip().partition("\n")[0],
        baseline=_baseline(module.analyse),
        compute=module.analyse,
        table=module.table,
        figure=getattr(module, "figure", None),
    )


def _baseline(compute: Callable[..., Any]) -> Literal["unused", "optional", "needed"]:
    parameter = inspect.signature(compute).parameters.get("baseline")
    if parameter is None:
        return "unused"
    return "needed" if parameter.default is inspect.Parameter.empty else "optional"
