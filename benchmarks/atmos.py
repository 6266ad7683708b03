"""Every promise of the atmos suite, one after the other: generation and guessing, letters, open answers.

python benchmarks/atmos.py
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PARTS = ("atmos_items.py", "atmos_grading.py", "atmos_open.py")


def main() -> int:
    """Each part in a process of its own; fails if one breaks its promise."""
    broken = []
    for part in PARTS:
        print(f"== {part}", flush=True)
        if subprocess.run([sys.executable, str(Path(__file__).with_name(part))], check=False).returncode:
            broken.append(part)
    if broken:
        print(f"promises broken in: {', '.join(broken)}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
