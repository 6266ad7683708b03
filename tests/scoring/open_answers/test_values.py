"""Values against keys: tolerance, units, dimensions, temperatures, signs, lists. Every pair is made up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.scoring.open_answers import grade

RIGHT = [
    ("12 m", "12.5 m", "equal"),  # 4 % off
    ("12 m", "0.012 km", "equal"),
    (r"$0.031 \mathrm{~m}^{3} / \mathrm{s}$", r"2678 \text{ m}^3/\text{day}", "equal"),  # 0.031 × 86 400 = 2678.4
    ("3.2 million gal", r"3{,}200{,}000 \text{ gallons}", "equal"),
    ("450 gpm", r"1.003\ \text{cfs}", "equal"),  # 448.83 gpm are one cfs
    ("75 kW", "100.6 hp", "equal"),  # 0.7457 kW are one horsepower
    ("7 m", "7.45 m", "equal"),  # half a unit of the last digit
    ("37 m", "37", "unit_missing"),
    ("$41^{\\circ}$", "41.3", "unit_missing"),
    ("88 %", "0.88", "equal"),
    ("0.88", r"88\%", "equal"),
    ("88 %", "88", "unit_missing"),
    ("0.0082", "8.2 g/kg", "equal"),
    ("63.2 %", "1 - e^{-1}", "equal"),
    ("15 C", r"288.15 \text{ K}", "equal"),
    ("288 K", r"15\,^\circ\text{C}", "equal"),
    ("6 K", r"6\,^\circ\text{C}", "equal"),  # a difference: nothing is that cold
    ("8 mg/L", "8 ppm", "equal_in_water"),
    ("$9.310^{4} \\mathrm{~J} \\mathrm{~mol}^{-1}$", "93.5 kJ/mol", "equal"),
    ("9.3 J/mol", "9.3 J", "unit_incomplete"),
    ("20-30 mm", "26 mm", "equal"),
    (r"$\tau = 8.2$", r"\tau \approx 8.25", "equal"),
    ("8.2 km", r"z = \frac{RT}{g} = 8.2\times 10^{3}\,{\rm m}", "equal"),
    ("8.2 km", r"\text{The height of the layer is } 8.2 \text{ km.}", "equal"),
    ("8.2 km", r"8.2 \text{ km (about 27,000 ft)}", "equal"),
    ("8.2 km", "8.2 km or 8200 m", "equal"),
    ("8.2 km", r"8.2 \text{ km (or 8200 m)}", "equal"),
    ("8.2 km", r"z \approx 8.2 \text{ km, with } T = 240 \text{ K}", "equal"),
    ("1.5 m, 20 s", "1.52 m and 20.4 s", "list"),
    ("$b=4.1$ ft, $y=2.2$ ft", "y = 2.2 ft, b = 4.1 ft", "list"),
    ("$640 \\mathrm{cfs}(\\mathbf{b}) 120 \\mathrm{cfs}$", "645 cfs", "equal"),
    ("7.3 s\n$\\mathbf{4 . 1 2} 8.8 \\mathrm{ft}$", "7.3 s", "equal"),
    ("40 lb/ft^2", "40 psf", "equal"),
]


@pytest.mark.parametrize(("key", "answer", "reason"), RIGHT)
def test_right(key, answer, reason):
    verdict = grade("", key, answer)
    assert (verdict.value, verdict.by, verdict.reason) == (True, "quantity", reason)


WRONG = [
    ("12 m", "12.7 m", "value"),  # 5.8 % off
    ("12 m", "12 km", "value"),
    ("1", "0.76", "value"),  # half a unit of the last digit widens to a tenth at most
    ("12 m", "12 s", "dimension"),
    ("12 W/m^3", "12 W/m^2", "dimension"),
    ("-12 m", "12 m", "sign"),
    ("0.21", "0.30", "value"),  # no absolute tolerance
    ("30 C", r"24^\circ\text{C}", "value"),  # 5 % of the degrees, not of the kelvins
    ("305 K", r"24^\circ\text{C}", "value"),
    ("12 m", r"\text{It cannot be calculated}", "no_number"),
    ("1.5 m, 20 s", "1.5 m", "list_partial"),
    ("1.5 m, 20 s", "7 m, 3 s", "value"),
    ("x < 5 m", "x > 5 m", "inequality_reversed"),
    ("5 m", "3x + 2", "formula_for_number"),
    ("0", "0.3", "value"),
]


@pytest.mark.parametrize(("key", "answer", "reason"), WRONG)
def test_wrong(key, answer, reason):
    verdict = grade("", key, answer)
    assert (verdict.value, verdict.reason) == (False, reason)


UNDECIDED = [
    ("730 mm", "0.73", "unit_missing_other_scale"),
    ("12 m", "12 furlongs", "unit_unknown"),
    ("12 m", "5 m or 12 m", "several_values"),
    ("12 m", "12 x", "formula_for_number"),
    ("-4 K", r"\text{a decrease of 4 K}", "sign_in_words"),
    ("5 kWh", "5 kWh/year", "unit_incomplete"),
    ("1 m, 9 m", "9 m, 1 m", "list_order"),
    ("5 m, no further erosion", "5 m", "rest_of_key_open"),
    (r"$\Delta p = 3.1 \times 10^{+} \mathrm{Pa}$", "31000 Pa", "key_unreadable"),
]


@pytest.mark.parametrize(("key", "answer", "reason"), UNDECIDED)
def test_undecided(key, answer, reason):
    verdict = grade("", key, answer)
    assert (verdict.value, verdict.reason) == (None, reason)


def test_year_is_exact():
    assert grade("In which year does the slope break?", "1987", "1988").value is False
    assert grade("In which year does the slope break?", "1987", "1987").value is True


def test_count_is_exact():
    assert grade("How many gauges are needed?", "20", "21").value is False


def test_total_per_year_is_a_total_where_the_question_is_of_a_year():
    assert grade("Find the annual energy.", "5 kWh", "5 kWh/year").value is True


def test_depth_in_a_month():
    assert grade("Find the monthly evaporation.", "14 cm/mo", "14 cm").value is True
    assert grade("Find the evaporation.", "14 cm/mo", "14 cm").value is None


LENGTHS = {"mm": 1e-3, "cm": 1e-2, "m": 1.0, "km": 1e3, "ft": 0.3048, "inches": 0.0254, "miles": 1609.344}


@given(
    st.floats(0.01, 1e6),
    st.sampled_from(sorted(LENGTHS)),
    st.sampled_from(sorted(LENGTHS)),
    st.floats(-0.2, 0.2).filter(lambda error: abs(abs(error) - 0.05) > 1e-3),
)
def test_five_per_cent_of_the_key_whatever_the_units(truth, unit, other, error):
    answer = truth * (1 + error) * LENGTHS[unit] / LENGTHS[other]
    assert grade("", f"{truth:.6e} {unit}", f"{answer:.6e} {other}").value is (abs(error) < 0.05)


def test_heap_of_numbers_is_no_list():
    assert grade("", "3 m, 7 m", ", ".join(f"{n} m" for n in range(1, 10))).value is None


def test_no_answer_is_wrong():
    assert grade("", "5 m", None).reason == "no_answer"
    assert grade("", "5 m", "  ").value is False


def test_table_is_never_right_without_a_judge():
    table = "| t, h | 0 | 1 | 2 | 3 |\n| :-: | :-: | :-: | :-: | :-: |\n| q, cfs | 10 | 25 | 40 | 31 |"
    assert grade("", table, "25 cfs").reason == "table_incomplete"
    assert grade("", table, "77, 88, 99, 66").reason == "table_values"
    assert grade("", table, "10, 25, 40, 31").value is None
