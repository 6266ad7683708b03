"""Closures on a small network made by hand, compared with our own search."""

from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.simulators.sumo.closures import CUT_OFF, ENDS, STARTS, Span, additional_xml, impossible, join_closures
from mesocosm.simulators.sumo.demand import Journey
from mesocosm.simulators.sumo.network import Edge, Network

pytest.importorskip("networkx", reason="pip install 'mesocosm[traffic]'")
NAMES = "abcdef"


def network(turns):
    edges = {name: Edge(name, 100.0, 10.0, ((0.0, 0.0), (1.0, 0.0)), (), (f"{name}_0",)) for name in NAMES}
    followers = {first: tuple(sorted({then for a, then in turns if a == first})) for first, _ in turns}
    return Network(edges, followers, "!", (0.0, 0.0))


def test_closures_of_one_edge_that_meet_become_one():
    spans = [Span("a", 0, 10), Span("b", 5, 6), Span("a", 10, 20), Span("a", 30, 40)]
    assert join_closures(spans) == (Span("a", 0, 20), Span("a", 30, 40), Span("b", 5, 6))


def test_reasons_name_what_is_closed():
    ring = network([("a", "b"), ("b", "c"), ("c", "a")])
    trips = [Journey("1", 0, "b", "c"), Journey("2", 0, "a", "b"), Journey("3", 0, "a", "c"), Journey("4", 9, "b", "c")]
    assert impossible(trips, [Span("b", 0, 9)], ring) == {"1": STARTS, "2": ENDS, "3": CUT_OFF}


def test_drivers_learn_of_a_closure_everywhere_or_before_it():
    ring = network([("a", "b"), ("b", "c"), ("c", "a")])
    shut = [Span("b", 0, 9)]
    assert b'edges="a b c d e f"' in additional_xml(shut, [], ring, "everywhere")
    assert b'edges="a b"' in additional_xml(shut, [], ring, "at_closure")


def test_a_sign_is_no_faster_than_the_road():
    text = additional_xml([], [Span("a", 0, 9, 50.0)], network([]), "everywhere")
    assert b'<step time="0.00" speed="10.000"/><step time="9.00" speed="-1"/>' in text


turns = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=14)


@settings(max_examples=60, deadline=None)
@given(turns, st.sets(st.sampled_from(NAMES), min_size=1, max_size=3), st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_only_trips_without_an_open_way_are_cut_off(pairs, shut, start, end):
    reasons = impossible([Journey("t", 0, start, end)], [Span(name, 0, 1) for name in sorted(shut)], network(pairs))
    assert (reasons.get("t") is None) == reaches(pairs, shut, start, end)


def reaches(pairs, shut, start, end):
    """Search breadth first."""
    if start in shut or end in shut:
        return False
    seen, waiting = {start}, deque([start])
    while waiting:
        here = waiting.popleft()
        for first, then in pairs:
            if first == here and then not in shut and then not in seen:
                seen.add(then)
                waiting.append(then)
    return end in seen
