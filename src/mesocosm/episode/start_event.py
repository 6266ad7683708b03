"""The first event of an episode."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import mesocosm
from mesocosm.episode.setting import Setting
from mesocosm.trace.schema import EpisodeStarted
from mesocosm.types import Item


def episode_start(item: Item, setting: Setting, *, agent: str = "", knows_reference: bool = False) -> EpisodeStarted:
    """The first event of an item's episode under a setting, begun this second."""
    return EpisodeStarted(
        suite=item.suite,
        suite_version=setting.suite_version,
        item=item.id,
        item_sha256=item.fingerprint(),
        agent=agent,
        knows_reference=knows_reference,
        seed=item.seed,
        budget=setting.budget,
        tools={name: hashlib.sha256(tool.schema_bytes).hexdigest() for name, tool in setting.tools.whole.items()},
        prompts=dict(setting.prompts),
        options=dict(setting.options),
        mesocosm=mesocosm.__version__,
        started_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
