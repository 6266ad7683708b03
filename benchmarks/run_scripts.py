"""Run benchmark scripts one after the other, each in a process of its own, so that none warms up another.

python benchmarks/run_scripts.py SCRIPT.py ...
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def run_scripts(*scripts: str) -> int:
    """Return 1 if a script breaks its promise, else 0."""
    broken = []
    for script in scripts:
        print(f"== {script}", flush=True)
        if subprocess.run([sys.executable, str(Path(__file__).with_name(script))], check=False).returncode:
            broken.append(script)
    if broken:
        print(f"promises broken in: {', '.join(broken)}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(run_scripts(*sys.argv[1:]))
