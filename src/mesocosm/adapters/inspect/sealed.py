"""Models on a sealed evaluation: Inspect's loop here, worlds and truth in the scorer's process."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import anyio.to_thread
from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog
from inspect_ai.solver import Generate, Solver, TaskState, solver

from mesocosm import registry
from mesocosm.adapters.inspect.model_settings import ModelSettings
from mesocosm.adapters.inspect.remote_world import FarWorld
from mesocosm.adapters.inspect.sample_session import Seat
from mesocosm.adapters.inspect.solver import attended, converse
from mesocosm.errors import BrokenEpisode, InvalidRecord
from mesocosm.sealed.client import Connection
from mesocosm.sealed.limits import Limits
from mesocosm.sealed.playing import Played, case_of
from mesocosm.sealed.seal import SHOWN, Seal

FATE_KEY = "mesocosm:sealed"
"""In a sample's store: `unopened`, `seen before`, `shown`, or `broken` where the scorer's side failed."""


def play_models(
    socket: Path, suite: str, models: Sequence[str], *, log_dir: Path | None, max_samples: int, max_retries: int,
    settings: ModelSettings = ModelSettings(),  # noqa: B008 - a frozen record
) -> list[Played]:  # fmt: skip
    """Let models play every item that they have not seen yet; Inspect logs store conversations, but no scores.

    Args:
        socket: The scorer's socket.
        suite: The suite that must be sealed there.
        models: Inspect models such as openai/gpt-5; each is recorded under its name.
        log_dir: The folder of the logs; one named by the seal if left out.
        max_samples: Episodes at a time.
        max_retries: Retries of a model request.
        settings: Sampling, limits and requests of the models.
    """
    settings.check(tuple(models))
    for model in models:
        if model.startswith("mesocosm/"):
            raise InvalidRecord(f"{model} plays sealed items as --agent {model.removeprefix('mesocosm/')}")
    with Connection(socket, "") as connection:
        seal = connection.seal
    if seal.suite != suite:
        raise InvalidRecord(f"the scorer at {socket} holds {seal.suite}, not {suite}")
    logs = inspect_eval(
        _task(seal, socket),
        model=list(models),
        log_dir=str(log_dir or Path("logs", f"{suite}-sealed-{seal.commitment[:SHOWN]}")),
        epochs=seal.epochs,
        max_samples=max(1, min(max_samples, Limits().connections // len(models))),  # each episode uses a connection
        max_tasks=len(models),
        fail_on_error=False,  # the others continue; no episode is played twice, since its item was shown
        max_retries=max_retries,
        log_buffer=1,
        display="rich" if sys.stdout.isatty() else "none",
        **settings.for_requests(),
        **settings.for_episodes(tuple(models)),
    )
    return [_played(log, seal) for log in logs]


def _task(seal: Seal, socket: Path) -> Task:
    budget = registry.load("suites", seal.suite).card.budget
    return Task(
        dataset=MemoryDataset(
            [Sample(id=seal.item_id(index), input="shown when the item is opened") for index in range(seal.items)]
        ),
        solver=act_sealed(str(socket), seal.suite),
        name=f"{seal.suite}-sealed",
        version=seal.suite_version,
        turn_limit=budget.steps,
        token_limit=budget.tokens,
        time_limit=math.ceil(budget.seconds) if budget.seconds is not None else None,
        metadata={"commitment": seal.commitment},
    )


@solver
def act_sealed(socket: str, suite: str) -> Solver:
    """Let the model act in the scorer's world of the sample's item, unless it has seen the item before."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.store.set(FATE_KEY, "unopened")
        name = re.sub(r"[^A-Za-z0-9._/-]", "-", str(state.model))
        with await anyio.to_thread.run_sync(Connection, Path(socket), name) as connection:
            try:
                await _play(connection, suite, state)
            except BrokenEpisode:
                state.store.set(FATE_KEY, "broken")
                raise
        return state

    return solve


async def _play(connection: Connection, suite: str, state: TaskState) -> None:
    task = await anyio.to_thread.run_sync(connection.next_task, str(state.sample_id))
    state.store.set(FATE_KEY, "shown" if task is not None else "seen before")
    if task is None:
        return
    state.messages = []
    seat = Seat(FarWorld(task), case_of(task, suite), task.briefing.opening())
    async with attended(seat, task.briefing, state):
        await converse(seat, state)


def _played(log: EvalLog, seal: Seal) -> Played:
    """Count a model's samples by their results; those that the scorer did not open are broken and may be played."""
    samples = [sample for sample in log.samples or () if sample.store.get(FATE_KEY) != "seen before"]
    broken = sum(sample.store.get(FATE_KEY) != "shown" for sample in samples)
    crashed = sum(sample.store.get(FATE_KEY) == "shown" and sample.error is not None for sample in samples)
    return Played(log.eval.model, seal.commitment, len(samples), broken, crashed)
