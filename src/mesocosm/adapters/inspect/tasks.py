"""One Inspect task per suite."""

from __future__ import annotations

import json

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample

from mesocosm import registry
from mesocosm.adapters.inspect.scorers import details, score, success
from mesocosm.adapters.inspect.solver import act
from mesocosm.suite import Suite, read_options
from mesocosm.types import Budget, Item, Reference


def register_tasks() -> None:
    """Register `mesocosm/<suite>` for every suite that is installed."""
    for name in registry.names("suites"):
        _register(name)


def _register(name: str) -> None:
    @task(name=name)
    def suite_task(
        seed: int = 0, n: int | None = None, profile: str = "default", options: dict[str, str] | str = ""
    ) -> Task:
        return make_task(registry.load("suites", name), seed=seed, n=n, profile=profile, options=read_options(options))


def make_task(
    suite: Suite,
    *,
    seed: int = 0,
    n: int | None = None,
    profile: str = "default",
    options: dict[str, str] | None = None,
) -> Task:
    """The task: items of a seed, the suite's world, budget and scores."""
    limits = _limits(suite.card.budget)
    settled = suite.settle(options)
    return Task(
        dataset=MemoryDataset(
            [_sample(suite, *case, settled) for case in suite.cases(seed, n)], name=f"{suite.name}-s{seed}"
        ),
        solver=act(suite.name),
        scorer=[score(profile), success(profile), details(profile)],
        name=suite.name,
        version=suite.card.version,
        turn_limit=limits["turn_limit"],
        token_limit=limits["token_limit"],
        metadata={"suite": suite.name, "seed": seed, "prompts": suite.prompt_hashes(), "profile": profile}
        | {"options": settled, "weight": suite.card.weight, "limits": limits},
        description=suite.card.summary,
    )


def _limits(budget: Budget) -> dict[str, int | None]:
    """A suite's own limits; they are on the log, so that a run under others is told from one under these.

    Of time there is none: Inspect's would count what a model's server takes, which the world's own clock does not.
    """
    return {"turn_limit": budget.steps, "token_limit": budget.tokens, "time_limit": None}


def _sample(suite: Suite, item: Item, reference: Reference, options: dict[str, str]) -> Sample:
    return Sample(
        id=item.id,
        input=suite.task(item, options),
        target=json.dumps(reference.answer),
        metadata={"suite": suite.name, "seed": item.seed, "tags": list(item.tags), "canary": item.canary}
        | {"options": options},
    )
