"""Listings: contents, sections, lines, head and tail."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.simulators.phreeqc.listing import Listing, Section

TEXT = """preamble
-----
TITLE
-----

 a test

-----Solution composition-----

Ca 1.0

----Solution composition----
Ca 2.0
------------
"""


def test_contents_know_both_kinds_of_header():
    assert Listing(TEXT).sections == (
        Section("TITLE", 2, 7, len("-----\nTITLE\n-----\n\n a test\n\n")),
        Section("Solution composition", 8, 11, len("-----Solution composition-----\n\nCa 1.0\n\n")),
        Section("Solution composition", 12, 14, len("----Solution composition----\nCa 2.0\n------------\n")),
    )


def test_a_section_is_found_by_name_and_number():
    listing = Listing(TEXT)
    assert "Ca 2.0" in listing.section("Solution composition")
    assert "Ca 1.0" in listing.section("Solution composition", 0)
    with pytest.raises(KeyError, match="no section 'Gas phase' number -1; there are 0"):
        listing.section("Gas phase")


def test_lines_count_from_one_and_are_cut_to_what_there_is():
    listing = Listing(TEXT)
    assert listing.line_count == 14
    assert listing.lines(1, 1) == "preamble\n"
    assert listing.lines(14, 99) == "------------\n"
    assert listing.lines(15, 99) == ""


def test_negative_numbers_and_table_rules_are_no_headers():
    assert Listing("---5.0 and ---\n-3 -4 -5\n---------\n").sections == (
        Section("5.0 and", 1, 3, len("---5.0 and ---\n-3 -4 -5\n---------\n")),
    )


@given(st.text(max_size=300), st.integers(40, 400))
def test_clipping_keeps_head_and_tail_within_the_size(text, most):
    clipped = Listing(text).clipped(most)
    assert len(clipped) <= max(most, 0)
    assert text == clipped if len(text) <= most else "left out" in clipped


@given(st.lists(st.sampled_from(["text", "---name---", "---", "", "x ---y---"]), max_size=30))
def test_sections_are_ordered_and_do_not_overlap(lines):
    listing = Listing("\n".join(lines))
    for one, other in zip(listing.sections, listing.sections[1:], strict=False):
        assert one.last_line < other.first_line
    for section in listing.sections:
        assert section.name in listing.lines(section.first_line, section.last_line)
