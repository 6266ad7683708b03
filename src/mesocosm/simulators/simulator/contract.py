"""The contract of a simulator: `validate`, then `run`, and a result that names the engine.

A result carries `kind`: `real` (the engine of that name ran), `reduced_order` (a simpler model of the same thing) or
`table` (interpolated from stored runs). A tool never has the name of an engine that did not run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from pydantic import Field, JsonValue

from mesocosm.types import EngineKind, Record


class Engine(Record):
    """The engine that computed a result."""

    name: str
    version: str
    kind: EngineKind


class RunLimits(Record):
    """Resource limits of one run."""

    seconds: float = Field(default=60.0, gt=0)
    memory_bytes: int = Field(default=2 * 2**30, gt=0)
    disk_bytes: int = Field(default=64 * 2**20, gt=0)
    files: int = Field(default=1000, gt=0)


class Value(Record):
    """A number with its unit.

    Units have one spelling each: `°C`, `d`, `h`, `t/ha`, `m²`, `m³/s`, and `1` for counts and shares. `mesocosm.units`
    reads all of them but those of worth, which come with the inputs (`USD`, `EUR 2010`).
    """

    magnitude: float
    unit: str


Cell = float | int | str | None


class Table(Record):
    """Rows under their headings, with the file name that the engine gives them."""

    file: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @classmethod
    def of_columns(cls, file: str, columns: Mapping[str, Iterable[Cell]]) -> Table:
        """Build a table from the engine's own columns by heading; its cells, up to a million, are not validated."""
        rows = tuple(zip(*columns.values(), strict=True))
        return cls.model_construct(file=file, headings=tuple(columns), rows=rows)


class Result(Record):
    """The output of a run. If the engine refused its inputs, `errors` holds its own words."""

    engine: Engine
    values: dict[str, Value]
    tables: tuple[Table, ...] = ()
    artifacts: dict[str, bytes] = Field(default_factory=dict)
    """Files by name."""
    warnings: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    seed: int = 0
    runtime_s: float = 0.0
    """Duration, the only part that may differ when a run is repeated."""


class Simulator(Protocol):
    """An engine. `example` is a set of inputs that runs, so that any simulator can be checked without knowing it."""

    engine: Engine
    example: Mapping[str, JsonValue]

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        """Raise `InvalidRecord` with field, value and allowed values if the inputs cannot be run."""

    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        """Run the engine; raise `ToolError` if a run is stopped or ends without a result."""


@runtime_checkable
class RunsMany(Protocol):
    """An engine that makes several runs in one process, where starting the process takes longer than a run."""

    def read(self, inputs: Mapping[str, JsonValue]) -> Record:
        """Return what the engine reads of the inputs, with all defaults."""

    def run_many(self, inputs: Sequence[Mapping[str, JsonValue]], *, seed: int, limits: RunLimits) -> list[Result]:
        """Run the engine on each set of inputs, each within the limits."""
