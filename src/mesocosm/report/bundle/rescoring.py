"""One run of a bundle computed again: items made again, traces scored, its row made anew."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from mesocosm import registry
from mesocosm.episode.reference_agents import needs_reference
from mesocosm.errors import InvalidRecord, MissingExtra, UserError
from mesocosm.report.bundle.claims import RunClaims
from mesocosm.report.bundle.creation import claim_of
from mesocosm.report.bundle.plausibility import check_possible
from mesocosm.report.bundle.records import EpisodeClaim
from mesocosm.report.bundle.refusal import Refusal, differences, shorten
from mesocosm.report.identity import about_run, agent_name
from mesocosm.report.results import IDENTITY, ResultRow, SampleRow, make_row, sample_of
from mesocosm.suite import Suite, check_same_item, item_id, split_seed
from mesocosm.trace.schema import LINK, Called, EpisodeEnded, Observed, Trace
from mesocosm.types import canonical_json

MOST_REFUSALS = 20
"""Most refusals of a run that are reported; after that the rest of it is not checked."""
NUMBER = re.compile(r"\d{1,18}", re.ASCII)


class Rescored(NamedTuple):
    """A row that follows from its traces, or the reasons why there is none."""

    row: ResultRow | None
    refusals: list[Refusal]
    traces: tuple[str, ...] = ()
    """Fingerprint of each trace; empty for an episode that never began."""


def rescore(claims: RunClaims) -> Rescored:
    """Compute a run again; if it does not match to the last digit, there is no row."""
    try:
        suite = _suite(claims.row)
        _check_complete(claims, suite)
    except MissingExtra:
        raise
    except UserError as error:
        return Rescored(None, [Refusal(why=str(error))])
    check = _Check(claims, suite)
    refusals = list(islice(check.refusals(), MOST_REFUSALS))
    return Rescored(None, refusals) if refusals else Rescored(check.row, [], tuple(check.traces))


def suite_of(name: str, version: str) -> Suite:
    """Load the suite of that name, in exactly the version that was used."""
    suite: Suite = registry.load("suites", name)
    if version != suite.card.version:
        raise InvalidRecord(
            f"it is of version {version} of the suite {name}; installed is {suite.card.version}, under "
            "which items or scores may be others. Check it with that version."
        )
    return suite


def _suite(row: ResultRow) -> Suite:
    suite = suite_of(row.suite, row.version)
    suite.check_profile(row.profile)
    if suite.settle(row.options) != row.options:
        raise InvalidRecord(f"options must all be given, as {shorten(suite.settle(row.options))}")
    return suite


def _check_complete(claims: RunClaims, suite: Suite) -> None:
    """Refuse a run that leaves episodes out: it must have the first items of a seed, each equally often."""
    row = claims.row
    items, epochs = (_number(row, name, least=1) for name in ("items", "epochs"))
    if row.split != "test":
        raise InvalidRecord(f"it is of the split {shorten(row.split)}; a leaderboard is of the test split alone")
    number = split_seed("test", _number(row, "items_seed", least=0))
    expected = about_run(seed=number, items=items, epochs=epochs, prompts=suite.prompt_hashes())
    if row.about != expected:
        raise InvalidRecord(f"about: the bundle says {shorten(row.about)}, computed is {shorten(expected)}")
    if len(claims.episodes) != items * epochs:
        raise InvalidRecord(f"it must have {items} items in {epochs} epochs, got {len(claims.episodes)} episodes")
    seed = suite.seed_under(number, row.options)
    there = {(one.row.item, one.row.epoch) for one in claims.episodes}
    wanted = {(item_id(suite.name, seed, index), epoch) for index in range(items) for epoch in range(1, epochs + 1)}
    if lost := sorted(wanted - there):
        raise InvalidRecord(f"{lost[0][0]}, epoch {lost[0][1]}, is left out")
    if strange := sorted(there - wanted):
        raise InvalidRecord(f"{shorten(strange[0][0])}, epoch {strange[0][1]}, is not of this run")


def _number(row: ResultRow, name: str, *, least: int) -> int:
    text = row.about.get(name, "")
    if not NUMBER.fullmatch(text) or int(text) < least:
        raise InvalidRecord(f"about.{name} must be a whole number, {least} or more, got {text[:40]!r}")
    return int(text)


class _Check:
    """The episodes of a run while they are scored here."""

    def __init__(self, claims: RunClaims, suite: Suite) -> None:
        self.claims = claims
        self.suite = suite
        self.samples: list[SampleRow] = []
        self.traces: list[str] = []
        self._seen: set[str] = set()
        self.knows_reference = False

    @property
    def row(self) -> ResultRow:
        """Row computed from every scored episode. A run whose agent has the name of a knowing agent counts as knowing
        too.
        """
        row = self.claims.row
        known = self.knows_reference or any(_is_knowing(name) for name in (row.agent, row.model))
        return self._row().model_copy(update={"knows_reference": known})

    def refusals(self) -> Iterator[Refusal]:
        """Yield every field of every episode that does not match; if all match, those of the row."""
        sound = True
        for place, claim in enumerate(self.claims.episodes):
            for refusal in self._episode_refusals(place, claim):
                sound = False
                yield refusal.model_copy(update={"item": claim.row.item, "epoch": claim.row.epoch})
        if sound:
            yield from differences(self.claims.row, self._row(), leaving_out=frozenset({"samples"}))

    def _row(self) -> ResultRow:
        identity = self.claims.row.model_dump(include=IDENTITY)
        return make_row(self.samples, **identity, knows_reference=self.knows_reference)

    def _episode_refusals(self, place: int, claim: EpisodeClaim) -> Iterable[Refusal]:
        try:
            computed = self._scored(claim, self.claims.trace(place))
        except MissingExtra:
            raise
        except UserError as error:
            return [Refusal(why=str(error))]
        except Exception as error:  # a forged trace may be anything, and whatever it trips is its own fault
            return [Refusal(why=f"it cannot be scored: {type(error).__name__}: {str(error)[:200]}")]
        self.samples.append(computed.row)
        whole = differences(claim, computed, leaving_out=frozenset({"row"}))
        return [*differences(claim.row, computed.row), *whole]

    def _scored(self, claim: EpisodeClaim, trace: Trace) -> EpisodeClaim:
        item, reference = self.suite.find(claim.row.item)
        if trace.events:
            _check_fields(trace)
            self._check_start(item.id, trace)
            check_same_item(item, trace)
            check_possible(item, self.suite.setting(item, reference, self.claims.row.options), trace)
        self._keep(fingerprint_of(trace))
        self.knows_reference |= trace.start is not None and trace.start.knows_reference
        score = self.suite.score(item, reference, trace, self.claims.row.profile)
        row = sample_of(item.id, claim.row.epoch, trace, score, self.suite.card.weight)
        return claim_of(row, score.explanation, trace)

    def _keep(self, fingerprint: str) -> None:
        if fingerprint and fingerprint in self._seen:
            raise InvalidRecord("its trace is that of another episode of the run; every episode is played once")
        self._seen.add(fingerprint)
        self.traces.append(fingerprint)

    def _check_start(self, item: str, trace: Trace) -> None:
        """Refuse a trace of another item, world or agent than the bundle names."""
        row, start = self.claims.row, trace.start
        if start is None or not start.item_sha256:
            raise InvalidRecord("its trace does not say which item it was run on")
        recorded = (start.suite, start.suite_version, start.item, start.options)
        if recorded != (row.suite, row.version, item, row.options):
            raise InvalidRecord(f"its trace is of another item or world: {shorten(recorded)}")
        player, model = agent_name(start.agent), agent_name(row.model)
        if player != model or (row.agent != model and not _brings_loop(row.agent, model)):
            raise InvalidRecord(f"its trace is of the agent {shorten(player)}, not of {shorten(row.agent)}")


def _check_fields(trace: Trace) -> None:
    """Refuse fields that no world writes, except the links that the scorer of a sealed record adds."""
    for event in trace.events:
        if strange := sorted((event.model_extra or {}).keys() - {LINK}):
            raise InvalidRecord(f"an event of its trace has a field that no world writes: {shorten(strange[0])}")


def _brings_loop(agent: str, model: str) -> bool:
    """Return whether the agent's name is `NAME on MODEL`."""
    ending = f" on {model}"
    return agent.endswith(ending) and bool(agent.removesuffix(ending).strip())


def fingerprint_of(trace: Trace) -> str:
    """Return a hash that no two episodes share, whoever is said to have played them: of all calls and all measured
    times.

    Words, ids of calls and fields of other versions are left out, so that a copy cannot hide behind changes of them.
    Empty for an episode that never began.
    """
    if (start := trace.start) is None:
        return ""
    calls = [[event.tool, event.arguments] for event in trace.events if isinstance(event, Called)]
    times = [event.runtime_s for event in trace.events if isinstance(event, Observed | EpisodeEnded)]
    spent = trace.end.spent if trace.end is not None else {}
    own = [start.item, start.options, start.started_at, calls, times, spent]
    return hashlib.sha256(canonical_json(own)).hexdigest()


def _is_knowing(name: str) -> bool:
    """Return whether an agent of that name, in any case of letters, is handed the reference."""
    own = agent_name(name).casefold()
    return own in registry.names("agents") and needs_reference(own)
