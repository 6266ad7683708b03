"""The PHREEQC engine: our own input runs in process, input of others in the sandbox, with a fresh engine for every run.

The sandbox has limits and gives access to one folder: `INCLUDE$`, `-file`, `DUMP` and BASIC programs can name any path
and loop for ever.
"""

from __future__ import annotations

import functools
import hashlib
import re
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pydantic import JsonValue, ValidationError

from mesocosm.errors import InvalidRecord, ToolError, did_you_mean
from mesocosm.registry import require
from mesocosm.simulators.phreeqc import worker
from mesocosm.simulators.simulator import Engine, Result, RunLimits, Table, Value
from mesocosm.simulators.simulator.optional_engines import needs_extra
from mesocosm.simulators.simulator.sandbox import run_worker_in
from mesocosm.types import Record
from mesocosm.workspace.stale_folders import owned_prefix, work_folder

DEFAULT_DATABASE = "phreeqc.dat"
LARGEST_INPUT = 1_000_000
INPUTS = {"input": "PHREEQC input text", "input_file": "the name of a file in the folder"}
LISTING = "result.out"

ELAPSED = re.compile(r"-+\nEnd of Run after [\d.]+ Seconds\.\n-+")


class Run(Record):
    """The output of one run, in the engine's own words."""

    listing: str
    tables: tuple[Table, ...] = ()
    errors: str = ""
    warnings: str = ""
    error_count: int = 0
    seconds: float = 0.0


def run(deck: str, database: str = DEFAULT_DATABASE) -> Run:
    """Run our own input text with a shipped database, given by name."""
    engine = require("phreeqc").Phreeqc()
    if engine.LoadDatabase(str(database_path(database))):
        raise InvalidRecord(f"database {database} cannot be loaded: {engine.GetErrorString()}")
    engine.SetOutputStringOn(True)
    left_behind = Path("error.inp")  # where the engine puts the input of a reaction that failed to converge
    was_there = left_behind.exists()
    started = time.perf_counter()
    count = engine.RunString(deck)
    seconds = time.perf_counter() - started
    tables = engine.GetSelectedOutputCount()
    if not was_there:
        left_behind.unlink(missing_ok=True)
    return Run(
        listing=strip_run_details(engine.GetOutputString()),
        tables=tuple(Table.model_validate(worker.read_table(engine, index)) for index in range(tables)),
        errors=engine.GetErrorString(),
        warnings=engine.GetWarningString(),
        error_count=count,
        seconds=seconds,
    )


def run_text(deck: str, database: Path, limits: RunLimits) -> Run:
    """Run input text of others in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix=f"{owned_prefix()}phreeqc-", dir=work_folder()) as folder:
        Path(folder, "input").write_text(deck, encoding="utf-8")
        return run_file("input", Path(folder), database, limits)


def run_file(input_name: str, folder: Path, database: Path, limits: RunLimits) -> Run:
    """Run an input file of others in `folder`, where the selected-output files remain."""
    request = {"input": input_name, "database": str(database), "package": str(package_folder())}
    readable = (package_folder().resolve(), database.resolve())
    reported = run_worker_in(folder, "PHREEQC", worker, request, readable=readable, limits=limits)
    try:
        run = Run.model_validate(reported)
    except ValidationError as error:
        raise ToolError("PHREEQC ended without a result: what it reported cannot be read") from error
    return run.model_copy(update={"listing": strip_run_details(run.listing)})


def strip_run_details(listing: str) -> str:
    """Return the listing without the duration of the run, the only part that differs between runs."""
    return ELAPSED.sub("-----------\nEnd of Run.\n-----------", listing)


def database_names() -> list[str]:
    """Return the names of the databases that come with the engine."""
    return sorted(path.name for path in database_folder().glob("*.dat"))


def database_path(name: str) -> Path:
    """Return the path of a shipped database by name, with or without `.dat`."""
    known = database_names()
    for wanted in (name, f"{name}.dat"):
        if wanted in known:
            return database_folder() / wanted
    hint = did_you_mean(name, known)
    shipped = f"{hint} shipped" if hint else "shipped"
    raise InvalidRecord(f"database must be one of those shipped, got {name!r}; {shipped}: {', '.join(known)}")


@functools.cache
def database_sha256(name: str) -> str:
    """Return the SHA-256 hash of a database, which fixes its content."""
    return hashlib.sha256(database_path(name).read_bytes()).hexdigest()


def database_folder() -> Path:
    return package_folder() / "databases"


def package_folder() -> Path:
    return Path(str(require("phreeqc").__file__)).parent


@functools.cache
def version() -> str:
    """Return the engine's own version, such as 3.8.6."""
    return str(require("phreeqc").Phreeqc.GetVersionString()).removesuffix("-17100")


@needs_extra("phreeqc", "phreeqc")
@dataclass(frozen=True)
class PhreeqcSimulator:
    """Chemistry of waters: any PHREEQC input against a shipped database."""

    folder: Path | None = None
    """Folder in which the engine reads input files and writes selected output; None: a temporary folder."""
    database_file: Path | None = None
    """A database of your own, in place of the shipped ones."""

    example: ClassVar[Mapping[str, JsonValue]] = {
        "input": "SOLUTION 1\n pH 7\n Ca 1\n C(4) 2 charge\nEND\n",
        "database": DEFAULT_DATABASE,
    }

    @property
    def engine(self) -> Engine:
        return Engine(name="PHREEQC", version=version(), kind="real")

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        allowed = ("input_file" if self.folder else "input", "database")
        for name in inputs.keys() - set(allowed):
            raise InvalidRecord(f"{name} is not an input; allowed: {', '.join(allowed)}")
        text = inputs.get(allowed[0])
        if not isinstance(text, str) or not text.strip():
            raise InvalidRecord(f"{allowed[0]} must be {INPUTS[allowed[0]]}, got {text!r}")
        if len(text) > LARGEST_INPUT:
            raise InvalidRecord(f"input holds {len(text):,} characters; at most {LARGEST_INPUT:,}")
        self._database(inputs)

    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        """Run the input in the sandbox, whoever wrote it."""
        self.validate(inputs)
        database = self._database(inputs)
        if self.folder:
            done = run_file(str(inputs["input_file"]), self.folder, database, limits)
        else:
            done = run_text(str(inputs["input"]), database, limits)
        return self._result(done, seed)

    def _database(self, inputs: Mapping[str, JsonValue]) -> Path:
        return self.database_file or database_path(str(inputs.get("database", DEFAULT_DATABASE)))

    def _result(self, done: Run, seed: int) -> Result:
        return Result(
            engine=self.engine,
            values={
                "characters": Value(magnitude=len(done.listing), unit="1"),
                "errors": Value(magnitude=done.error_count, unit="1"),
            },
            tables=done.tables,
            artifacts={LISTING: done.listing.encode()},
            warnings=_lines(done.warnings),
            errors=_lines(done.errors),
            seed=seed,
            runtime_s=done.seconds,
        )


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.rstrip("\n").split("\n")) if text.strip() else ()


simulator = PhreeqcSimulator()
