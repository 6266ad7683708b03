"""Play items of terra by a model on loopback that makes the calls of each reference, then gives its answer.

    python benchmarks/terra_model.py [--seed 1] [-n 40] [--log-dir DIR]

Everything between a model's server and the score is real: Inspect, its provider, the connection, the groups of tools,
the sandbox, the desk. Prints the table of the run, which may be killed and started again, and the requests to the
server.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

sys.path.remove(str(Path(__file__).parent))  # files beside this one would be imported for libraries

from mesocosm.suites.terra import suite
from mesocosm.suites.terra.release.reference_model import Reciter

MODEL = "openai-api/reciter/model"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-n", type=int, default=40)
    parser.add_argument("--log-dir", default="logs/terra-model")
    asked = parser.parse_args()
    with Reciter([suite.case(asked.seed, index) for index in range(asked.n)]) as server:
        run = subprocess.run(
            [sys.executable, "-m", "mesocosm", "run", "terra", "--model", MODEL, "--seed", str(asked.seed), "--limit",
             str(asked.n), "--no-baselines", "--max-samples", "2", "--metrics", "--log-dir", asked.log_dir],
            env=os.environ | {"RECITER_BASE_URL": server.url, "RECITER_API_KEY": "none"}, check=False,
        )  # fmt: skip
        print(f"the server was asked {len(server.requests):,} times")
    return run.returncode


if __name__ == "__main__":
    raise SystemExit(main())
