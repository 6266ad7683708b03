"""Evaluation from Python: an agent plays the items of a suite, one episode after the other."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from mesocosm import registry
from mesocosm.adapters.inspect.run_plan import RunPlan
from mesocosm.api.results import Played, Results
from mesocosm.api.suites import load_suite, suite_names
from mesocosm.arguments import accept_former_names, flag, folder, limit_of, string, whole
from mesocosm.episode.agent import Case, withhold
from mesocosm.episode.player import Play, player
from mesocosm.episode.reference_agents import needs_reference
from mesocosm.episode.reminder import hand_in_example
from mesocosm.episode.task import OwnAgent, agent_title
from mesocosm.episode.tracebacks import own_traceback
from mesocosm.errors import AgentFailed, InvalidRecord, UserError
from mesocosm.extras import needs
from mesocosm.files import free_path
from mesocosm.isolation.protected_folders import protect
from mesocosm.report.results import UNSCORED
from mesocosm.screen.untrusted_text import plain
from mesocosm.suite import Suite, split_seed
from mesocosm.suite.splits import check_split
from mesocosm.types import Item, Reference

CALLER = 4
"""Frames from a warning to the line that called `run`: the warning, `run` itself and the check of its arguments."""


@accept_former_names(n="limit")
def run(
    suite: str,
    agent: OwnAgent | str,
    *,
    limit: int | None = None,
    seed: int = 0,
    split: str = "test",
    epochs: int = 1,
    profile: str = "default",
    options: Mapping[str, str] | None = None,
    name: str | None = None,
    traces: Path | str | None = None,
    logs: Path | str | None = None,
    isolated: bool = True,
) -> Results:
    """Let an agent play the first `limit` items of a seed of the test split, or of another, and score it.

    An agent whose program raises an exception has lost that episode, which is scored as `crashed`. The run continues,
    and a warning at its end says how many episodes crashed, with the first traceback. Another warning says if a Python
    agent ended every episode without an answer. Ctrl-C ends the run: the episodes played until then are returned, and
    `stopped` says why there are no more.

    Args:
        suite: The suite's name.
        agent: A function of a `Task`, an object with a method `act`, a class of such objects, or the name
            of a registered agent such as `oracle`.
        limit: How many items; the suite's own number if left out.
        seed: Seed of the items.
        split: `test` to evaluate; `train` and `validation` have other items, for training and tuning.
        epochs: Runs per item.
        profile: One of the suite's scoring definitions.
        options: Variants of the suite's world.
        name: The agent's name in tables; its own name if left out.
        traces: A folder that gets the trace of every episode, for `mesocosm score` and `mesocosm trace`. The first
            episode of an item goes to `ITEM-1.jsonl`, each further one, of this run or of a later one, to the next
            free number; nothing is overwritten.
        logs: A folder that gets an Inspect log of the run, for `mesocosm analyse` and `mesocosm report`. Runs of other
            agents, or of the same one again, may go to the same folder if suite, seed, number of items, epochs, profile
            and options are the same. Of two runs under one name the newer counts.
        isolated: Whether a Python agent runs in a process of its own, so that it cannot read a reference: in a fresh
            interpreter if the agent can be pickled, else in a copy of this process, made before the run's items. What
            the agent changes in memory stays in that process, and a fresh interpreter imports modules anew. Give False
            for an agent whose state you read afterwards, that depends on values set elsewhere in this process, or that
            holds what another process cannot use, such as an open file or a model on a GPU.
    """
    loaded_suite = _suite_and_agent(suite, agent)
    if name == "":
        raise InvalidRecord("name must not be empty; leave it out for the agent's own")
    title = (name and string("name", name)) or (agent if isinstance(agent, str) else agent_title(agent))
    trace_dir = None if traces is None else folder("traces", traces)
    log_dir = None if logs is None else folder("logs", logs)
    loaded_suite.check_profile(profile)
    plan = RunPlan(
        suite=suite,
        models=(f"mesocosm/{title}",),
        items=limit_of(limit),
        epochs=whole("epochs", epochs, least=1),
        seed=whole("seed", seed, least=0),
        split=check_split(split),
        profile=profile,
        options=loaded_suite.settle(options),
    )
    loaded_suite.seed_under(split_seed(plan.split, plan.seed), plan.options)  # refuse what is not there
    knows = isinstance(agent, str) and needs_reference(agent)
    running = _Run(loaded_suite, plan, title, knows, trace_dir, is_own=not isinstance(agent, str))
    loaded_suite.forget()
    for place in filter(None, (trace_dir, log_dir)):
        protect(place)
    with (
        player(agent, isolated=flag("isolated", isolated)) as play,
        _claim_logs(loaded_suite, plan, log_dir),
        loaded_suite.needs(),
    ):
        running.play_all(play)
        results = Results(suite, loaded_suite.card.version, profile, title, tuple(running.played), running.stopped)
        if log_dir is not None:
            _write_log(loaded_suite, plan, results, log_dir)
    running.warn()
    return results


@dataclass
class _Run:
    """A run in progress: the episodes so far, and the errors of the agent."""

    suite: Suite
    plan: RunPlan
    title: str
    knows_reference: bool
    traces: Path | None
    is_own: bool = False
    """Whether the agent is a Python agent of the caller; some registered agents submit nothing on purpose."""
    played: list[Played] = field(default_factory=list)
    stopped: str = ""
    crashes: list[tuple[str, Exception]] = field(default_factory=list)
    """The item of each episode in which the agent's program raised something."""
    example: str = ""
    """The arguments of `task.call` that submit an answer."""

    def play_all(self, play: Play) -> None:
        """Play every episode, or those before Ctrl-C."""
        try:
            # All items are made first: no agent runs yet that could change the files they are read from.
            for item, reference in list(self.suite.cases(self.plan.item_seed, self.plan.item_count)):
                for epoch in range(1, self.plan.epochs + 1):
                    self.played.append(self._play(play, item, reference, epoch))
        except KeyboardInterrupt:
            self.stopped = "interrupted"

    def warn(self) -> None:
        """Warn once of exceptions of the agent's program, of a run without answers, and of a run that stopped early."""
        if self.crashes:
            item, error = self.crashes[0]
            share = f"{len(self.crashes)} of {len(self.played)} episodes"
            raised = str(error) if isinstance(error, AgentFailed) else f"{type(error).__name__}: {error}"
            where = own_traceback(error) or "\n".join(getattr(error, "__notes__", ()))
            message = f"the agent crashed in {share}, first in {item}: {raised}\n{where}".rstrip()
            warnings.warn(plain(message), RuntimeWarning, stacklevel=CALLER)
        if self.is_own and len(self.crashes) < len(self.played) and all(map(_is_unanswered, self.played)):
            warnings.warn(self._unanswered(), RuntimeWarning, stacklevel=CALLER)
        if self.stopped:
            message = f"the run stopped after {len(self.played)} episodes: {self.stopped}"
            warnings.warn(message, RuntimeWarning, stacklevel=CALLER)

    def _unanswered(self) -> str:
        """Say that nothing was submitted, how to submit, and why the last call was refused, if it was."""
        way = f"hand an answer in with task.call({self.example}), or return mesocosm.call({self.example}) from `act`"
        sentences = [
            f"{len(self.played)} of {len(self.played)} episodes are unanswered: the agent handed nothing in that was "
            "accepted.",
            f"What it returns or says does not count: {way}." if self.example else "Return one as a text from `act`.",
        ]
        error = next((seen.error for _, seen in reversed(list(self.played[0].trace.calls())) if seen), None)
        if error is not None:
            sentences.append(f"Its last call in {self.played[0].item} was refused: {plain(error.message)}")
        return " ".join(sentences)

    def _play(self, play: Play, item: Item, reference: Reference, epoch: int) -> Played:
        file = self._file(item)
        knows, options = self.knows_reference, self.plan.options
        with self.suite.world(
            item, reference, options=options, agent=self.title, knows_reference=knows, trace=file
        ) as world:
            self.example = self.example or hand_in_example(world.tools, world.desk)
            known = reference if knows else withhold(item.id)
            case = Case(item, known, world.tools, seed=epoch, options=world.options)
            try:
                trace = play(world, case)
            except KeyboardInterrupt:
                world.break_off("run", "interrupted")
                raise
            except Exception as error:  # the agent's own program, which may raise anything
                if not world.done:  # an error on our side: nothing was played
                    raise
                trace = world.finish()
                self.crashes.append((item.id, error))
        return Played(item.id, epoch, trace, self.suite.score(item, reference, trace, self.plan.profile))

    def _file(self, item: Item) -> Path | None:
        if self.traces is None:
            return None
        try:
            self.traces.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InvalidRecord(f"traces {self.traces} cannot be written: {error.strerror}") from error
        return free_path(self.traces, item.id, "jsonl")


def _is_unanswered(episode: Played) -> bool:
    trace = episode.trace
    return not trace.answer.accepted and trace.end is not None and trace.end.reason not in UNSCORED


def _suite_and_agent(suite: str, agent: OwnAgent | str) -> Suite:
    """Return the suite; explain swapped arguments, and the name of a model in place of an agent."""
    try:
        loaded_suite = load_suite(suite)
    except UserError as error:
        if not isinstance(agent, str) or agent not in suite_names():
            raise
        other = repr(suite) if isinstance(suite, str) else getattr(suite, "__name__", "AGENT")
        raise InvalidRecord(
            f"{str(error).rstrip('.')}; the suite comes first: mesocosm.run({agent!r}, {other})"
        ) from error
    if isinstance(agent, str) and "/" in agent and ".py" not in agent:
        raise InvalidRecord(
            f"agent {agent!r} looks like a model; the command plays it: mesocosm run {suite} --model {agent}"
        )
    if isinstance(agent, str):
        loaded_suite.check_agent(agent)
    return loaded_suite


def _claim_logs(suite: Suite, plan: RunPlan, logs: Path | None) -> AbstractContextManager[None]:
    """Lock the folder of logs; refuse that of another run. Do nothing if no logs are wanted."""
    if logs is None:
        return nullcontext()
    from mesocosm.adapters.inspect.runs import claim_folder

    with suite.needs(), needs("mesocosm.run(logs=...)", "inspect"):
        registry.require("inspect_ai")
    return claim_folder(suite, plan, logs, argument="logs")


def _write_log(suite: Suite, plan: RunPlan, results: Results, folder: Path) -> None:
    from mesocosm.adapters.inspect.external_log import write_log

    episodes = [(episode.item, episode.epoch, episode.trace) for episode in results.episodes]
    write_log(suite, plan, episodes, folder, stopped=results.stopped)
