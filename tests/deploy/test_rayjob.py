"""deploy/rayjob.yaml: KubeRay would take it, its command is one of ours, and its parts fit together."""

import copy
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import ValidationError
from tests.deploy.kuberay import PodSpec, RayJob

from mesocosm.cli.run import command as run

ROOT = Path(__file__).parents[2]
CLAIM, JOB = yaml.safe_load_all((ROOT / "deploy" / "rayjob.yaml").read_text())


@pytest.fixture
def job() -> RayJob:
    return RayJob.model_validate(JOB)


def pods(job: RayJob) -> list[PodSpec]:
    cluster = job.spec.rayClusterSpec
    return [group.template.spec for group in (cluster.headGroupSpec, *cluster.workerGroupSpecs)]


WRONG: list[tuple[list[str | int], Any, str]] = [
    (["spec", "rayClusterSpec", "headGroupSpec", "rayStartParams", "num-cpus"], 0, "valid string"),
    (["spec", "rayClusterSpec", "workerGroupSpecs", 0, "replica"], 4, "not permitted"),
    (["spec", "submissionMode"], "k8sJobMode", "Input should be 'K8sJobMode'"),
    (["spec", "rayClusterSpec", "rayVersion"], 2.6, "valid string"),
    (["spec", "ttlSecondsAfterFinish"], 600, "not permitted"),
]


@pytest.mark.parametrize(("path", "value", "message"), WRONG, ids=lambda one: str(one)[-40:])
def test_a_wrong_field_would_be_found(path: list[str | int], value: Any, message: str) -> None:
    wrong = copy.deepcopy(JOB)
    part = wrong
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = value
    with pytest.raises(ValidationError, match=message):
        RayJob.model_validate(wrong)


@pytest.mark.external
def test_kubernetes_takes_the_claim_and_the_pods(job: RayJob) -> None:
    kubernetes = pytest.importorskip("kubernetes_validate", reason="pip install kubernetes-validate")
    kubernetes.validate(CLAIM, "1.34", strict=True)
    cluster = JOB["spec"]["rayClusterSpec"]
    for group in (cluster["headGroupSpec"], *cluster["workerGroupSpecs"]):
        pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "pod"}, "spec": group["template"]["spec"]}
        kubernetes.validate(pod, "1.34", strict=True)


def test_the_command_is_one_of_ours_and_runs_on_the_cluster(job: RayJob) -> None:
    program, verb, *words = shlex.split(job.spec.entrypoint)
    assert (program, verb) == ("mesocosm", "run")
    options = run.make_context("run", words).params
    assert (options["on"], options["jobs"]) == ("ray", None)


def test_logs_go_to_a_volume_that_all_pods_share(job: RayJob) -> None:
    _, _, *words = shlex.split(job.spec.entrypoint)
    logs = Path(run.make_context("run", words).params["log_dir"])
    assert CLAIM["spec"]["accessModes"] == ["ReadWriteMany"]
    for pod in pods(job):
        claims = {volume.name: volume.persistentVolumeClaim for volume in pod.volumes}
        [mount] = [one for one in pod.containers[0].volumeMounts if logs.is_relative_to(one.mountPath)]
        claim = claims[mount.name]
        assert claim is not None
        assert claim.claimName == CLAIM["metadata"]["name"]


def test_every_mount_has_a_volume_and_every_pod_the_keys(job: RayJob) -> None:
    secrets = set()
    for pod in pods(job):
        [container] = pod.containers
        assert {mount.name for mount in container.volumeMounts} == {volume.name for volume in pod.volumes}
        secrets |= {source.secretRef.name for source in container.envFrom}
    assert secrets == set(re.findall(r"create secret generic (\S+)", (ROOT / "deploy" / "rayjob.yaml").read_text()))


def test_versions_are_those_of_the_source(job: RayJob) -> None:
    pins = (ROOT / "requirements" / "cluster.txt").read_text()
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert re.findall(r"^ray(?:\[[a-z, ]+\])?==(\S+)", pins, re.MULTILINE) == [job.spec.rayClusterSpec.rayVersion]
    assert {pod.containers[0].image.rpartition(":")[2] for pod in pods(job)} == {version}


def test_no_worker_runs_on_the_head_and_nobody_is_root(job: RayJob) -> None:
    assert job.spec.rayClusterSpec.headGroupSpec.rayStartParams["num-cpus"] == "0"
    for pod in pods(job):
        assert pod.securityContext.runAsNonRoot
        assert not pod.containers[0].securityContext.allowPrivilegeEscalation
