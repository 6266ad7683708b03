"""Run the long forms of tests, which `make test` leaves out: every suite in every interface, every misbehaviour on
every suite.

python benchmarks/exhaustive.py
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main() -> int:
    command = [sys.executable, "-m", "pytest", "-n", "auto", "-m", "exhaustive", *sys.argv[1:]]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
