"""What a scorer's process forbids to others."""

import subprocess
import sys

PROGRAM = """
import sys
from pathlib import Path
from mesocosm.isolation.site_packages import FARMS
from mesocosm.sealed.process_hardening import shut_off
from mesocosm.simulators.simulator.run_cache import RUNS

shut_off(Path(sys.argv[1]))
RUNS.write("a", b"run")
print(RUNS.path("a"), FARMS.path("b"), sep="\\n")
"""


def test_every_cache_of_a_scorer_lies_in_its_folder_for_its_user_alone(tmp_path):
    own = tmp_path / "sealed" / "cache"
    ran = subprocess.run([sys.executable, "-c", PROGRAM, str(own)], capture_output=True, text=True, check=True)
    run, farm = ran.stdout.splitlines()
    assert run.startswith(f"{own}/engine-runs/")
    assert farm.startswith(f"{own}/sandbox-libraries/")
    assert [path for path in own.rglob("*") if path.stat().st_mode & 0o077] == []
