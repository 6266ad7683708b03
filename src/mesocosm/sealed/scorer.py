"""The scorer: it makes the items, holds their worlds and truths, scores, and keeps the record."""

from __future__ import annotations

import fcntl
import hashlib
import re
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TextIO

from mesocosm import registry
from mesocosm.episode.world import World
from mesocosm.errors import InvalidRecord, TraceError, UserError
from mesocosm.sealed.ledger import Closed, Ledger, Opened, Scored, trace_of
from mesocosm.sealed.limits import Limits
from mesocosm.sealed.published_record import sweep
from mesocosm.sealed.redaction import Redaction
from mesocosm.sealed.seal import Seal, SealedFolder, read_seal, read_secret
from mesocosm.suite import Suite
from mesocosm.trace.chain import ChainedWriter, follow
from mesocosm.trace.reader import read_trace
from mesocosm.trace.signing import read_key
from mesocosm.types import Item, Reference, Score, canonical_json

AGENT_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,79}")


@dataclass(frozen=True)
class SealedEpisode:
    """One agent in the world of one sealed item."""

    opened: Opened
    world: World


class Scorer:
    """Gives each item to each agent as often as was sealed, and writes that and each score to the ledger.

    It locks the folder: another scorer is refused until this one is released.
    """

    def __init__(self, folder: Path, limits: Limits | None = None) -> None:
        self.folder = SealedFolder(folder)
        self.limits = limits or Limits()
        self.seal = read_seal(self.folder.record)
        self.secret = read_secret(self.folder.secret)
        self.suite = suite_of(self.seal)
        self._seed = self.secret.seed(self.seal)
        self.redaction = Redaction(self.seal, self._seed)
        self._lock = threading.Lock()
        self._held = _hold(self.folder.lock)
        self._ledger = Ledger(self.folder.record, self.seal, read_key(self.folder.signing_key))
        self._score_interrupted()

    @property
    def closed(self) -> bool:
        """Whether the record is complete and nothing can be added."""
        return any(isinstance(entry, Closed) for entry in self._ledger.entries)

    def open_next(self, agent: str, item_id: str | None = None) -> SealedEpisode | None:
        """Open the world of the next item for this agent, epoch after epoch; None if it has seen all items.

        With an item's id, open the world of that item; None if it was shown as often as was sealed.
        """
        if AGENT_NAME.fullmatch(agent) is None:
            raise InvalidRecord(f"an agent's name is up to 80 letters, digits and . _ / -, got {agent!r}")
        opened = self._claim(agent, self._wanted(item_id))
        if opened is None:
            return None
        item, reference = self.case(opened.index)
        writer = ChainedWriter(self.folder.record / opened.trace, origin_of(self.seal, opened), self.redaction.redact)
        world = self.suite.world(item, reference, options=self.seal.options, agent=agent, trace=writer)
        return SealedEpisode(opened, world)

    def finish(self, episode: SealedEpisode) -> None:
        """End an episode and write its score to the ledger."""
        episode.world.close()
        self._score(episode.opened)

    def close_record(self) -> None:
        """Sign the record as complete."""
        if not self.closed:
            sweep(self.folder.record, self._opened())
            self._ledger.append(Closed(episodes=len(self._opened())))

    def release(self) -> None:
        """Unlock the folder."""
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def case(self, index: int) -> tuple[Item, Reference]:
        """Return an item with its truth."""
        return self.suite.case(self._seed, index)

    def _wanted(self, item_id: str | None) -> list[int]:
        every = [index for index in range(self.seal.items) if item_id in (None, self.seal.item_id(index))]
        if not every:
            raise InvalidRecord(f"{item_id} is not an item of this seal")
        return every

    def _claim(self, agent: str, wanted: list[int]) -> Opened | None:
        with self._lock:
            if self.closed:
                raise InvalidRecord("this evaluation is closed; nothing can be added to its record")
            self._check_known(agent)
            shown = Counter(entry.index for entry in self._opened() if entry.agent == agent)
            index = min(wanted, key=lambda index: shown[index])  # the first of those shown least often
            if shown[index] >= self.seal.epochs:
                return None
            number = len(self._opened())
            opened = Opened(
                episode=number,
                agent=agent,
                index=index,
                item=self.seal.item_id(index),
                trace=trace_of(number),
            )
            self._ledger.append(opened)
            return opened

    def _check_known(self, agent: str) -> None:
        """Refuse a name beyond the limit: every name fills the disk with as many traces as there are items."""
        names = {entry.agent for entry in self._opened()}
        if agent not in names and len(names) >= self.limits.agents:
            raise InvalidRecord(f"items were shown under {len(names)} names, and no more are accepted")

    def _opened(self) -> list[Opened]:
        return [entry for entry in self._ledger.entries if isinstance(entry, Opened)]

    def _score(self, opened: Opened) -> None:
        head, score = judge(self.folder.record, self.seal, opened, self.suite, self.case(opened.index))
        self._ledger.append(Scored(episode=opened.episode, head=head, score=score))

    def _score_interrupted(self) -> None:
        """Score episodes that an earlier process left open from their unfinished traces; they count as broken."""
        scored = {entry.episode for entry in self._ledger.entries if isinstance(entry, Scored)}
        for opened in self._opened():
            if opened.episode not in scored:
                self._score(opened)


def _hold(path: Path) -> TextIO:
    held = path.open("a", encoding="utf-8")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        raise UserError(f"{path.parent} is being served by another process; stop that first") from None
    return held


def suite_of(seal: Seal) -> Suite:
    """Load the suite of a seal, in the version that was sealed: another version makes other items."""
    suite: Suite = registry.load("suites", seal.suite)
    if suite.card.version != seal.suite_version:
        raise InvalidRecord(
            f"sealed was {seal.suite} {seal.suite_version}, installed is {suite.card.version}; install mesocosm "
            f"{seal.mesocosm}"
        )
    return suite


def origin_of(seal: Seal, opened: Opened) -> str:
    """Return the hash in the first line of an episode's trace, which ties the trace to the seal, the item and the
    agent.
    """
    return hashlib.sha256(canonical_json([seal.commitment, opened.model_dump(mode="json")])).hexdigest()


def judge(record: Path, seal: Seal, opened: Opened, suite: Suite, case: tuple[Item, Reference]) -> tuple[str, Score]:
    """Return the hash of a trace's last line and its score, from the file alone; broken without a readable event."""
    path = record / opened.trace
    head = follow(path, origin_of(seal, opened))[0] if path.exists() else origin_of(seal, opened)
    try:
        return head, suite.score(*case, read_trace(path), seal.profile)
    except TraceError:
        return head, Score(value=float("nan"), profile=seal.profile, explanation="broken: there is no trace")
