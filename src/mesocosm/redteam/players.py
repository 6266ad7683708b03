"""How an exploit plays: in our process as a function of a task, in a process of its own, or as an installed package."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from mesocosm import registry
from mesocosm.episode.budget_ledger import Ledger
from mesocosm.episode.player import play
from mesocosm.episode.remote.processes import AgentApart
from mesocosm.episode.task import Task
from mesocosm.episode.world import World
from mesocosm.errors import AgentFailed
from mesocosm.redteam.exploit import Exploit, NotApplicable
from mesocosm.redteam.target import Target
from mesocosm.trace.schema import Trace

EPISODE_S = 20.0
"""Seconds of budget of an exploit in a process of its own, so that one that hangs is noticed."""
PATIENCE = 3
"""Budgets after which a process that still has an open episode counts as never ending."""
INSTALLED = "mesocosm_red_team_agent"
INSTALLED_S = 900.0
"""Seconds that `mesocosm run` may take for one item, even on a busy machine."""
PROGRAM = "import sys; from mesocosm.cli.main import mesocosm_command; mesocosm_command(sys.argv[1:])"


@dataclass(frozen=True)
class Outcome:
    """One episode of an exploit."""

    scores: dict[str, float]
    trace: Trace | None = None
    broke: str = ""
    """What broke on our side."""


@dataclass(frozen=True)
class Player:
    """An exploit that is ready to play."""

    play: Callable[[int], Outcome]
    """Play the item of this number."""
    begin: Callable[[], object] = lambda: None
    """Start the exploit's process, if it has one: that is our process, and not one that the exploit left behind."""


@contextmanager
def player(target: Target, exploit: Exploit) -> Iterator[Player]:
    """Return a player of items as this exploit; a process of its own starts here."""
    if exploit.installed:
        yield Player(lambda index: _play_installed(target, exploit.installed))
    elif exploit.apart:
        # Started as `mesocosm.run` starts an agent's: now, before any item is made.
        with closing(AgentApart(exploit.act)) as apart:
            yield Player(lambda index: _play_apart(target, index, exploit.name, apart), apart.begin)
    else:
        act = cast("Callable[[Task], object]", exploit.act)
        yield Player(lambda index: _outcome(target, index, play_beside(target, index, exploit.name, act)))


def play_beside(target: Target, index: int, name: str, act: Callable[[Task], object]) -> Trace:
    """Play one episode of a function in our process and return its trace."""
    with target.world(index, name) as world:
        return play(world, act)


def _outcome(target: Target, index: int, trace: Trace, broke: str = "") -> Outcome:
    faults = [fault.message for fault in trace.faults]
    return Outcome(target.scores(index, trace), trace, broke or (faults[0] if faults else ""))


# ---------------------------------------------------------------- in a process of its own


def _play_apart(target: Target, index: int, name: str, apart: AgentApart) -> Outcome:
    with target.world(index, name) as world:
        _shorten(world)
        stuck = threading.Event()
        watchdog = threading.Timer(PATIENCE * EPISODE_S, _hang_up, (apart, stuck))
        watchdog.start()
        try:
            apart.play(world)
        except Exception as error:  # whatever an exploit raises is its own failure, and scored as such
            _refuse(error)
        finally:
            watchdog.cancel()
        trace = world.finish()
    return _outcome(target, index, trace, "an agent that never answers is never ended" if stuck.is_set() else "")


def _shorten(world: World) -> None:
    world.budget = world.budget.model_copy(update={"seconds": min(world.budget.seconds or EPISODE_S, EPISODE_S)})
    world.ledger = Ledger(world.budget)


def _hang_up(apart: AgentApart, stuck: threading.Event) -> None:
    stuck.set()
    apart.close()


def _refuse(error: Exception) -> None:
    """Raise `NotApplicable` for an exploit that has said so by an exception, which reaches us by its name only."""
    kind, _, reason = str(error).partition(": ")
    if isinstance(error, AgentFailed) and kind == NotApplicable.__name__:
        raise NotApplicable(reason) from error


# ---------------------------------------------------------------- as an installed package


def _play_installed(target: Target, source: str) -> Outcome:
    """Play the first item by `mesocosm run`, in a new interpreter for which the package is installed."""
    if target.suite.name not in registry.names("suites"):
        raise NotApplicable("the suite is not registered, and `mesocosm run` does not know it")
    scores = dict.fromkeys(target.suite.card.profiles, 0.0)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        _install(place, source)
        options = [word for name, value in target.options.items() for word in ("--option", f"{name}={value}")]
        wanted = ["run", target.suite.name, "--agent", INSTALLED, "--no-baselines", "--limit", "1", *options]
        try:
            done = subprocess.run(
                [sys.executable, "-c", PROGRAM, *wanted, "--seed", str(target.seed), "--log-dir", folder, "--json"],
                env={**os.environ, "PYTHONPATH": os.pathsep.join([folder, *sys.path])},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=INSTALLED_S,
            )
        except subprocess.TimeoutExpired:
            return Outcome(scores, broke=f"mesocosm run did not end within {INSTALLED_S:g} s")
    try:
        [row] = json.loads(done.stdout)
    except ValueError:
        return Outcome(scores, broke=done.stderr.strip().rpartition("\n")[2] or "mesocosm run said nothing")
    broke = "mesocosm run reports a broken episode" if row["broken"] else ""
    return Outcome({**scores, "default": float(row["score"] or 0.0)}, broke=broke)


def _install(place: Path, source: str) -> None:
    """Write what the installation of a package with an agent would write."""
    about = place / f"{INSTALLED}-1.0.dist-info"
    about.mkdir()
    (place / f"{INSTALLED}.py").write_text(source, encoding="utf-8")
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {INSTALLED}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[mesocosm.agents]\n{INSTALLED} = {INSTALLED}\n")
