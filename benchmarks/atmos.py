"""Every promise of the atmos suite, one after the other: generation and guessing, letters, open answers.

python benchmarks/atmos.py
"""

import sys

from parts import run_parts

if __name__ == "__main__":
    sys.exit(run_parts("atmos_items.py", "atmos_grading.py", "atmos_open.py"))
