"""Candidates executed and reviewed by both reviewers, as they are and with planted faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from mesocosm.stats.agreement import Agreement, agreement
from mesocosm.suites.terra import suite
from mesocosm.suites.terra.making.execution import execute, workflow_files
from mesocosm.suites.terra.release.review import text_reviewer, trace_reviewer
from mesocosm.suites.terra.release.review.candidate import CRITERIA, Candidate, Criterion, Verdict, accepts, review
from mesocosm.suites.terra.release.review.planted_faults import SPOILERS
from mesocosm.suites.terra.workflows.catalogue import workflow
from mesocosm.suites.terra.workflows.region_snapshot import Land, planet_of
from mesocosm.types import Record


class Opinion(Record):
    """Verdicts of both reviewers on one candidate."""

    item: str
    track: str
    fault: Criterion | None = None
    """Criterion that a planted fault violates, if the candidate has one."""
    by_trace: tuple[Verdict, ...]
    by_text: tuple[Verdict, ...]
    attempts: int = 1
    """Number of regions drawn until one suited."""

    @property
    def decisions(self) -> tuple[bool, bool]:
        return accepts(self.by_trace), accepts(self.by_text)

    def reasons(self) -> str:
        """Return why it is not accepted, by reviewer."""
        verdicts = [("by trace", self.by_trace), ("by text", self.by_text)]
        return "; ".join(
            f"{who}: {each.criterion}: {each.why}" for who, every in verdicts for each in every if each.why
        )


class Outcome(Record):
    """Result of a review as a whole."""

    reviewed: int
    retained: int
    """Accepted by both on the first draw."""
    revised: int
    """Accepted by both after other regions were drawn."""
    rejected: int
    by_track: dict[str, dict[str, int]]
    agreement: Agreement
    found: dict[str, dict[str, tuple[int, int]]]
    """Reviewer to criterion to the number of faulty candidates refused, and their total."""
    queue: tuple[Opinion, ...]
    """Opinions for people to check: a reviewer refuses or the two differ; planted faults are left out."""


def candidate_of(seed: int, index: int) -> tuple[Candidate, int]:
    """Return an item executed again, beside what is stored of it, and the number of regions it took."""
    item, reference = suite.case(seed, index)
    truth = reference.hidden
    land = Land(planet_of(truth.planet), truth.region, item.data.now)
    chosen, given = workflow(truth.workflow), dict(truth.given)
    first, second = execute(chosen, land, given), execute(chosen, land, given)
    return Candidate(
        item=item.id,
        track=truth.track,
        level=truth.level,
        trait=truth.trait,
        prompt=item.prompt,
        files=workflow_files(chosen, land, given),
        fields=item.data.fields,
        answers=first.answers,
        calls=first.seen,
        standings=truth.standings,
        again=second.answers,
        again_tools=tuple(call.tool for call in second.seen),
    ), truth.attempts


def opinions(seed: int, index: int, *, spoil: bool) -> list[Opinion]:
    """Return both reviewers' opinions on an item and, if wanted, on each faulty form of it."""
    whole, attempts = candidate_of(seed, index)
    forms: list[tuple[Criterion | None, Candidate | None]] = [(None, whole)]
    forms += [(name, SPOILERS[name](whole)) for name in CRITERIA] if spoil else []
    return [
        Opinion(
            item=form.item,
            track=form.track,
            fault=fault,
            by_trace=review(form, trace_reviewer.RULES),
            by_text=review(form, text_reviewer.RULES),
            attempts=attempts,
        )
        for fault, form in forms
        if form is not None
    ]


def outcome(every: Iterable[Opinion]) -> Outcome:
    """Return counts, agreement and the queue."""
    opinions = list(every)
    own = [opinion for opinion in opinions if opinion.fault is None]
    both = [opinion for opinion in own if all(opinion.decisions)]
    tracks: dict[str, Counter[str]] = {}
    for opinion in own:
        word = "rejected" if opinion not in both else "retained" if opinion.attempts == 1 else "revised"
        tracks.setdefault(opinion.track, Counter())[word] += 1
    totals: Counter[str] = sum(tracks.values(), Counter())
    return Outcome(
        reviewed=len(own),
        retained=totals["retained"],
        revised=totals["revised"],
        rejected=totals["rejected"],
        by_track={track: dict(counts) for track, counts in sorted(tracks.items())},
        agreement=agreement([opinion.decisions for opinion in opinions]),
        found={"by trace": _count_found(opinions, 0), "by text": _count_found(opinions, 1)},
        queue=tuple(opinion for opinion in own if opinion not in both),
    )


def _count_found(opinions: Iterable[Opinion], reviewer: int) -> dict[str, tuple[int, int]]:
    counts: Mapping[str, list[bool]] = {name: [] for name in CRITERIA}
    for opinion in opinions:
        if opinion.fault is not None:
            counts[opinion.fault].append(not opinion.decisions[reviewer])
    return {name: (sum(refused), len(refused)) for name, refused in counts.items()}
