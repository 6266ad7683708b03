"""One Inspect task per suite."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from mesocosm import registry
from mesocosm.arguments import accept_former_names, limit_of, whole
from mesocosm.errors import InvalidRecord, UnknownName, UserError
from mesocosm.extras import needs
from mesocosm.screen.untrusted_text import cell
from mesocosm.suite import Suite, read_options, split_seed
from mesocosm.suite.identity import seed_id
from mesocosm.types import Budget, Item, Reference

with needs("mesocosm.adapters.inspect", "inspect"):
    from inspect_ai import Task, task
    from inspect_ai.dataset import MemoryDataset, Sample

    from mesocosm.adapters.inspect.scorers import details, score, success
    from mesocosm.adapters.inspect.solver import act


def register_tasks() -> None:
    """Register `mesocosm/<suite>` for every suite that is installed."""
    for name in registry.names("suites"):
        _register(name)


def _register(name: str) -> None:
    @task(name=name)
    def suite_task(
        split: str = "test",
        seed: int = 0,
        limit: int | None = None,
        profile: str = "default",
        options: dict[str, str] | str = "",
        part: list[int] | None = None,
        **others: Any,
    ) -> Task:
        with printed_by_inspect():
            suite: Suite = registry.load("suites", name)
            if limit is not None and "n" in others:
                raise InvalidRecord("n is the former name of limit: give limit alone")
            limit = others.pop("n", limit)
            chosen = {**read_options(options), **_as_options(suite, others)}
            seed = whole("seed", seed, least=0)
            return make_task(suite, split=split, seed=seed, limit=limit, profile=profile, options=chosen, part=part)


def _as_options(suite: Suite, others: Mapping[str, Any]) -> dict[str, str]:
    """Read other `-T NAME=VALUE` than the task's own parameters as options of the suite; refuse a mistake.

    Inspect itself would only warn of an unknown name and play another variant than the one that was meant.
    """
    for name in others:
        if name not in suite.card.options:
            known = ["split", "seed", "limit", "profile", "options", "part", *suite.card.options]
            raise UnknownName(f"parameter of mesocosm/{suite.name}", name, known)
    return {name: str(value) for name, value in others.items()}


@contextmanager
def printed_by_inspect() -> Iterator[None]:
    """Raise errors that a person can correct as those that `inspect` prints without a traceback."""
    from inspect_ai._util.error import PrerequisiteError

    try:
        yield
    except UserError as error:
        raise PrerequisiteError(cell(f"error: {error}")) from error


@accept_former_names(n="limit")
def make_task(
    suite: Suite,
    *,
    split: str = "test",
    seed: int = 0,
    limit: int | None = None,
    profile: str = "default",
    options: dict[str, str] | None = None,
    part: Sequence[int] | None = None,
) -> Task:
    """Make the task: items of a split and seed, with the suite's world, budget and scores.

    `part` holds the numbers of the items to play, if not all: no other items are made.
    """
    if not isinstance(suite, Suite):
        raise InvalidRecord(f"suite must be what mesocosm.load_suite gives, got {suite!r}")
    limits = _limits(suite.card.budget)
    suite.check_profile(profile)
    resolved = suite.settle(options)
    item_seed = suite.seed_under(split_seed(split, whole("seed", seed)), resolved)
    numbers = part if part is not None else range(limit_of(limit) or suite.count_under(resolved))
    return Task(
        dataset=MemoryDataset(
            [_sample(suite, *suite.case(item_seed, index), resolved) for index in numbers],
            name=seed_id(suite.name, item_seed),
        ),
        solver=act(suite.name),
        scorer=[score(profile), success(profile), details(profile)],
        name=suite.name,
        version=suite.card.version,
        turn_limit=limits["turn_limit"],
        token_limit=limits["token_limit"],
        metadata={
            "suite": suite.name,
            "split": split,
            "seed": seed,
            "prompts": suite.prompt_hashes(),
            "profile": profile,
        }
        | {"options": resolved, "weight": suite.card.weight, "limits": limits}
        | ({} if suite.stored is None else {"pack": suite.stored.sha256}),
        description=suite.card.summary,
    )


def _limits(budget: Budget) -> dict[str, int | None]:
    """Return a suite's own limits; the log has them, so that runs under other limits can be distinguished.

    There is no time limit: Inspect's would count the time of a model's server, which the world's clock does not.
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
