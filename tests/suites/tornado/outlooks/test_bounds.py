"""Outlooks of any size are judged in bounded time, and no published one is refused for its size."""

from __future__ import annotations

import resource
import subprocess
import sys

import pytest
from tests.shared import SHARED
from tests.suites.tornado.outlooks.bombs import BOMBS, box, circle, star, text_of

from mesocosm.suites.tornado.outlooks import bounds
from mesocosm.suites.tornado.outlooks.outlook import MODES
from mesocosm.suites.tornado.outlooks.reading import read_outlook
from mesocosm.suites.tornado.outlooks.submission import check_submission

FAR_S = 120
"""Limit of processor time for all bombs in all modes, which take about twenty seconds; one bomb alone once took longer.
"""


@pytest.mark.exhaustive
def test_every_bomb_is_judged_within_a_limit_on_processor_time() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.suites.tornado.outlooks.bombs"],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (FAR_S, FAR_S)),
        capture_output=True,
        text=True,
    )
    assert done.stdout == f"judged {len(BOMBS)}\n", done.stderr[-2000:]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("star", "must not exceed 10,000 degrees together"),
        ("small star", "must not cross at more than 1,000 places"),
        ("two tangles", "must not cross at more than 1,000 places"),
        ("back and forth", "must not cross at more than 1,000 places"),
        ("many features", "not have more than 200 features, got 3,000"),
        ("many members", "not have more than 10,000 points, got 25,000"),
        ("too many points", "not have more than 10,000 points, got 20,001"),
        ("long", "not have more than 1,000,000 characters, got 2,000,000"),
    ],
)
def test_what_is_too_much_is_refused_with_its_bound(name: str, message: str) -> None:
    assert any(message in problem for problem in check_submission(BOMBS[name]))
    for mode in MODES:
        reading = read_outlook(BOMBS[name], mode)
        assert reading.status == "rejected"
        assert message in str(reading)


def test_many_rings_are_refused() -> None:
    text = text_of([[box(-110 + 0.1 * place, 38, 0.09)] for place in range(201)])
    assert check_submission(text) == ["an outlook must not have more than 200 rings, got 201"]


def test_huge_coordinates_empty_a_file_as_published() -> None:
    for name in ("huge", "far", "endless", "huge tangle"):
        reading = read_outlook(BOMBS[name], "compat")
        assert reading.status == "rejected"
        assert reading.outlook is not None
        assert not reading.outlook.shapes


def test_a_ring_that_crosses_itself_a_little_is_read() -> None:
    assert read_outlook(text_of([[star(41)]])).status == "valid"  # 41 x 38 / 2 = 779 crossings
    assert read_outlook(text_of([[circle(9_990)]])).status == "valid"


def test_no_published_outlook_is_near_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """With half of every bound, the readings are the same."""
    files = sorted((SHARED / "data" / "agentcaster").rglob("*.geojson"))
    if not files:
        pytest.skip("needs ../shared/data/agentcaster")
    texts = [path.read_bytes() for path in files]
    before = [read_outlook(text, "compat") for text in texts]
    notes = [note for reading in before for note in reading.notes]
    assert not [
        note for note in notes if "must not have more" in note or "must not e" in note or "must not cross" in note
    ]
    for name in ("MOST_CHARACTERS", "MOST_SHAPES", "MOST_RINGS", "MOST_POINTS", "MOST_DEGREES", "MOST_CROSSINGS"):
        monkeypatch.setattr(bounds, name, getattr(bounds, name) // 2)
    assert [str(read_outlook(text, "compat")) for text in texts] == [str(reading) for reading in before]
