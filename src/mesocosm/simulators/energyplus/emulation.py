"""EnergyPlus on other processors than x86_64: through QEMU's user-mode emulation, where its parts are installed.

Three parts are needed: the program `qemu-x86_64-static` (Debian: qemu-user-static); a folder with the files of a small
x86_64 system, `usr/bin/python3` and its libraries; and in that folder, as `energyplus`, the unpacked wheel of x86_64.
The variable MESOCOSM_X86_64_ROOT names the folder.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from mesocosm.errors import ToolError, ToolUnavailable
from mesocosm.simulators.simulator.contract import RunLimits
from mesocosm.simulators.simulator.sandbox import run_program

VARIABLE = "MESOCOSM_X86_64_ROOT"
EMULATOR = "qemu-x86_64-static"
PYTHON = "usr/bin/python3"
WHEEL = "energyplus"
JOB, REQUEST, REPORT = "job.py", "request.json", "report.json"
LAST_LINES = f"""
import json, sys
sys.path.insert(0, sys.argv[1])
with open({REQUEST!r}, encoding="utf-8") as file:
    request = json.load(file)
report = main(request)
with open({REPORT!r}, "w", encoding="utf-8") as file:
    json.dump(report, file)
"""


@dataclass(frozen=True)
class Emulation:
    """An emulator and the x86_64 system that it runs."""

    emulator: Path
    root: Path

    @property
    def wheel(self) -> Path:
        return self.root / WHEEL


def emulation(machine: str) -> Emulation:
    """Return the emulation for a machine that cannot run EnergyPlus itself; raise `ToolUnavailable` with the missing
    parts.
    """
    emulator, root = shutil.which(EMULATOR), os.environ.get(VARIABLE, "")
    lacking = [] if emulator else [f"the program {EMULATOR}"]
    if not root or not Path(root, PYTHON).exists() or not Path(root, WHEEL, "libenergyplusapi.so").exists():
        lacking.append(f"a folder of x86_64 files named by {VARIABLE}, with {PYTHON} and {WHEEL}/libenergyplusapi.so")
    if emulator is None or lacking:
        rest = "the engine building_hourly runs anywhere"
        raise ToolUnavailable(
            f"EnergyPlus runs on Linux on x86_64, and this machine is {machine}; to emulate that, install "
            f"{' and '.join(lacking)}; {rest}"
        )
    return Emulation(Path(emulator).resolve(), Path(root).resolve())


def run_emulated(found: Emulation, worker: ModuleType, request: Mapping[str, str], limits: RunLimits) -> dict[str, Any]:
    """Run the worker in the sandbox with the emulated system's x86_64 Python, and return its report."""
    text = Path(str(worker.__file__)).read_text(encoding="utf-8")
    root = str(found.root)
    command = (str(found.emulator), "-L", root, f"{root}/{PYTHON}", "-S", "-E", JOB, str(found.wheel))
    files = {JOB: (text + LAST_LINES).encode(), REQUEST: json.dumps(dict(request)).encode()}
    left = run_program("EnergyPlus", command, files, (REPORT,), readable=(found.root,), limits=limits)
    try:
        report = json.loads(left[REPORT])
    except (KeyError, ValueError) as error:
        raise ToolError("EnergyPlus ended without a result: what it reported cannot be read") from error
    if not isinstance(report, dict):
        raise ToolError(f"EnergyPlus ended without a result: it reported {type(report).__name__}")
    return report
