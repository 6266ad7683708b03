"""Workers on a Ray cluster of two nodes: the same results, also when workers and a node are killed."""

import functools
import gc
import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.execution import calls

from mesocosm.episode.remote.environment import environment
from mesocosm.errors import MissingExtra, UserError
from mesocosm.execution import nodes, ray_cluster
from mesocosm.execution.executor import Executor, read_executor
from mesocosm.execution.spread import BrokenTasks, spread
from mesocosm.execution.survey import survey
from mesocosm.isolation import protected_folders

ROOT = str(Path(__file__).parents[2])


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Start a head without processors and two nodes with one processor each; a node is a process that can be killed."""
    pytest.importorskip("ray", reason="install the extra ray")
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", ROOT)
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
        for _ in range(2):
            cluster.add_node(num_cpus=1)
        patch.setenv(ray_cluster.ADDRESS, cluster.address)
        yield cluster
        cluster.shutdown()
        with warnings.catch_warnings(action="ignore"):  # Ray leaves its pipes and processes to the garbage collector
            del cluster
            gc.collect()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning", "ignore::FutureWarning")
class TestOnTwoNodes:
    def test_results_are_those_of_one_process(self, cluster: Any, tmp_path: Path) -> None:
        work = functools.partial(calls.deadly_once, str(tmp_path))
        assert sorted(spread(work, range(12), on=read_executor(2, "ray"))) == list(range(12))
        with pytest.raises(BrokenTasks, match=r"number 3 \(ActorDiedError"):
            list(spread(calls.deadly, range(6), key="number {}".format, on=read_executor(None, "ray")))
        with pytest.raises(ValueError, match="-1 is below zero"):
            list(spread(functools.partial(calls.shifted, 0), [1, -1], on=read_executor(None, "ray")))

    def test_a_survey_describes_every_node(self, cluster: Any) -> None:
        found = survey(read_executor(None, "ray"))
        assert [node.libraries for node in found] == [nodes.describe_node().libraries] * 2

    def test_a_node_may_die(self, cluster: Any) -> None:
        node = cluster.add_node(num_cpus=1)
        done = []
        for value, _ in spread(calls.grouped, range(200), on=read_executor(3, "ray")):
            done.append(value)
            if len(done) == 20:
                cluster.remove_node(node, allow_graceful=False)
        assert sorted(done) == list(range(200))

    def test_more_workers_than_processors_are_refused(self, cluster: Any) -> None:
        with pytest.raises(UserError, match="too few for --jobs 50"):
            list(spread(abs, range(60), on=read_executor(50, "ray")))


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"mesocosm\[ray\]"):
        list(spread(abs, [1, 2], on=Executor(kind="ray")))


def test_a_node_that_differs_is_refused_by_name() -> None:
    here = nodes.describe_node()
    nodes.check_same(here.model_copy(update={"host": "other", "cores": 96}))
    libraries = {**here.libraries, "numpy": "1.0 (abcd)"}
    with pytest.raises(UserError, match=r"node n17 is refused, .*: Python 3.9.1 there, .*; numpy 1.0 \(abcd\) there"):
        nodes.check_same(here.model_copy(update={"host": "n17", "python": "3.9.1", "libraries": libraries}))


def test_what_a_node_has_is_described() -> None:
    here = nodes.describe_node()
    assert here.cores == len(os.sched_getaffinity(0))
    assert here.memory_gb > 0.5
    assert here.libraries["numpy"].split()[0] == __import__("numpy").__version__


def test_libraries_that_ray_brings_for_itself_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("thirdparty_files", "site-packages"):
        about = tmp_path / folder / f"{folder.replace('-', '_')}_example-1.0.dist-info"
        about.mkdir(parents=True)
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {folder}-example\nVersion: 1.0\n")
        monkeypatch.syspath_prepend(str(tmp_path / folder))
    nodes._libraries.cache_clear()
    found = [name for name in nodes.describe_node().libraries if name.endswith("-example")]
    nodes._libraries.cache_clear()
    assert found == ["site-packages-example"]


def test_agents_do_not_see_the_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if protected_folders.why_unshielded():
        pytest.skip("this system has no user name spaces")
    monkeypatch.setattr(protected_folders, "_written", set())
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    monkeypatch.setenv("RAY_AUTH_TOKEN", "secret")
    ray_cluster.Actor(abs)
    hidden = protected_folders.our_shield().emptied
    assert {str(tmp_path / "home" / ".ray"), str(tmp_path / "ray")} <= set(hidden)
    assert not any(name.startswith("RAY_") for name in environment())


def test_nobody_else_reads_the_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    ray_cluster.guard_token()
    token = tmp_path / ".ray" / "auth_token"
    assert token.parent.stat().st_mode & 0o777 == 0o700
    token.touch(mode=0o644)
    ray_cluster.guard_token()
    assert token.stat().st_mode & 0o777 == 0o600
