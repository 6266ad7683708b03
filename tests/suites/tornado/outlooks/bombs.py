"""Outlooks made to cost much processor time. Run as a program, it reads and judges them all in every mode."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

Ring = list[list[float]]


def text_of(*features: list[list[Ring]]) -> str:
    """Return a FeatureCollection of MultiPolygons."""
    return json.dumps({"type": "FeatureCollection", "features": [feature_of(one) for one in features]})


def feature_of(polygons: list[list[Ring]]) -> dict[str, Any]:
    geometry = {"type": "MultiPolygon", "coordinates": polygons}
    return {"type": "Feature", "properties": {"risk_level": "2%"}, "geometry": geometry}


def closed(points: Any) -> Ring:
    return [*points.tolist(), points[0].tolist()]


def star(points: int, radius: float = 5.0) -> Ring:
    """Return a ring of an odd number of points that crosses itself wherever it can."""
    turn = np.arange(points) * 2 * np.pi * (points // 2) / points
    return closed(np.c_[-95 + radius * np.cos(turn), 38 + radius * np.sin(turn)])


def tangle(points: int, width: float = 30.0) -> Ring:
    draw = np.random.default_rng(points)
    return closed(draw.uniform((-95 - width / 2, 38 - width / 3), (-95 + width / 2, 38 + width / 3), (points, 2)))


def circle(points: int, radius: float = 5.0) -> Ring:
    turn = np.linspace(0, 2 * np.pi, points, endpoint=False)
    return closed(np.c_[-95 + radius * np.cos(turn), 38 + radius * np.sin(turn)])


def box(west: float, south: float, size: float) -> Ring:
    east, north = west + size, south + size
    return [[west, south], [east, south], [east, north], [west, north], [west, south]]


def boxes(number: int) -> list[Ring]:
    return [box(-110 + 0.1 * (place % 200), 28 + 0.1 * (place // 200), 0.09) for place in range(number)]


BOMBS = {
    "star": text_of([[star(1_989)]]),
    "small star": text_of([[star(1_989, 0.5)]]),
    "tangle": text_of([[tangle(1_990)]]),
    "small tangle": text_of([[tangle(9_000, 1.0)]]),
    "two tangles": text_of([[tangle(900, 2.0)]], [[tangle(901, 2.0)]]),
    "many features": text_of(*([[ring]] for ring in boxes(3_000))),
    "as many features as allowed": text_of(*([[box(-100 + 0.01 * place, 38, 3)]] for place in range(199))),
    "many members": text_of([[ring] for ring in boxes(5_000)]),
    "one member often": text_of([[box(-100, 38, 1)]] * 190),
    "many holes": text_of([[box(-110, 28, 21), *boxes(190)]]),
    "many points": text_of([[circle(9_990)]]),
    "too many points": text_of([[circle(20_000)]]),
    "back and forth": text_of([[[[-100.0, 38.0], [-99.9, 38.0]] * 4_900 + [[-100.0, 38.0]]]]),
    "not a number": text_of([[box(-100, 38, 1)]]).replace("-99", "NaN"),
    "endless": text_of([[box(-100, 38, 1)]]).replace("-99", "1e999"),
    "huge": text_of([[box(-100, 38, 1)]]).replace("-99", "1e308"),
    "far": text_of([[box(-100, 38, 1)]]).replace("-99", "1e15"),
    "huge tangle": text_of([[tangle(1_990, 1e300)]]),
    "nested lists": "[" * 900_000,
    "nested objects": '{"a":' * 190_000,
    "many braces": "{" * 900_000,
    "endless fence": "```\n" + "\n" * 900_000,
    "digits": "9" * 900_000,
    "long": "x" * 2_000_000,
}


def judge_all() -> None:
    from mesocosm.suites.tornado.outlooks.outlook import MODES
    from mesocosm.suites.tornado.outlooks.reading import read_outlook
    from mesocosm.suites.tornado.outlooks.submission import check_submission
    from mesocosm.suites.tornado.verification.tornadobench import PROFILES, score_outlook

    truth = read_outlook(text_of([[circle(3_000)]])).outlook
    assert truth is not None
    for name, text in BOMBS.items():
        check_submission(text)
        for mode in MODES:
            read = read_outlook(text, mode).outlook
            for profile in PROFILES if read is not None else ():
                assert read is not None
                assert 0 <= score_outlook(read, truth, profile).tb <= 1, name


if __name__ == "__main__":
    judge_all()
    print("judged", len(BOMBS))
