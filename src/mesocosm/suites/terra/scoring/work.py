"""How an answer was worked for: which steps were established, by whatever tool or program, and at what cost.

    R    share of the required steps that are established
    P    calls that helped / (calls that count, less as many as a fifth of the steps: looking around is free)
    T    share of the fields that tell something whose values follow from the data (`provenance`)

    process = T x 2 R P / (R + P)

A step is **established** by a call that brought the same thing into the episode: a file of the same contents, or the
same call of the same tool on the same data. So is every step that it rests on: whoever has the file of a town's rain
knew where the town lies. A program shows none of its inner steps. They follow from its results: where the values are
right and follow from the data, each step between counts T. But a program neither brings data, nor runs an engine, nor
draws: for such a step, a call of the same tool must have been made that does the like. A chart must show the same
data, by its lineage, with the same thresholds and boxes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pydantic import Field as Declared

from mesocosm.suites.terra.scoring.calls import Call
from mesocosm.suites.terra.scoring.lineage import Lineage, lineage_of
from mesocosm.suites.terra.scoring.prediction import Prediction
from mesocosm.suites.terra.scoring.products import Products
from mesocosm.suites.terra.scoring.provenance import Basis, Provenance, trace_answers
from mesocosm.suites.terra.scoring.reference import ReferencePath, Step
from mesocosm.suites.terra.scoring.truth import Field
from mesocosm.suites.terra.scoring.usage import usage
from mesocosm.types import Record

FREE_SHARE = 0.2
"""Calls that may lead nowhere without a cost, as a share of the required steps."""
LEAST_FREE = 2
FOLLOWS = "follows from the values"


class Work(Record):
    """The process score of an episode, and its parts; NaN where it is not known."""

    process: float
    recall: float
    precision: float
    following: float
    steps: dict[str, str] = Declared(default_factory=dict)
    """Step to `call 3`, `under another step`, `follows from the values`, or empty."""
    helpful: tuple[int, ...] = ()
    """Places of the calls that helped."""


def score_work(
    fields: Sequence[Field], prediction: Prediction, calls: Sequence[Call], reference: ReferencePath, prompt: str = ""
) -> tuple[Work, Provenance]:
    """Return the process score and the provenance against the reference, or the best of its alternatives."""
    lineage = lineage_of(calls)
    scored = [_score(fields, prediction, calls, way, prompt, lineage) for way in (reference, *reference.others)]
    return max(scored, key=lambda pair: -1.0 if math.isnan(pair[0].process) else pair[0].process)


def _score(
    fields: Sequence[Field],
    prediction: Prediction,
    calls: Sequence[Call],
    reference: ReferencePath,
    prompt: str,
    lineage: Lineage,
) -> tuple[Work, Provenance]:
    products = Products(calls, reference, lineage)
    data = products.basis()
    provenance = trace_answers(fields, prediction, calls, prompt, data)
    required = [step for step in reference.steps if not step.optional]
    if not required:
        return Work(process=math.nan, recall=math.nan, precision=math.nan, following=provenance.whole), provenance
    above, drawn = _evidence(products, data, provenance), products.drawn()
    ends = {*provenance.places.values(), *drawn.values()}
    helpful = products.establishing() | {place for end in ends for place in lineage[end] if place >= 0}
    implied = {step.id for step in required if products.follows(step, above, drawn)}
    recall = _recall(required, products, implied, provenance.whole)
    precision = _precision(calls, reference, helpful, len(required))
    work = Work(
        process=provenance.whole * _harmonic_mean(recall, precision),
        recall=recall,
        precision=precision,
        following=provenance.whole,
        steps={step.id: products.describe(step) or (FOLLOWS if step.id in implied else "") for step in required},
        helpful=tuple(sorted(helpful)),
    )
    return work, provenance


def _evidence(products: Products, data: Basis, provenance: Provenance) -> frozenset[int]:
    """Return the calls that the supported values rest on; if a value was computed unseen, all that brought data."""
    read = data.same | data.similar if data.complete else frozenset[int]()
    return read.union(*(products.lineage[place] for place in provenance.places.values()))


def _recall(required: Sequence[Step], products: Products, implied: set[str], following: float) -> float:
    credit = (1.0 if products.holds(step) else following if step.id in implied else 0.0 for step in required)
    return math.fsum(credit) / len(required)


def _harmonic_mean(first: float, second: float) -> float:
    return 2 * first * second / (first + second) if first + second > 0 else 0.0


def _precision(calls: Sequence[Call], reference: ReferencePath, helpful: set[int], steps: int) -> float:
    """Return the share of calls that helped; the first few that did not cost nothing."""
    counted = set(usage(calls, reference).counted)
    idle = len(counted - helpful) - max(LEAST_FREE, int(FREE_SHARE * steps))
    useful = len(counted & helpful)
    return useful / (useful + max(0, idle)) if useful else 0.0
