"""Every promise of the tornado suite, one after the other: scorer and truth, maps, soundings.

python benchmarks/tornado.py
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PARTS = ("tornado_scoring.py", "tornado_maps.py", "tornado_soundings.py")


def main() -> int:
    """Each part in a process of its own, so that none warms up another; fails if one breaks its promise."""
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
