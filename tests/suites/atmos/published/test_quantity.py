"""Every branch for quantities, with the verdict that its rule gives when worked by hand."""

import pytest

from mesocosm.suites.atmos.published import grade_published, quantity_published
from mesocosm.suites.atmos.published.quantity import judge_quantity

DECIDED = [
    # 5 % of the larger: 40 and 42, not 40 and 43
    ("percent", "$40 \\%$", "42\\%", True),
    ("percent", "$40 \\%$", "43\\%", False),
    # micrometres within 15 %
    ("micron", "$0.50 \\mu \\mathrm{m}$", "0.44\\, \\mu\\text{m}", True),
    ("micron", "$0.50 \\mu \\mathrm{m}$", "0.40\\, \\mu\\text{m}", False),
    # products of digits: 1·5·4 = 20 and 2·5·2 = 20, though 20 and 5π/2·√2 differ
    ("digit_product", "154 m", "\\frac{5 \\sqrt{2} \\pi}{2} \\text{ m}", True),
    ("digit_product", "24 m", "\\frac{5 \\pi}{2} \\text{ m}", False),
    # the bare numbers behind MW, powers of ten included
    ("megawatt", "$10^{4} \\mathrm{MW}$", "10^4 \\, \\text{W}", True),
    ("megawatt", "$10^{4} \\mathrm{MW}$", "10{,}000 MW", False),
    # 5 % of about 300 K
    ("kelvin_tolerance", "12 C", "24^\\circ \\mathrm{C}", True),
    ("kelvin_tolerance", "290 K", "20^{\\circ}C", True),
    ("kelvin_tolerance", "12 C", "40^\\circ \\mathrm{C}", False),
    ("degrees", "$30^{\\circ}$", "31°", True),
    ("degrees", "$30^{\\circ}$", "35°", False),
    # absolute 0.15, whatever the units
    ("two_decimals", "0.52 m", "0.40 kg", True),
    ("two_decimals", "0.52", "0.36", False),
    ("two_decimals", "$60 \\%$", "0.48", True),
    # 5 % in base units
    ("base_units", "2 km", "2050 \\, \\text{m}", True),
    ("base_units", "$6.0 \\times 10^{3} \\mathrm{~J}$", "6.1 kJ", True),
    ("base_units", "$v=3 \\mathrm{~m} / \\mathrm{s}$", "v \\approx 2.9 \\text{ m/s}", True),
    ("base_units", "24 in.", "2.0 ft", True),
    ("base_units", "7", "8", False),
    ("base_units", "\\frac{1}{4} m", "25 cm", True),
    ("dimensions", "4 m", "4 kg", False),
    ("dimensions", "4 m", "4", False),
    # a word that is not a unit leaves the number alone
    ("base_units", "300 cfs", "305", True),
    # 1/s runs into the text
    ("glued_units", "$9 \\mathrm{~m} \\mathrm{~s}^{-1}$", "9 m/s", False),
    # with a power of ten, a stray \quad is a unit of energy
    ("dimensions", "\\quad 3 \\times 10^{-4} \\mathrm{~m}$", "3 \\times 10^{-4} m", False),
]
SILENT = [
    ("no_unit", "steep", "5 m"),
    ("no_unit", "5 m", "steep"),
    ("no_unit", "12.5 ,", "12.5 m"),
    ("unreadable", "\\quad 5 \\mathrm{~m}$", "5 m"),
    ("unreadable", "$a=4 \\mathrm{~m}, b=5 \\mathrm{~m}, c=6 \\mathrm{~m}$", "4 m"),
    ("unreadable", "5 m (upstream side)", "5 m"),
    ("unreadable", "$y=3 x+7$", "7 m"),
    ("unreadable", "$4 \\times 10^{+} \\mathrm{Pa}$", "4 Pa"),
]


@pytest.mark.parametrize(("reason", "key", "answer", "value"), DECIDED)
def test_branch_decides(reason, key, answer, value):
    assert judge_quantity(key, answer) == (value, reason)
    assert quantity_published(key, answer) is value


@pytest.mark.parametrize(("reason", "key", "answer"), SILENT)
def test_text_without_a_value_decides_nothing(reason, key, answer):
    assert judge_quantity(key, answer) == (None, reason)


FALSE_POSITIVES = [
    ("two_decimals", "\\quad 0.162\\ \\mathrm{~m}^{3} / \\mathrm{s}", "0.01284\\ \\mathrm{m}^3/\\mathrm{s}"),
    ("two_decimals", "$53.2 \\%$", "0.423"),
    ("two_decimals", "0.39", "0.27"),
    ("kelvin_tolerance", "$32.6^{\\circ} \\mathrm{C}$", "25^\\circ \\text{C}"),
    ("kelvin_tolerance", "298 K", "20.06^\\circ \\text{C}"),
]


@pytest.mark.parametrize(("reason", "key", "answer"), FALSE_POSITIVES)
def test_published_false_positive_returns(reason, key, answer):
    verdict = grade_published(key, answer)
    assert (verdict.value, verdict.by, verdict.reason) == (True, "quantity", reason)


def test_the_first_branch_that_applies_decides():
    assert judge_quantity("$20 \\%$, $3 \\mu \\mathrm{m}$", "90\\%, 3 \\mu m") == (False, "percent")
