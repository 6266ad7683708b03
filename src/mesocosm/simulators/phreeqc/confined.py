"""PHREEQC on input that somebody else wrote: in the sandbox, under limits, with one folder to touch.

`INCLUDE$`, `-file`, `DUMP` and BASIC programs can name any path and loop for ever; the isolator decides what they
reach and for how long, not a list of forbidden words.
"""

from __future__ import annotations

import json
import secrets
import signal
import tempfile
from pathlib import Path

from mesocosm.errors import ToolError
from mesocosm.isolation.isolator import Limits, Outcome
from mesocosm.simulators.phreeqc import runner
from mesocosm.simulators.phreeqc.engine import Run, package_folder, settled
from mesocosm.simulators.simulator import RunLimits

ESCAPED = 2
"""JSON spells a line end or a quotation mark with two characters."""
ENDINGS = {
    "wall_time": "was stopped: it ran longer than {seconds:g} s",
    "cpu_time": "was stopped: it ran longer than {seconds:g} s",
    "memory": "was stopped: it used more memory than allowed",
    "disk": "was stopped: it wrote more than the workspace may hold",
    "output": "was stopped: its listing is longer than the workspace may hold",
    "killed": "was stopped by a signal",
}


def run_text(deck: str, database: Path, limits: RunLimits) -> Run:
    """Run input text in a folder of its own, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="mesocosm-phreeqc-") as folder:
        Path(folder, "input").write_text(deck, encoding="utf-8")
        return run_file("input", Path(folder), database, limits)


def run_file(input_name: str, folder: Path, database: Path, limits: RunLimits) -> Run:
    """Run an input file that lies in `folder`; selected-output files are left there.

    Nothing that lies in the folder is read back: others may have put it there. The report comes through the standard
    output of the run, after a seal that the input cannot know.
    """
    from mesocosm.isolation.available import chosen
    from mesocosm.isolation.library_farm import library_farm
    from mesocosm.isolation.python import python_job

    seal = secrets.token_hex(32)
    request = {"input": input_name, "seal": seal, "database": str(database), "package": str(package_folder())}
    code = f"{Path(runner.__file__).read_text(encoding='utf-8')}\nmain(json.loads({json.dumps(request)!r}))\n"
    job = python_job(code, folder.resolve(), isolation_limits(limits), library_farm())
    job = job.model_copy(update={"readable": (*job.readable, package_folder().resolve(), database.resolve())})
    outcome = chosen().run(job)
    if outcome.ending != "finished":
        gone = f"; removed: {', '.join(outcome.removed)}" if outcome.removed else ""
        raise ToolError(f"PHREEQC {ENDINGS[outcome.ending].format(seconds=limits.seconds)}{gone}")
    return sealed_report(outcome, seal)


def isolation_limits(limits: RunLimits) -> Limits:
    return Limits(
        wall_s=limits.seconds,
        cpu_s=max(1, round(limits.seconds)),
        memory_bytes=limits.memory_bytes,
        output_bytes=ESCAPED * limits.disk_bytes,
        disk_bytes=limits.disk_bytes,
        files=limits.files,
    )


def sealed_report(outcome: Outcome, seal: str) -> Run:
    """The report that follows the seal; a run that left none tells the agent what became of it."""
    _, sealed, rest = outcome.stdout.partition(seal)
    if not sealed:
        raise ToolError(f"PHREEQC {why_no_report(outcome)}")
    try:
        told = json.JSONDecoder().raw_decode(rest)[0]
        run = Run.model_validate(told)
    except ValueError as error:
        raise ToolError("PHREEQC ended without a result: what it reported cannot be read") from error
    return run.model_copy(update={"listing": settled(run.listing)})


def why_no_report(outcome: Outcome) -> str:
    """How a run ended that was not stopped and yet gave no report, in words for whoever wrote its input."""
    code = outcome.returncode or 0
    if code < 0:
        return f"crashed on this input ({signal.Signals(-code).name}); change the input"
    last = outcome.stderr.strip().rpartition("\n")[2][-500:]
    return f"ended without a result: {last or f'it stopped with code {code}'}"
