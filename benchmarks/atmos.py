"""Check every promise of the atmos suite, one after the other: generation and guessing, letters, open answers.

python benchmarks/atmos.py
"""

import sys

from run_scripts import run_scripts

if __name__ == "__main__":
    sys.exit(run_scripts("atmos_items.py", "atmos_grading.py", "atmos_open.py"))
