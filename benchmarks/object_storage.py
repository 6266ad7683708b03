"""Runs, trajectories and planets on an object server with each fault: what is stored is what a local folder holds.

An S3 server on loopback, with a proxy that injects one fault into a share of the requests (and, in the last row, all of
them), takes the logs of a run that is killed and continued, trajectories that two processes make at the same time, and
a small planet whose build is interrupted. The table counts the faults and compares scores and bytes with those of local
folders: every row must say `same`. The first row is a server without
faults, for its requests and seconds.

    python benchmarks/object_storage.py [--share 0.3] [--items 6] [--faults lost_reply,late_list]
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from mesocosm.report.results import read_results
from mesocosm.report.shared_logs import local_logs
from mesocosm.storage.folder import folder_at
from mesocosm.storage.objects import ObjectFolder
from mesocosm.synthesis.export import export
from mesocosm.synthesis.folder import Plan
from mesocosm.testing.object_server import BUCKET, FAULTS, ObjectServer, variables

SEED = 7
TRAJECTORIES = Plan(suite="toy", split="train", seed=4, candidates=78)
PLANET = """
import sys
from mesocosm.earth.planet.build import build
from mesocosm.earth.planet.sizes import SIZES
size = SIZES["tiny"].model_copy(update={"regions": 1, "cells": 60})
build(1, size, sys.argv[1], subjects=("ground", "people"))
"""
SYNTHESIS = """
import sys
from mesocosm.synthesis.folder import Plan
from mesocosm.synthesis.generation import synthesise
synthesise(Plan.model_validate_json(sys.argv[2]), sys.argv[1])
"""


def main() -> None:
    given = arguments()
    with tempfile.TemporaryDirectory() as scratch:
        local = made_in(str(Path(scratch, "local")), given.items, kill=False)
        rows = [row(scratch, (), given, local)]
        rows += [row(scratch, (fault,), given, local) for fault in given.faults]
        rows.append(row(scratch, FAULTS, given, local))
    show(rows)
    if any(cell not in ("same", "") for line in rows for cell in line[2:5]):
        sys.exit(1)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=0.3, help="share of the requests that meet the fault")
    parser.add_argument("--items", type=int, default=6, help="items of the run")
    parser.add_argument("--faults", type=lambda text: text.split(","), default=FAULTS, help="faults, joined by commas")
    return parser.parse_args()


def row(scratch, faults, given, local):
    with ObjectServer(faults, share=given.share, seed=SEED) as server, variables(server):
        os.environ["TMPDIR"] = scratch
        began = time.monotonic()
        remote = made_in(f"s3://{BUCKET}/all", given.items, kill=True, server=server)
        taken = time.monotonic() - began
    name = "all of them" if len(faults) > 1 else "".join(faults) or "none"
    same = ["same" if remote[part] == local[part] else "DIFFERS" for part in ("run", "trajectories", "planet")]
    return name, sum(server.injected.values()), *same, sum(server.requests.values()), taken


def made_in(base, items, *, kill, server=None):
    """Return the scores of a run, and the hashes of trajectories and of a planet, made below a place."""
    run, trajectories, planet = (f"{base}/{part}" for part in ("run", "trajectories", "planet"))
    play(run, items, kill)
    writers = [start(SYNTHESIS, trajectories, TRAJECTORIES.model_dump_json()) for _ in range(2 if kill else 1)]
    assert [writer.wait() for writer in writers] == [0] * len(writers)
    export(trajectories if kill else Path(trajectories))
    if kill:
        stop_after_a_file(planet)
    assert start(PLANET, planet).wait() == 0
    if server is not None:
        server.faults = ()
    scores = {(row.agent, one.item): one.score for row in read_results(local_logs(run)) for one in row.samples}
    return {"run": scores, "trajectories": hashes(trajectories), "planet": hashes(planet, "r000/")}


def play(place, items, kill):
    words = ["run", "toy", "--agent", "oracle", "--agent", "null", "--no-baselines", "--seed", "7"]
    command = [sys.executable, "-m", "mesocosm", *words, "--limit", str(items), "--log-dir", place]
    if kill:
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as first:
            wait_for(first, lambda: any(name.endswith(".eval") for name in ObjectFolder(place).times()))
            first.kill()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def stop_after_a_file(place):
    with start(PLANET, place) as first:
        wait_for(first, lambda: any(name.startswith("r000/") for name in ObjectFolder(place).times()))
        first.kill()


def wait_for(process, happened):
    while process.poll() is None and not happened():
        time.sleep(0.05)


def start(program, *words):
    return subprocess.Popen([sys.executable, "-c", program, *words])


def hashes(place, prefix=""):
    folder = folder_at(place)
    return {name: hashlib.sha256(folder.read(name)).hexdigest() for name in folder.names(prefix)}


def show(rows):
    table = Table(title="An object server with faults, compared with folders of this machine")
    for heading in ("fault", "injected", "run", "trajectories", "planet", "requests", "seconds"):
        table.add_column(heading, justify="left" if heading == "fault" else "right")
    for *cells, taken in rows:
        table.add_row(*map(str, cells), f"{taken:.0f}")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
