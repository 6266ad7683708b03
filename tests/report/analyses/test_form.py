"""Form apart from ability: evident answers are shown beside the score and are not in it."""

import pytest
from tests.report.checks import text_of
from tests.stats.making import episode

from mesocosm.report.analyses import form

EPISODES = [
    episode(0, True),
    episode(1, False, form="prose", answer="missing", end="stopped", evident_right=True),
    episode(2, False, form="prose", answer="missing", end="stopped", evident_right=False),
    episode(3, False, form="cut_off", answer="missing", end="stopped"),
    episode(4, None, form="waiting", answer="waiting", end="waiting", evident_right=True),
    episode(5, None, form="broken"),
]


def test_the_counts_and_the_two_shares():
    [row] = form.analyse(EPISODES).rows
    assert (row.episodes, row.waiting, row.broken) == (4, 1, 1)
    assert {kind: n for kind, n in row.counts.items() if n} == {"submitted": 1, "prose": 2, "cut_off": 1}
    assert (row.evident, row.evident_right) == (2, 1)
    assert (row.accuracy, row.as_told) == (pytest.approx(0.25), pytest.approx(0.5))


def test_the_table_shows_the_classes_that_occur():
    shown = text_of(form.table(form.analyse(EPISODES)))
    for words in ("prose", "cut off", "1 of 2", "25.0 %", "50.0 %"):
        assert words in shown
    assert "wrong tool" not in shown
