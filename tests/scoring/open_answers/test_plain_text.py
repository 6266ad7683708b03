"""LaTeX and Unicode become one plain notation."""

import pytest

from mesocosm.scoring.open_answers.plain_text import LONGEST, plain, without_marks
from mesocosm.scoring.open_answers.verdict import TooMuch, Unreadable


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (r"\frac{3}{4}", "((3)/(4))"),
        (r"\frac12", "((1)/(2))"),
        (r"\sqrt{x}", "√(x)"),
        (r"\sqrt[3]{x}", "((x)^(1/(3)))"),
        (r"7\,300 \text{ Pa}", "7300 Pa"),
        (r"7{,}300{,}000", "7300000"),
        ("7,300.5", "7300.5"),
        ("3 .7", "3.7"),
        ("3.1 x 10^5", "3.1×10^(5)"),
        ("3.1×10⁻⁵", "3.1×10^(-5)"),
        (r"12^{\circ}\mathrm{C}", "12° C"),
        (r"4 \mu \mathrm{m}", "4 μm"),
        (r"\left( a \right)", "( a )"),
        (r"\quad 8.1$ cm", "8.1 cm"),
        ("8 m–s", "8 m-s"),
    ],
)
def test_notation(written, wanted):
    assert without_marks(plain(written)) == wanted


def test_upright_text_keeps_its_marks():
    assert plain(r"m \mathrm{m}") == "m ‹m›"


def test_list_of_decimals_is_no_thousands():
    assert without_marks(plain("0.48,0.725,0.319")) == "0.48,0.725,0.319"


def test_marks_cannot_be_smuggled_in():
    assert "‹" not in plain("5 ‹m›")


def test_zero_width_characters_vanish():
    assert plain("4\u200b2") == "42"


def test_reordering_characters_are_refused():
    with pytest.raises(Unreadable, match="another order"):
        plain("\u202e24 m")


def test_long_text_is_refused():
    with pytest.raises(TooMuch, match=f"{LONGEST + 1} characters"):
        plain("5" * (LONGEST + 1))
