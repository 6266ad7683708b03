"""Indices of a scene whose reflectances are round numbers."""

from __future__ import annotations

import pytest
from tests.suites.eo.questions.toy_lake import ToyLake

from mesocosm.suites.eo.questions.passes import THEMES, growth, share_by_index, share_of, word_of_change
from mesocosm.suites.eo.questions.spectral import mean_by_library, mean_index

LAKE = ToyLake()
FIRST = "sentinel-2-0"
"""A scene with a fifth green, a tenth water, the rest bare: see `ToyLake.bands`."""
WHOLE = (0.0, 0.0, 1.0, 1.0)


def test_mean_ndvi_by_hand() -> None:
    # Plants (0.45 - 0.05) / 0.5 = 0.8, water (0.02 - 0.04) / 0.06 = -1/3, bare (0.2 - 0.15) / 0.35 = 1/7.
    by_hand = 0.2 * 0.8 + 0.1 * (-1 / 3) + 0.7 / 7
    assert mean_index(LAKE, FIRST, "ndvi", WHOLE) == pytest.approx(by_hand, abs=1e-6)


@pytest.mark.parametrize("which", ["ndvi", "ndwi", "ndbi", "ndsi"])
def test_library_and_plain_arithmetic_agree(which: str) -> None:
    pytest.importorskip("spyndex")
    plain, library = (mean(LAKE, FIRST, which, WHOLE) for mean in (mean_index, mean_by_library))
    assert plain == pytest.approx(library, abs=1e-9)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_covers_by_index_are_the_exact_ones(theme: object) -> None:
    frame = LAKE.frame(FIRST)
    assert share_by_index(LAKE, frame, theme, WHOLE) == pytest.approx(share_of(LAKE, frame, theme, WHOLE))


@pytest.mark.parametrize(
    ("change", "word"), [(0.099, "stable"), (-0.099, "stable"), (0.1, "expanded"), (-0.5, "contracted")]
)
def test_a_tenth_is_a_change(change: float, word: str) -> None:
    assert word_of_change(change) == word


@pytest.mark.parametrize(
    ("earlier", "later", "change"),
    [(0.2, 0.3, 0.5), (0.2, 0.2, 0.0), (0.0, 0.0, None), (0.004, 0.004, None), (0.0, 0.3, None), (0.2, 0.22, None)],
)
def test_a_cover_that_is_hardly_there_has_no_change_to_ask_for(
    earlier: float, later: float, change: float | None
) -> None:
    assert growth(earlier, later) == (None if change is None else pytest.approx(change))
