"""PHREEQC on input that somebody else wrote: in the sandbox, under limits, with one folder to touch.

`INCLUDE$`, `-file`, `DUMP` and BASIC programs can name any path and loop for ever.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from pydantic import ValidationError

from mesocosm.errors import ToolError
from mesocosm.simulators.phreeqc import runner
from mesocosm.simulators.phreeqc.engine import Run, package_folder, strip_run_details
from mesocosm.simulators.simulator.contract import RunLimits
from mesocosm.simulators.simulator.sandbox import run_worker_in
from mesocosm.workspace.stale_folders import owned_prefix, work_folder


def run_text(deck: str, database: Path, limits: RunLimits) -> Run:
    """Run input text in a folder of its own, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix=f"{owned_prefix()}phreeqc-", dir=work_folder()) as folder:
        Path(folder, "input").write_text(deck, encoding="utf-8")
        return run_file("input", Path(folder), database, limits)


def run_file(input_name: str, folder: Path, database: Path, limits: RunLimits) -> Run:
    """Run an input file that lies in `folder`; selected-output files are left there."""
    request = {"input": input_name, "database": str(database), "package": str(package_folder())}
    readable = (package_folder().resolve(), database.resolve())
    told = run_worker_in(folder, "PHREEQC", runner, request, readable=readable, limits=limits)
    try:
        run = Run.model_validate(told)
    except ValidationError as error:
        raise ToolError("PHREEQC ended without a result: what it reported cannot be read") from error
    return run.model_copy(update={"listing": strip_run_details(run.listing)})
