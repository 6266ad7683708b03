"""The machines of an executor."""

from __future__ import annotations

from mesocosm.execution.executor import Executor
from mesocosm.execution.nodes import NodeFacts, describe_node


def survey(on: Executor) -> list[NodeFacts]:
    """Describe the machines of an executor."""
    if on.kind == "ray":
        from mesocosm.execution import ray_cluster

        return ray_cluster.survey(on)
    if on.kind == "slurm":
        from mesocosm.execution import slurm

        return slurm.survey(on)
    return [describe_node()]
