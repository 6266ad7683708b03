"""A log's view of a phreeqc episode: the options, each with the sentences of its mistakes."""

import pytest

from mesocosm.suites.phreeqc import suite
from mesocosm.suites.phreeqc.catalogue import scenario
from mesocosm.trace.schema import Answered, Trace
from mesocosm.types import Answer


def test_the_options_stand_with_their_mistakes():
    item, reference = suite.case(0, 0)
    answer, table = suite.view(item, reference, Trace(events=(Answered(answer=Answer(value="A", status="valid")),)))
    sentences = scenario(item.data.scenario).mistakes
    [field] = answer.fields
    assert field.answer == f"A: {item.data.options['A']}"
    assert field.verdict == ("wrong" if reference.hidden.mistakes["A"] else "right")
    if reference.hidden.mistakes["A"]:  # what the option follows from, never why it was chosen
        assert field.note.startswith("option A is what follows from th")
    for letter, value, meaning, mark in table.rows:
        made = reference.hidden.mistakes[letter]
        assert value == item.data.options[letter]
        sentence = " and ".join(sentences[name] for name in made)
        assert meaning == (f"this mistake: {sentence}" if made else "the truth")
        assert mark == ", ".join(["right"] * (not made) + ["chosen"] * (letter == "A"))


def test_the_second_way_stands_beside_the_truth_and_says_how():
    pytest.importorskip("phreeqc", reason="install mesocosm[phreeqc]")
    item, reference = suite.case(0, 0)
    [field] = suite.view(item, reference, Trace(events=()))[0].fields
    assert field.second.startswith(f"{field.truth} (PHREEQC run again")
