"""Workers that are actors of a Ray cluster, which may be of this machine alone."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from mesocosm import registry
from mesocosm.errors import UserError
from mesocosm.execution.executor import RAY_SCHEME, Executor
from mesocosm.execution.nodes import NodeFacts, check_same, describe_node, survey_node
from mesocosm.execution.worker import Finished, Joined, Lost, Raised, Report, call
from mesocosm.extras import needs
from mesocosm.isolation.protected_folders import protect
from mesocosm.screen.untrusted_text import tell

ADDRESS = "RAY_ADDRESS"
"""Variable with the address of a cluster, which Ray sets for the jobs that it starts."""
SIGN_IN = {"RAY_AUTH_MODE": "token"}
TOKENS = ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH")
QUIET = {"RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "RAY_DEDUP_LOGS": "0"}


class Actor:
    """What runs on the cluster: one process, which calls the work."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        # Whoever has the token, or reaches the sockets, runs what it wants on the cluster.
        protect(_session_folder())
        with suppress(RuntimeError):  # this user has no home
            protect(_token_file().parent)
        self._work = work

    def facts(self) -> NodeFacts:
        """Describe the node on which this is."""
        return describe_node()

    def call(self, argument: Any) -> Finished | Raised:
        """Call the work; its errors are results, so that an error of Ray always means a lost worker."""
        return call(self._work, argument)


class RayWorker:
    """One actor, seen from here."""

    def __init__(self, ray: Any, actor: Any) -> None:
        self._ray, self.actor = ray, actor
        self.pending = actor.facts.remote()
        """The reply that is awaited, if any."""

    def assign(self, argument: Any) -> None:
        self.pending = self.actor.call.remote(argument)

    def stop(self) -> None:
        self._ray.kill(self.actor, no_restart=True)


class RayBackend:
    """Actors with one processor each. Ray restarts none and repeats nothing: losses are counted in one place, here."""

    def __init__(self, work: Callable[[Any], Any], on: Executor, tasks: int) -> None:
        self._ray = connect(on)
        try:
            self.workers = min(_workers(self._ray, on), tasks)
        except UserError:
            self._ray.shutdown()
            raise
        self._actor = self._ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(Actor)
        self._work = self._ray.put(work)
        self._held: list[RayWorker] = []

    def start(self) -> None:
        self._held.append(RayWorker(self._ray, self._actor.remote(self._work)))

    def wait(self) -> Iterator[tuple[RayWorker, Report]]:
        pending = {worker.pending: worker for worker in self._held if worker.pending is not None}
        ready, _ = self._ray.wait(list(pending), num_returns=1)
        for reply in ready:
            worker = pending[reply]
            worker.pending = None
            news = self._news(reply)
            if isinstance(news, Lost):
                self._held.remove(worker)
            yield worker, news

    def _news(self, reply: Any) -> Report:
        try:
            found: NodeFacts | Finished | Raised = self._ray.get(reply)
        except self._ray.exceptions.RayError as error:
            return Lost(_reason(error))
        if isinstance(found, NodeFacts):
            check_same(found)
            return Joined()
        return found

    def forget(self, worker: RayWorker) -> None:
        self._held.remove(worker)
        worker.stop()

    def close(self) -> None:
        for worker in self._held:
            worker.stop()
        self._ray.shutdown()


def _workers(ray: Any, on: Executor) -> int:
    """Return how many workers to start; refuse more than the cluster has processors, since they would never begin."""
    cores = int(ray.cluster_resources().get("CPU", 0))
    if not cores:
        raise UserError("the Ray cluster has no processors; add a node that has some")
    if (on.workers or cores) > cores:
        raise UserError(f"the Ray cluster has {cores} processors, too few for --jobs {on.workers}")
    return on.workers or cores


def connect(on: Executor) -> Any:
    """Connect to a cluster, or start one on this machine; return the library."""
    with needs("--on ray", "ray"):
        ray = registry.require("ray")
        registry.require("ray.exceptions")
    address = on.address or os.environ.get(ADDRESS) or "local"
    settings = {**QUIET, **(SIGN_IN if address.startswith(RAY_SCHEME) and _has_token() else {})}
    for name, value in settings.items():
        os.environ.setdefault(name, value)
    guard_token()
    local = {"num_cpus": on.workers, "include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **local)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise UserError(f"the Ray cluster {address} cannot be reached: {error}") from error
    guard_token()
    return ray


def _has_token() -> bool:
    """Whether a token of Ray is here. Ray uses it by itself everywhere but at addresses with `ray://`."""
    return any(map(os.environ.get, TOKENS)) or _token_file().is_file()


def guard_token() -> None:
    """Let nobody else read the token that lets in whoever has it: Ray writes it as the umask says."""
    with suppress(OSError, RuntimeError):  # it is not ours, or this user has no home
        token = _token_file()
        token.parent.mkdir(mode=0o700, exist_ok=True)
        if token.exists() and token.stat().st_mode & 0o077:
            token.chmod(0o600)


def _token_file() -> Path:
    return Path.home() / ".ray" / "auth_token"


def _session_folder() -> Path:
    """Return where Ray keeps sockets, ports and logs, unless it was started with another folder."""
    return Path(os.environ.get("RAY_TMPDIR") or os.environ.get("TMPDIR") or "/tmp", "ray")


def count_cores(on: Executor) -> int:
    """Return how many processors the nodes of a cluster have."""
    ray = connect(on)
    try:
        return _workers(ray, on)
    finally:
        ray.shutdown()


def survey(on: Executor) -> list[NodeFacts]:
    """Describe every node of a cluster that has processors."""
    ray = connect(on)
    strategies = registry.require("ray.util.scheduling_strategies")
    task = ray.remote(num_cpus=1, max_retries=0)(survey_node)
    found = []
    try:
        for node in [node for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU")]:
            here = strategies.NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
            try:
                found.append(ray.get(task.options(scheduling_strategy=here).remote()))
            except ray.exceptions.RayError as error:  # it died a moment ago, or mesocosm is not on it
                tell(f"node {node['NodeManagerHostname']} cannot be described: {_reason(error)}", err=True)
        return found
    finally:
        ray.shutdown()


def _reason(error: Exception) -> str:
    """Return the first line of an error of Ray, which says much."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
