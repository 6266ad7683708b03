"""The machines of an executor."""

from __future__ import annotations

from pathlib import Path

from mesocosm.execution.executor import Executor
from mesocosm.execution.nodes import NodeFacts, survey_node


def count_workers(on: Executor) -> int:
    """Return how many workers there will be if there is enough to do."""
    if on.kind == "ray" and on.workers is None:
        from mesocosm.execution import ray_cluster

        return ray_cluster.count_cores(on)
    if on.kind == "slurm" and on.workers is None:
        from mesocosm.execution.slurm import read_slurm_file

        return read_slurm_file(Path(on.address)).workers
    return on.workers or 1


def survey(on: Executor) -> list[NodeFacts]:
    """Describe the machines of an executor."""
    if on.kind == "ray":
        from mesocosm.execution import ray_cluster

        return ray_cluster.survey(on)
    if on.kind == "slurm":
        from mesocosm.execution import slurm

        return slurm.survey(on)
    return [survey_node()]
