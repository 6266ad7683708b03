"""PHREEQC on input that somebody else wrote: in the sandbox, under limits, with one folder to touch.

`INCLUDE$`, `-file`, `DUMP` and BASIC programs can name any path and loop for ever; the isolator decides what they
reach and for how long, not a list of forbidden words.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from mesocosm.errors import ToolError
from mesocosm.isolation.isolator import Limits, Outcome
from mesocosm.simulators.phreeqc import runner
from mesocosm.simulators.phreeqc.engine import HIDDEN_LISTING, Run, package_folder, settled
from mesocosm.simulators.simulator import RunLimits, Table

ENDINGS = {
    "wall_time": "was stopped: it ran longer than {seconds:g} s",
    "cpu_time": "was stopped: it ran longer than {seconds:g} s",
    "memory": "was stopped: it used more memory than allowed",
    "disk": "was stopped: it wrote more than the workspace may hold",
    "output": "was stopped: it printed too much",
    "killed": "was stopped by a signal",
}


def run_text(deck: str, database: Path, limits: RunLimits) -> Run:
    """Run input text in a folder of its own, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="mesocosm-phreeqc-") as folder:
        Path(folder, "input").write_text(deck, encoding="utf-8")
        return run_file("input", Path(folder), database, limits)


def run_file(
    input_name: str,
    folder: Path,
    database: Path,
    limits: RunLimits,
    *,
    output_name: str = HIDDEN_LISTING,
) -> Run:
    """Run an input file that lies in `folder`; the listing and selected-output files are left there."""
    from mesocosm.isolation.available import chosen
    from mesocosm.isolation.library_farm import library_farm
    from mesocosm.isolation.python import python_job

    request = {"input": input_name, "output": output_name, "database": str(database), "package": str(package_folder())}
    code = f"{Path(runner.__file__).read_text(encoding='utf-8')}\nmain(json.loads({json.dumps(request)!r}))\n"
    bounds = Limits(
        wall_s=limits.seconds,
        cpu_s=max(1, round(limits.seconds)),
        memory_bytes=limits.memory_bytes,
        disk_bytes=limits.disk_bytes,
        files=limits.files,
    )
    job = python_job(code, folder.resolve(), bounds, library_farm())
    job = job.model_copy(update={"readable": (*job.readable, package_folder().resolve(), database.resolve())})
    outcome = chosen().run(job)
    return _read(outcome, folder, output_name, limits)


def _read(outcome: Outcome, folder: Path, output_name: str, limits: RunLimits) -> Run:
    report = folder / runner.REPORT
    listing = folder / output_name
    try:
        text = listing.read_text(encoding="utf-8", errors="replace") if listing.is_file() else ""
        if outcome.ending != "finished":
            raise ToolError(f"PHREEQC {ENDINGS[outcome.ending].format(seconds=limits.seconds)}")
        if not report.is_file():
            raise ToolError(f"PHREEQC ended without a result: {outcome.stderr.strip()[-500:] or 'it was killed'}")
        said = json.loads(report.read_text(encoding="utf-8"))
        return Run(
            listing=settled(text),
            tables=tuple(Table.model_validate(table) for table in said["tables"]),
            errors=said["errors"],
            warnings=said["warnings"],
            error_count=said["error_count"],
            seconds=said["seconds"],
        )
    finally:
        report.unlink(missing_ok=True)
        if output_name.startswith("."):
            listing.unlink(missing_ok=True)
