"""Running Python the agent wrote, in a sandbox that shows nothing but the workspace."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mesocosm.errors import QuotaExceeded
from mesocosm.tools.tool import Output, tool
from mesocosm.types import canonical_json
from mesocosm.workspace.workspace import Workspace

FAMILY = "execution"
ENDINGS = {
    "wall_time": "stopped: the time limit was reached",
    "cpu_time": "stopped: the processor time limit was reached",
    "memory": "stopped: the memory limit was reached",
    "output": "stopped: it printed more than is kept",
    "disk": "stopped: it wrote more than the workspace may hold",
    "killed": "stopped by a signal",
}


@tool()
def python(workspace: Workspace, /, code: str, seconds: Annotated[int, Field(ge=1, le=60)] = 30) -> Output:
    """Run a Python program in the workspace and get back what it prints.

    numpy, scipy, pandas, xarray (with h5netcdf), rasterio and shapely can be imported. The working directory is the
    workspace: files are read and written there by relative path. There is no network, and nothing else of the machine
    is visible.

    Args:
        code: The whole program. Print what you want to see.
        seconds: Time limit.
    """
    import hashlib
    import platform

    from mesocosm.isolation.isolator import Limits
    from mesocosm.isolation.python import run_python

    quotas = {"disk_bytes": workspace.most_bytes, "files": workspace.most_files}
    limits = Limits(wall_s=seconds, cpu_s=seconds, **{name: most for name, most in quotas.items() if most is not None})
    outcome = run_python(code, workspace.root, limits)
    workspace.scan()
    if (problem := workspace.over_quota()) is not None:
        raise QuotaExceeded(f"{problem}; delete files with a further program")
    parts = [outcome.stdout, outcome.stderr]
    if outcome.ending != "finished":
        parts.append(f"[{ENDINGS[outcome.ending]}]")
    if outcome.removed:
        parts.append(f"[removed, because the workspace may not hold it: {', '.join(outcome.removed)}]")
    if outcome.ending == "finished" and outcome.returncode:
        parts.append(f"[the program ended with code {outcome.returncode}]")
    text = "\n".join(part.rstrip("\n") for part in parts if part.strip()) or "[the program printed nothing]"
    return Output(
        text=text,
        data={"ending": outcome.ending, "returncode": outcome.returncode, "isolator": outcome.isolator},
        inputs={"code": hashlib.sha256(canonical_json(code)).hexdigest()},
        engine="python",
        engine_version=platform.python_version(),
    )
