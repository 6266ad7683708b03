"""Labels and the levels they name."""

import pytest

from mesocosm.suites.tornado.outlooks.levels import LEVELS, BadLabel, meant_level, published_level, strict_level


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_its_two_spellings(level):
    for spelling in (f"{level}%", f" {level}% ", f"{level / 100:.2f}"):
        assert published_level(spelling) == strict_level(spelling) == meant_level(spelling) == level


@pytest.mark.parametrize("label", [2, 5, 10, "10% hatched", "high", None, "", "1%", True, [], {}])
def test_labels_the_published_table_does_not_know(label):
    """Numbers and "10% hatched" were submitted and ignored (spec, Section 2.6)."""
    assert published_level(label) == 0
    with pytest.raises(BadLabel, match="risk_level must be one of '2%'"):
        strict_level(label)


def test_below_two_per_cent_is_two_per_cent_as_published_only():
    assert published_level("<2%") == 2
    assert meant_level("<2%") == 0
    with pytest.raises(BadLabel, match="<2%"):
        strict_level("<2%")


@pytest.mark.parametrize(
    ("label", "level"),
    [(2, 2), (10, 10), ("10", 10), (0.1, 10), ("0.3", 30), ("10% hatched", 10), ("15 %", 15), ("5 percent", 5)]
    + [("20%", 15), ("100%", 60), ("0%", 0), (0, 0), ("SIGN", 0), ("5.0", 5), ("10% (significant)", 10)],
)
def test_what_labels_evidently_mean(label, level):
    assert meant_level(label) == level


@pytest.mark.parametrize(
    "label", [1, "1", "1%", 0.01, "high", None, "5-10%", "120%", "-5%", "nan", "inf", float("nan"), [5], {}]
)
def test_labels_without_an_evident_meaning_are_refused(label):
    with pytest.raises(BadLabel, match="must be one of"):
        meant_level(label)
