"""The first and the last event of an episode, and the provenance of the files that a call wrote."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import mesocosm
from mesocosm.cache import changed_entries
from mesocosm.episode.budget_ledger import Ledger
from mesocosm.episode.setting import Setting
from mesocosm.errors import boundary
from mesocosm.tools.tool import Output, Tool
from mesocosm.trace.schema import EndReason, EpisodeEnded, EpisodeStarted
from mesocosm.types import Item, Provenance
from mesocosm.workspace.workspace import Workspace


def episode_start(item: Item, setting: Setting, *, agent: str = "", knows_reference: bool = False) -> EpisodeStarted:
    """Return the first event of an item's episode under a setting, which begins now."""
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


def episode_end(reason: EndReason, workspace: Workspace, ledger: Ledger) -> EpisodeEnded:
    """Return the last event of an episode: why it ended, what it spent, and its files."""
    with boundary("workspace"):
        artifacts = tuple(workspace.files())
        unclaimed = tuple(file.path for file in workspace.take_fresh())
    return EpisodeEnded(
        reason=reason,
        spent=ledger.spent(),
        artifacts=artifacts,
        unclaimed=unclaimed,
        cache_changed=bool(changed_entries()),
        runtime_s=ledger.elapsed_s,
        waited_s=ledger.waited_s,
    )


def provenance_of(tool: Tool, output: Output, call: str, runtime_s: float) -> Provenance:
    """Return where the files of a call come from: the tool, its inputs and its engine."""
    version = output.engine_version or (mesocosm.__version__ if output.engine == "mesocosm" else "")
    return Provenance(
        tool=tool.id,
        call=call,
        inputs=output.inputs,
        engine=output.engine,
        engine_version=version,
        engine_kind=output.engine_kind,
        seed=output.seed,
        runtime_s=runtime_s,
    )
