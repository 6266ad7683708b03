"""The plan of a run: which models play which items, how often, and under which settings."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from mesocosm import registry
from mesocosm.adapters.inspect.model_settings import ModelSettings
from mesocosm.suite import Split, Suite, split_seed
from mesocosm.types import Record


class RunPlan(Record):
    """The plan of a run. Models and settings may be added later; all else is fixed for a log directory."""

    suite: str
    models: tuple[str, ...]
    items: int | None = None
    epochs: int = 1
    seed: int = 0
    split: Split = "test"
    profile: str = "default"
    options: dict[str, str] = Field(default_factory=dict)
    max_samples: int = 8
    max_retries: int = 6
    """Retries of a request to a model after an error such as 429 or 503; Inspect waits with exponential backoff."""
    part: tuple[int, ...] | None = None
    """Numbers of the items to play, if this is a part of a run."""
    pack: str = ""
    """Path of the item pack from which workers take the items; empty if they make them."""
    pack_sha256: str = ""
    """Hash of its manifest."""
    settings: ModelSettings = ModelSettings()
    """Settings of the models; reference agents play as the suite's card says."""

    @property
    def item_seed(self) -> int:
        """Return the number from which the suite makes the items of this split and seed, under these options."""
        return self._suite.seed_under(split_seed(self.split, self.seed), self.options)

    @property
    def item_count(self) -> int:
        """Return the number of items: the one given, or that of a default run of the suite."""
        return self.items if self.items is not None else self._suite.count_under(self.options)

    @property
    def _suite(self) -> Suite:
        suite: Suite = registry.load("suites", self.suite)
        return suite

    @property
    def task_args(self) -> dict[str, Any]:
        """Return the arguments of the Inspect task. The test split is left out: Inspect finds old logs by them."""
        split = {} if self.split == "test" else {"split": self.split}
        part = {} if self.part is None else {"part": list(self.part)}
        common = {"seed": self.seed, "limit": self.items, "profile": self.profile, "options": self.options}
        return {**common, **split, **part}

    @property
    def connections(self) -> int:
        """Return how many requests to one model are sent at a time, by all workers together."""
        return min(self.settings.max_connections or self.max_samples, self.max_samples)

    @property
    def external_models(self) -> tuple[str, ...]:
        """Return the models that are not agents of ours."""
        return tuple(model for model in self.models if not model.startswith("mesocosm/"))
