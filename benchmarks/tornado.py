"""Check every promise of the tornado suite, one after the other: scorer and truth, maps, soundings.

python benchmarks/tornado.py
"""

import sys

from run_scripts import run_scripts

if __name__ == "__main__":
    sys.exit(run_scripts("tornado_scoring.py", "tornado_maps.py", "tornado_soundings.py"))
