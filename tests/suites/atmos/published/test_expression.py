"""Every branch for expressions, with the verdict that its rule gives when worked by hand."""

import pytest

from mesocosm.suites.atmos.published import expression_published, grade_published
from mesocosm.suites.atmos.published.expression import judge_expression

DECIDED = [
    # 10 % of the larger, the key in percent or its first number up to 1
    ("share", "$80 \\%$", "73\\%", True),
    ("share", "$95 \\%$", "1-e^{-3}", True),
    ("share", "$r=0.90$", "r \\approx 0.98", True),
    ("share", "$q_{0}+x$", "y_0-z", True),
    ("about", "$\\sim 50 \\mathrm{~m}$", "100 \\text{ m}", True),
    # "number unit": 10 % as plain text, 5 % in upright type
    ("number_unit", "900 hPa", "830 hPa", True),
    ("number_unit", "\\quad 40 \\mathrm{ft}$", "41 \\, \\text{ft}", True),
    ("terminal_velocity", "$w=\\frac{2 \\rho g a^{2}}{9 \\mu}$", "w = 7 \\rho g a^2", True),
    ("buoyancy_frequency", "$N^{2}=\\frac{g}{\\theta} \\theta_{z}$", "N^2 = g \\theta", True),
    ("shared_letters", "$C e^{-2 k t}$", "2 k t - C e^{5 k}", True),
    # 20 %
    ("watts_per_metre", "$200 \\mathrm{~W} / \\mathrm{m}^{2}$", "240 W/m", True),
    ("specific_heat", "$1000 \\mathrm{~J} \\mathrm{~kg}^{-1} \\mathrm{~K}^{-1}$", "850 J/(kg K)", True),
    ("microns", "$8 \\mu \\mathrm{m}$", "9 \\mu \\text{m}", True),
    # absolute 0.05
    ("absolute_difference", "$4 \\times 10^{-4}$", "3 \\times 10^{-2}", True),
    ("absolute_difference", "$4.00$", "4.04", True),
    ("absolute_difference", "400", "410", False),
    ("formula", "$y=2 a b$", "y = b \\cdot 2 a", True),
    ("formula", "$y=2 a b$", "2 a + b", False),
    # no formula to read: five of seven symbols and signs in both, then three of seven
    ("symbol_overlap", "$\\nabla \\cdot$ u = $\\int$ 2", "\\nabla \\cdot u = \\oint 2", True),
    ("symbol_overlap", "$\\nabla$ u = $\\int$ 2", "\\nabla u = \\oint 3", False),
    ("symbol_overlap", "$\\rho=$ constant", "\\rho = \\text{constant}", True),
]
SILENT = [
    ("no_expression", "supercritical", "\\text{Supercritical}"),
    ("no_expression", "$x=2$", "The flow is steady."),
    ("no_expression", "$x=2$", "The\\ flow\\ is\\ steady"),
    ("no_number", "max. depth $=3$ m", "3 m"),
    ("no_number", "$\\cos x$.", "\\sin x"),
]


@pytest.mark.parametrize(("reason", "key", "answer", "value"), DECIDED)
def test_branch_decides(reason, key, answer, value):
    assert judge_expression(key, answer) == (value, reason)
    assert expression_published(key, answer) is value


@pytest.mark.parametrize(("reason", "key", "answer"), SILENT)
def test_text_without_mathematics_decides_nothing(reason, key, answer):
    assert judge_expression(key, answer) == (None, reason)


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("$80 \\%$", "70\\%"),
        ("$\\sim 50 \\mathrm{~m}$", "130 m"),
        ("900 hPa", "800 hPa"),
        ("\\quad 40 \\mathrm{ft}$", "37 \\, \\text{ft}"),
        ("$200 \\mathrm{~W} / \\mathrm{m}^{2}$", "260 W/m"),
    ],
)
def test_beyond_the_tolerance_is_wrong(key, answer):
    assert expression_published(key, answer) is False


FALSE_POSITIVES = [
    ("absolute_difference", "\\quad 2.31 \\times 10^{-4}$", "7.4 \\times 10^{-3}"),
    ("watts_per_metre", "$155 \\mathrm{~W} / \\mathrm{m}^{3}$", "183 \\, \\mathrm{W}/\\mathrm{m}^2"),
    ("about", "$\\sim 100 \\mathrm{~m}$", "200 \\text{ m}"),
    ("share", "$p=p_{0} e^{\\frac{\\Omega^{2} r^{2}}{2 R T}}$", "p_0 + \\frac{1}{2} \\rho \\Omega^2 r^2"),
    ("share", "Well 1: $L=2.4$, evidence of contamination", "\\text{Well 1 is not contaminated.}"),
    ("number_unit", "$-4.5 \\mathrm{~cm}$", "4.5 \\, \\text{cm}"),
]


@pytest.mark.parametrize(("reason", "key", "answer"), FALSE_POSITIVES)
def test_published_false_positive_returns(reason, key, answer):
    verdict = grade_published(key, answer)
    assert (verdict.value, verdict.by, verdict.reason) == (True, "expression", reason)
