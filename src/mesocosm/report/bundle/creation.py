"""Creation of bundles from logs: what `mesocosm run` printed, and the traces that it follows from.

A bundle is a file. Nothing is uploaded: the user publishes it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from mesocosm.errors import InvalidRecord
from mesocosm.report.bundle.bundle_file import BundleWriter, writing
from mesocosm.report.bundle.layout import MOST_RUNS, episodes_member, run_member, trace_member
from mesocosm.report.bundle.records import EpisodeClaim
from mesocosm.report.logged_episodes import stored_episodes
from mesocosm.report.results import IDENTITY, UNSCORED, ResultRow, SampleRow, make_row, read_results
from mesocosm.screen.untrusted_text import tell
from mesocosm.trace.reader import dump
from mesocosm.trace.schema import Trace


class Made(NamedTuple):
    """Result of writing a bundle."""

    runs: int
    episodes: int
    sha256: str
    """Hash of the manifest, which identifies the whole bundle, however its file is packed."""


def make_bundle(logs: Iterable[Path], out: Path, key: str = "") -> Made:
    """Write the newest finished run of each kind in the logs; the same logs and private key give the same bytes."""
    rows = _rows(logs)
    with writing(out, key) as bundle:
        episodes = sum(_add_run(bundle, number, row) for number, row in enumerate(rows))
        return Made(runs=len(rows), episodes=episodes, sha256=bundle.close())


def _rows(logs: Iterable[Path]) -> list[ResultRow]:
    by_log = {row.log: row for place in logs for row in read_results(place)}
    newest: dict[str, ResultRow] = {}
    for row in sorted(by_log.values(), key=lambda row: _age(Path(row.log))):
        key = row.model_dump_json(include=IDENTITY)
        if key in newest:
            tell(f"skipped: {newest[key].log} is of the same run as {row.log}, which is newer", err=True)
        newest[key] = row
    rows = [newest[key] for key in sorted(newest)]
    if not rows:
        raise InvalidRecord("the logs hold no finished run of a mesocosm suite; a bundle needs one")
    for row in rows:
        if row.split != "test":
            raise InvalidRecord(
                f"{row.log} is a run of the split {row.split}; a bundle is for the leaderboard, which is of the test "
                "split alone"
            )
    if len(rows) > MOST_RUNS:
        raise InvalidRecord(f"a bundle holds at most {MOST_RUNS:,} runs, got {len(rows):,}")
    return rows


def _age(log: Path) -> tuple[str, float, str]:
    """Sort key for the age of logs: the name begins with the second of the start; within a second the file decides."""
    return log.name.partition("_")[0], log.stat().st_mtime, log.name


def _add_run(bundle: BundleWriter, run: int, row: ResultRow) -> int:
    claims, traces = [], []
    for episode in stored_episodes(Path(row.log)):
        claims.append(claim_of(episode.row, episode.explanation, episode.trace))
        traces.append(dump(episode.trace).encode())
    claimed = _claimed(row, claims).model_dump_json(exclude={"samples", "publisher"}, indent=1)
    bundle.add(episodes_member(run), "".join(f"{claim.model_dump_json()}\n" for claim in claims).encode())
    bundle.add(run_member(run), f"{claimed}\n".encode())
    for place, trace in enumerate(traces):
        bundle.add(trace_member(run, place), trace)
    return len(claims)


def claim_of(row: SampleRow, explanation: str, trace: Trace) -> EpisodeClaim:
    """Return what a bundle claims about an episode.

    Tokens are those in its trace; what a server charged in addition is in no trace. An episode that counts in no mean
    is included without numbers, since only the harness knew them.
    """
    start = trace.start
    fingerprint = start.item_sha256 if start is not None else ""
    spent = trace.end.spent.get("tokens", 0) if trace.end is not None else 0
    row = row.model_copy(update={"tokens": int(spent), "error": ""})
    if row.answer in UNSCORED:
        return EpisodeClaim(row=_blank(row), explanation="", item_sha256=fingerprint)
    return EpisodeClaim(row=row, explanation=explanation, item_sha256=fingerprint)


def _blank(row: SampleRow) -> SampleRow:
    numbers = dict.fromkeys(("score", "success", "steps", "rejected_calls"), math.nan)
    return row.model_copy(update={**numbers, "metrics": {}, "end": row.answer})


def _claimed(row: ResultRow, claims: Sequence[EpisodeClaim]) -> ResultRow:
    """Return the row without the path of its log, which is private."""
    identity = row.model_dump(include=IDENTITY)
    return make_row((claim.row for claim in claims), **identity, knows_reference=row.knows_reference)
