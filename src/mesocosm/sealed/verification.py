"""Check whether a record keeps the promise of its seal: signatures, chains, traces, and after the reveal items and
scores.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from mesocosm.errors import MesocosmError, TraceError
from mesocosm.report.results import ResultRow
from mesocosm.sealed.ledger import Closed, Entry, Opened, Scored, read_ledger, trace_of
from mesocosm.sealed.published_record import private_copy, strays
from mesocosm.sealed.scorer import judge, origin_of, suite_of
from mesocosm.sealed.scores import result_rows
from mesocosm.sealed.seal import Seal, Secret, read_seal
from mesocosm.trace.chain import follow
from mesocosm.trace.reader import read_trace, validate


@dataclass
class Verdict:
    """Result of verifying a record: the rows, or what is wrong."""

    seal: Seal
    revealed: bool
    episodes: int = 0
    problems: list[str] = field(default_factory=list)
    rows: list[ResultRow] = field(default_factory=list)
    """Results of each agent, items never played counted as 0; empty if the record is not sound."""

    @property
    def sound(self) -> bool:
        return not self.problems


def verify(record: Path, secret: Secret | None = None, commitment: str | None = None) -> Verdict:
    """Check a record.

    Args:
        record: Published folder with `seal.json`, `ledger.jsonl` and `traces`.
        secret: The revealed secret, with which items are made again and every trace is scored again.
        commitment: The commitment announced before the evaluation; the seal must have it.
    """
    with private_copy(record) as (copy, copy_problems):
        verdict = _verify(copy, copy_problems, secret, commitment)
        verdict.problems = [problem.replace(str(copy), str(record)) for problem in verdict.problems]
    return verdict


def _verify(record: Path, copy_problems: list[str], secret: Secret | None, commitment: str | None) -> Verdict:
    seal = read_seal(record)
    verdict = Verdict(seal, revealed=secret is not None)
    verdict.problems += copy_problems + _seal_problems(seal, secret, commitment)
    entries, problems, _ = read_ledger(record, seal)
    opened = [entry for entry in entries if isinstance(entry, Opened)]
    scored = {entry.episode: entry for entry in entries if isinstance(entry, Scored)}
    verdict.problems += problems + _ledger_problems(seal, entries, opened, scored)
    for entry in opened:
        if entry.episode in scored and entry.trace == trace_of(entry.episode):
            verdict.problems += _trace_problems(record, seal, entry, scored[entry.episode])
    lost = not verdict.sound  # a changed trace leaves its pictures unreferenced, which is not reported twice
    unknown = [path for path in strays(record, opened) if not (lost and path.startswith("traces/blobs/"))]
    verdict.problems += [f"{path}: is not on the ledger" for path in unknown]
    if secret is not None and verdict.sound:  # items of another secret would only repeat a known error
        verdict.problems += _score_problems(record, seal, secret, opened, scored)
    verdict.episodes = len(opened)
    if verdict.sound:
        verdict.rows = result_rows(record, seal, opened, scored)
    return verdict


def _seal_problems(seal: Seal, secret: Secret | None, commitment: str | None) -> list[str]:
    found = []
    if seal.promise() != seal.commitment:
        found.append("seal: the commitment does not belong to what the seal says: it was changed")
    if commitment is not None and commitment != seal.commitment:
        found.append(f"seal: its commitment is {seal.commitment}, announced was {commitment}")
    if secret is not None and secret.sha256() != seal.secret_sha256:
        found.append("seal: the revealed secret is not the one that was sealed")
    return found


def _ledger_problems(seal: Seal, entries: list[Entry], opened: list[Opened], scored: dict[int, Scored]) -> list[str]:
    found = []
    closed = [number for number, entry in enumerate(entries) if isinstance(entry, Closed)]
    if not closed:
        found.append("ledger: is not closed, so that lines may be missing at its end; close it with `seal close`")
    elif closed[0] != len(entries) - 1:
        found.append("ledger: lines follow its closing line")
    elif entries[-1] != Closed(episodes=len(opened)):
        found.append(f"ledger: its closing line does not count {len(opened)} episodes")
    found += [f"ledger: episode {entry.episode} was never scored" for entry in opened if entry.episode not in scored]
    judged = [entry.episode for entry in entries if isinstance(entry, Scored)]
    if len(judged) > len(scored) or not set(judged) <= {entry.episode for entry in opened}:
        found.append("ledger: an episode was scored twice, or without having been opened")
    shown = Counter((entry.agent, entry.index) for entry in opened)
    most = seal.epochs
    found += [f"ledger: {agent} was shown item {index} {n} times" for (agent, index), n in shown.items() if n > most]
    for number, entry in enumerate(opened):
        if (entry.episode, entry.trace) != (number, trace_of(number)):
            found.append(f"ledger: episode {number} is listed as {entry.episode} in {entry.trace}")
        if entry.item != seal.item_id(entry.index) or not 0 <= entry.index < seal.items:
            found.append(f"ledger: episode {entry.episode} is of {entry.item}, which is not an item of the seal")
    return found


def _trace_problems(record: Path, seal: Seal, opened: Opened, scored: Scored) -> list[str]:
    path = record / opened.trace
    origin = origin_of(seal, opened)
    if not path.is_file() or not path.stat().st_size:  # the scorer was killed before it wrote an event
        return [] if scored.head == origin else [f"{opened.trace}: is missing"]
    head, problems = follow(path, origin)
    if head != scored.head:
        problems.append("is not the trace that was signed: its last hash differs")
    problems += _content_problems(path, opened, scored)
    return [f"{opened.trace}: {problem}" for problem in problems]


def _content_problems(path: Path, opened: Opened, scored: Scored) -> list[str]:
    try:
        start = read_trace(path).start
    except TraceError as error:
        return [str(error)]
    if start is None or (start.item, start.agent) != (opened.item, opened.agent):
        return [f"is not a trace of {opened.agent} on {opened.item}"]
    return [] if math.isnan(scored.score.value) else validate(path)  # a broken episode may end anywhere


def _score_problems(
    record: Path, seal: Seal, secret: Secret, opened: list[Opened], scored: dict[int, Scored]
) -> list[str]:
    try:
        suite = suite_of(seal)
    except MesocosmError as error:
        return [f"items cannot be remade: {error}"]
    found, seed = [], secret.seed(seal)
    for entry in opened:
        try:
            _, score = judge(record, seal, entry, suite, suite.case(seed, entry.index))
        except MesocosmError as error:
            found.append(f"{entry.trace}: {error}")
            continue
        published = scored[entry.episode].score
        if score.fingerprint() != published.fingerprint():
            found.append(
                f"{entry.trace}: scores {score.value:g} ({score.explanation}), the ledger says {published.value:g}"
            )
    return found
