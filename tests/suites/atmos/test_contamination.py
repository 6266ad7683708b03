"""SymStd and contamination; values worked out by hand."""

import math

import pytest

from mesocosm.suites.atmos.contamination import (
    Outcome,
    accuracy,
    by_category,
    by_instance,
    corrected_contamination,
    published_contamination,
    symstd,
)


def outcomes(*templates):
    """Return outcomes from one string of 1 (right) and 0 (wrong) per template, instance by instance."""
    return [
        Outcome(f"t{place}", instance, "odd" if place % 2 else "even", mark == "1")
        for place, marks in enumerate(templates)
        for instance, mark in enumerate(marks, start=1)
    ]


def test_accuracies():
    marked = outcomes("110", "100")
    assert accuracy(one.correct for one in marked) == pytest.approx(50)
    assert by_category(marked) == pytest.approx({"even": 200 / 3, "odd": 100 / 3})
    assert by_instance(marked) == {1: 100, 2: 50, 3: 0}


def test_symstd_has_the_divisor_n_less_one():
    assert symstd([100, 50, 0]) == pytest.approx(50)  # sqrt((2500 + 0 + 2500) / 2)


def test_symstd_of_one_instance_is_unknown():
    assert math.isnan(symstd([80]))


def test_no_outcomes():
    assert math.isnan(accuracy([]))
    assert by_category([]) == {}
    assert corrected_contamination([]).n == 0
    assert math.isnan(published_contamination({}).z)


def test_contamination_as_published():
    """Mean of the others 80, their deviation 2: z = 2, p = 0.02275, and one of three is not below 84."""
    found = published_contamination({1: 84, 2: 78, 3: 80, 4: 82})
    assert (found.original, found.perturbed, found.z) == (84, 80, 2)
    assert found.p == pytest.approx(0.02275, abs=1e-5)
    assert found.permutation_p == pytest.approx(1 / 4)
    assert found.n == 4


def test_an_instance_as_good_as_the_original_counts_against_it():
    assert published_contamination({1: 80, 2: 80, 3: 90, 4: 70}).permutation_p == pytest.approx(3 / 4)


def test_contamination_of_equal_others_has_no_z():
    assert math.isnan(published_contamination({1: 90, 2: 80, 3: 80}).z)


def test_corrected_contamination_in_closed_form():
    """Two templates of two: gaps (1, -1) and (1, -1), variance 1 each; the sum 2 lies sqrt(2) deviations out.

    Of four draws one is as good, so p tends to 1/4.
    """
    found = corrected_contamination(outcomes("10", "10"))
    assert found.z == pytest.approx(math.sqrt(2))
    assert found.permutation_p == pytest.approx(0.25, abs=0.02)
    assert (found.original, found.perturbed) == (100, 0)


def test_templates_always_right_or_wrong_say_nothing():
    few, many = (corrected_contamination(outcomes(*["100", *extra])) for extra in ([], ["111", "000"] * 5))
    assert few.z == pytest.approx(many.z)


def test_a_template_left_out_says_nothing():
    marked = outcomes("1000", "1010", "0101")
    assert corrected_contamination(marked, without={"t0"}) == corrected_contamination(
        [one for one in marked if one.template != "t0"]
    )


def test_a_template_without_its_original_is_left_out():
    marked = [one for one in outcomes("10", "10") if (one.template, one.instance) != ("t0", 1)]
    assert corrected_contamination(marked).original == 100
    assert corrected_contamination(marked).z == pytest.approx(1)


def test_one_seed_one_p():
    marked = outcomes("10011", "11010", "10000")
    assert corrected_contamination(marked, seed=3) == corrected_contamination(marked, seed=3)


def test_the_two_p_values_agree_on_many_templates():
    """An original right in 60 of 80 templates whose siblings are right in a half."""
    marked = outcomes(*["11100"] * 30, *["10101"] * 30, *["01010"] * 20)
    found = corrected_contamination(marked)
    assert found.permutation_p == pytest.approx(found.p, abs=0.01)
    assert found.p < 0.01
