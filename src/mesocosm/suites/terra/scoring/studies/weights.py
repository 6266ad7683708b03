"""Study B: whether the ranking of agents depends on the weights of ToolUseScore (TerraBench, appendix D.1, table 4)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from mesocosm.errors import InvalidRecord
from mesocosm.seeding import generator
from mesocosm.suites.terra.scoring.process import WEIGHTS, composite
from mesocosm.suites.terra.scoring.studies.correlation import spearman
from mesocosm.suites.terra.scoring.studies.results import Rows, known_values
from mesocosm.suites.terra.scoring.studies.success import SuccessStudy, study_success
from mesocosm.types import Record

TRIALS = 1000
REACH = 0.10
"""Largest change of a weight, up or down."""
ALIKE = 0.95
LEAST_AGENTS = 3


class Scheme(Record):
    """One set of weights and its ranking."""

    weights: dict[str, float]
    spearman: float
    ranking: tuple[str, ...]
    """Agents, best first."""


class WeightStudy(Record):
    """Rankings under other weights, compared with that under the published ones."""

    agents: dict[str, dict[str, float]]
    """Agent to the means of its process metrics, and its ToolUseScore under the published weights."""
    ranking: tuple[str, ...]
    schemes: dict[str, Scheme]
    """`equal`, `without METRIC` for each, and `regression` if study A has weights above zero."""
    trials: int
    seed: int
    median: float
    lowest: float
    share_alike: float
    """Share of trials whose rank correlation is at least 0.95."""
    top_unchanged: float
    bottom_unchanged: float
    places: dict[str, tuple[float, ...]]
    """Agent to the shares of trials in which it comes first, second and so on."""
    success: SuccessStudy


def study_weights(agents: Mapping[str, Rows], *, trials: int = TRIALS, seed: int = 7) -> WeightStudy:
    """Rank agents by the weighted mean of their mean metrics, under the published weights and others."""
    if len(agents) < LEAST_AGENTS:
        raise InvalidRecord(f"a ranking needs at least {LEAST_AGENTS} agents, got {len(agents)}: {', '.join(agents)}")
    means = {name: _means(rows) for name, rows in sorted(agents.items())}
    published = [_under(WEIGHTS, own) for own in means.values()]
    ranking = _ranking(means, WEIGHTS)
    success = study_success(agents)
    drawn = perturb_weights(trials, seed)
    correlations = sorted(spearman(published, [_under(weights, own) for own in means.values()]) for weights in drawn)
    rankings = [_ranking(means, weights) for weights in drawn]
    return WeightStudy(
        agents={
            name: own | {"ToolUseScore": score} for (name, own), score in zip(means.items(), published, strict=True)
        },
        ranking=ranking,
        schemes={name: _scheme(means, published, weights) for name, weights in schemes(success).items()},
        trials=trials,
        seed=seed,
        median=_median(correlations),
        lowest=correlations[0],
        share_alike=sum(value >= ALIKE for value in correlations) / trials,
        top_unchanged=sum(other[0] == ranking[0] for other in rankings) / trials,
        bottom_unchanged=sum(other[-1] == ranking[-1] for other in rankings) / trials,
        places={name: _places(name, rankings) for name in means},
        success=success,
    )


def schemes(success: SuccessStudy) -> dict[str, dict[str, float]]:
    """Return equal weights, weights without each metric in turn, and study A's result without negative values."""
    named_weights = {"equal": dict.fromkeys(WEIGHTS, 1 / len(WEIGHTS))}
    for name in WEIGHTS:
        named_weights[f"without {name}"] = normalise_weights(
            {other: 0.0 if other == name else WEIGHTS[other] for other in WEIGHTS}
        )
    slopes = {name: max(0.0, success.coefficients.get(name, 0.0)) for name in WEIGHTS}
    if math.fsum(slopes.values()) > 0 and not any(map(math.isnan, slopes.values())):
        named_weights["regression"] = normalise_weights(slopes)
    return named_weights


def perturb_weights(trials: int, seed: int) -> list[dict[str, float]]:
    """Return the published weights, each changed by up to 0.10 either way, not below zero, scaled to sum to 1."""
    moves = generator("terra", "weights", seed).uniform(-REACH, REACH, size=(trials, len(WEIGHTS)))
    return [
        normalise_weights(
            {name: max(0.0, WEIGHTS[name] + float(move)) for name, move in zip(WEIGHTS, row, strict=True)}
        )
        for row in moves
    ]


def normalise_weights(weights: Mapping[str, float]) -> dict[str, float]:
    total = math.fsum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def _means(rows: Rows) -> dict[str, float]:
    """Return the mean of each process metric over the items that have it."""
    means = {}
    for name in WEIGHTS:
        values = list(known_values(rows, name).values())
        means[name] = math.fsum(values) / len(values) if values else math.nan
    return means


def _under(weights: Mapping[str, float], means: Mapping[str, float]) -> float:
    score = composite(means, weights)
    return 0.0 if math.isnan(score) else score


def _ranking(means: Mapping[str, Mapping[str, float]], weights: Mapping[str, float]) -> tuple[str, ...]:
    return tuple(sorted(means, key=lambda name: (-_under(weights, means[name]), name)))


def _places(name: str, rankings: Sequence[Sequence[str]]) -> tuple[float, ...]:
    taken = [ranking.index(name) for ranking in rankings]
    return tuple(taken.count(place) / len(taken) for place in range(len(rankings[0])))


def _scheme(means: Mapping[str, Mapping[str, float]], published: list[float], weights: dict[str, float]) -> Scheme:
    scores = [_under(weights, own) for own in means.values()]
    return Scheme(weights=weights, spearman=spearman(published, scores), ranking=_ranking(means, weights))


def _median(ordered: list[float]) -> float:
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
