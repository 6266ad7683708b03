"""Fields of KubeRay's RayJob, and of the parts of Kubernetes that ours uses, as strict records.

The records of KubeRay name every field of `ray.io/v1` as its reference lists them (KubeRay 1.6): an unknown field, or a
value of another type, is an error, as it is on a cluster. The records of Kubernetes name only what our file uses.
"""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Strict(BaseModel):
    """A record that refuses unknown fields and takes no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Metadata(Strict):
    name: str = Field(pattern=r"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$")


class Named(Strict):
    name: str


class KeySource(Strict):
    secretRef: Named


Quantity = dict[Literal["cpu", "memory", "ephemeral-storage"], str]


class Resources(Strict):
    requests: Quantity
    limits: Quantity


class Capabilities(Strict):
    drop: list[str]


class ContainerSecurity(Strict):
    allowPrivilegeEscalation: bool
    capabilities: Capabilities


class Mount(Strict):
    name: str
    mountPath: str


class Container(Strict):
    name: str
    image: str
    envFrom: list[KeySource]
    resources: Resources
    securityContext: ContainerSecurity
    volumeMounts: list[Mount]


class Claim(Strict):
    claimName: str


class EmptyDir(Strict):
    sizeLimit: str


class Volume(Strict):
    name: str
    persistentVolumeClaim: Claim | None = None
    emptyDir: EmptyDir | None = None


class SeccompProfile(Strict):
    type: Literal["RuntimeDefault", "Unconfined", "Localhost"]


class PodSecurity(Strict):
    runAsNonRoot: bool
    runAsUser: int
    fsGroup: int
    seccompProfile: SeccompProfile


class PodSpec(Strict):
    automountServiceAccountToken: bool
    securityContext: PodSecurity
    containers: list[Container] = Field(min_length=1, max_length=1)
    volumes: list[Volume]


class PodTemplate(Strict):
    spec: PodSpec


class HeadGroup(Strict):
    """Every field of `HeadGroupSpec`."""

    template: PodTemplate
    headService: dict[str, Any] | None = None
    enableIngress: bool | None = None
    resources: Quantity | None = None
    labels: dict[str, str] | None = None
    rayStartParams: dict[str, str]
    serviceType: str | None = None


class WorkerGroup(Strict):
    """Every field of `WorkerGroupSpec`."""

    suspend: bool | None = None
    groupName: str
    replicas: int
    minReplicas: int
    maxReplicas: int
    idleTimeoutSeconds: int | None = None
    resources: Quantity | None = None
    labels: dict[str, str] | None = None
    rayStartParams: dict[str, str]
    template: PodTemplate
    scaleStrategy: dict[str, list[str]] | None = None
    numOfHosts: int | None = None


class AuthOptions(Strict):
    """Every field of `AuthOptions`."""

    mode: Literal["disabled", "token"]
    enableK8sTokenAuth: bool | None = None
    secretName: str | None = None


class Cluster(Strict):
    """Every field of `RayClusterSpec`."""

    upgradeStrategy: dict[str, str] | None = None
    authOptions: AuthOptions
    suspend: bool | None = None
    managedBy: str | None = None
    autoscalerOptions: dict[str, Any] | None = None
    headServiceAnnotations: dict[str, str] | None = None
    enableInTreeAutoscaling: bool | None = None
    gcsFaultToleranceOptions: dict[str, Any] | None = None
    headGroupSpec: HeadGroup
    rayVersion: str
    workerGroupSpecs: list[WorkerGroup] = Field(min_length=1)


class SubmitterConfig(Strict):
    backoffLimit: int


class Job(Strict):
    """Every field of `RayJobSpec`."""

    activeDeadlineSeconds: int | None = Field(default=None, gt=0)
    waitingTtlSeconds: int | None = None
    backoffLimit: int | None = Field(default=None, ge=0)
    preRunningDeadlineSeconds: int | None = None
    rayClusterSpec: Cluster
    submitterPodTemplate: dict[str, Any] | None = None
    metadata: dict[str, str] | None = None
    clusterSelector: dict[str, str] | None = None
    submitterConfig: SubmitterConfig | None = None
    managedBy: str | None = None
    deletionStrategy: dict[str, Any] | None = None
    entrypoint: str
    runtimeEnvYAML: str | None = None
    jobId: str | None = None
    submissionMode: Literal["K8sJobMode", "HTTPMode", "InteractiveMode", "SidecarMode"]
    entrypointResources: str | None = None
    entrypointNumCpus: float | None = None
    entrypointNumGpus: float | None = None
    ttlSecondsAfterFinished: int | None = Field(default=None, ge=0)
    shutdownAfterJobFinishes: bool
    suspend: bool | None = None


class RayJob(Strict):
    apiVersion: Literal["ray.io/v1"]
    kind: Literal["RayJob"]
    metadata: Metadata
    spec: Job
