"""Properties of every truth: its sentence is right, another value wrong, a contradiction never right."""

import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.suites.eo.judge import verdict
from mesocosm.suites.eo.judge.labels import above, names
from mesocosm.suites.eo.records import ChoiceAnswer, CountAnswer, DateAnswer, ListAnswer, NumberAnswer, YesNoAnswer

NOUNS = st.sampled_from(
    ["ships", "storage tanks", "damaged buildings", "cars", "bridges", "Boeing 737 aircraft", "factories"]
)
POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
WORDS = {"expanded": ("grew",), "contracted": ("shrank",), "stable": ("no change", "unchanged")}
THINGS = {"ship": ("vessel",), "crane": (), "car": (), "storage tank": ("tank",), "bridge": ()}
COUNTED = st.sampled_from(
    [
        "{n}",
        "There are {n} {noun}.",
        "I count {n} {noun} in the picture.",
        "The answer is {n}.",
        "**{n}** {noun}",
        "After moving right, {n} {noun} are visible in total.",
    ]
)
TURNED = st.sampled_from(
    [" Actually, {0}.", " No, {0}.", " Wait, it is {0}.", " Or {0}.", " or {0}", " Correction: {0}."]
)
OPTIONS = settings(max_examples=60, deadline=None)


@OPTIONS
@given(st.integers(0, 5000), NOUNS, COUNTED)
def test_the_count_in_a_sentence_is_right(value, noun, sentence):
    assert verdict(sentence.format(n=value, noun=noun), CountAnswer(value=value, noun=noun)).value is True


@OPTIONS
@given(st.integers(0, 5000), st.integers(0, 5000), NOUNS, COUNTED)
def test_another_count_is_wrong(value, other, noun, sentence):
    if value != other:
        assert verdict(sentence.format(n=other, noun=noun), CountAnswer(value=value, noun=noun)).value is False


@OPTIONS
@given(st.integers(0, 500), st.integers(0, 500), NOUNS, COUNTED, TURNED)
def test_a_count_and_another_one_are_never_right(value, other, noun, sentence, turn):
    if value != other:
        reply = sentence.format(n=value, noun=noun) + turn.format(other)
        assert verdict(reply, CountAnswer(value=value, noun=noun)).value is not True


def plural(kind):
    word = kind.replace("_", " ")
    return f"{word}es" if word.endswith(("s", "ch")) else f"{word}s"


@pytest.mark.parametrize("kind", sorted(names()))
def test_a_kind_is_counted_by_all_its_names_and_by_no_other_kinds(kind):
    """This also holds if one name contains another, as `car park` does `car`."""
    truth = CountAnswer(value=3, noun=plural(kind))
    for own in (kind, *names()[kind]):
        assert verdict(f"There are 3 {plural(own)}.", truth).value is True
    for other in set(names()) - {kind} - above()[kind]:
        if kind not in above()[other]:
            assert verdict(f"There are 3 {plural(other)}.", truth).value is False


@OPTIONS
@given(st.floats(0.5, 9e5), st.sampled_from(["m", "m2", "ha", "km", "percent"]), st.floats(0.001, 0.05))
def test_a_number_with_its_unit_is_right_and_one_beyond_the_tolerance_wrong(value, unit, share):
    spec = NumberAnswer(value=value, unit=unit, tolerance=share * value)
    written = "%" if unit == "percent" else unit
    assert verdict(f"It is {value:.6g} {written}.", spec).value is True
    assert verdict(f"It is {value * (1 + 1.5 * share):.6g} {written}.", spec).value is False


@OPTIONS
@given(st.floats(1.0, 9e4), TURNED)
def test_a_number_and_another_one_are_never_right(value, turn):
    spec = NumberAnswer(value=value, unit="ha", tolerance=0.02 * value)
    assert verdict(f"The lake covers {value:.4g} ha." + turn.format(f"{2 * value:.4g} ha"), spec).value is not True


@OPTIONS
@given(st.floats(1.0, 9e4))
def test_other_units_of_the_same_dimension_are_converted(value):
    spec = NumberAnswer(value=value, unit="ha", tolerance=0.001 * value)
    assert verdict(f"{value * 1e4:.8g} m²", spec).value is True
    assert verdict(f"{value / 100:.8g} km²", spec).value is True


@OPTIONS
@given(
    st.floats(-9.0, 9.0),
    st.sampled_from(
        ["fell by {}", "rose by {}", "{} lower", "-{}", "{}", "a loss of {}", "loss or gain: {}", "It shrank. {}"]
    ),
    st.floats(0.1, 9.0),
)
def test_a_number_is_read_without_regard_to_the_truth(value, sentence, written):
    reply = sentence.format(f"{written:.3f}")
    readings = {
        verdict(reply, NumberAnswer(value=truth, unit="ha", tolerance=0.1)).reading
        for truth in (value, -value, 0.0, 1.0, written, -written)
    }
    assert len(readings) == 1


@OPTIONS
@given(st.booleans(), st.sampled_from(["{}", "{}.", "The answer is {}.", "**{}**", "{}, as the later picture shows."]))
def test_yes_and_no(value, sentence):
    spec = YesNoAnswer(value=value)
    word, other = ("Yes", "No") if value else ("No", "Yes")
    assert verdict(sentence.format(word), spec).value is True
    assert verdict(sentence.format(other), spec).value is False
    assert verdict(f"{sentence.format(word)} Actually, {other.lower()}.", spec).value is not True


@OPTIONS
@given(
    st.sampled_from(POINTS),
    st.sampled_from(POINTS),
    st.sampled_from(["{}", "to the {}", "The tank lies {} of the pier.", "Answer: {}"]),
    TURNED,
)
def test_directions(value, other, sentence, turn):
    spec = ChoiceAnswer(value=value, among=dict.fromkeys(POINTS, ()))
    for spelling in (value, value.replace("-", ""), value.replace("-", " "), value.title()):
        assert verdict(sentence.format(spelling), spec).value is True
    if other != value:
        assert verdict(sentence.format(other), spec).value is False
        assert verdict(sentence.format(value) + turn.format(other), spec).value is not True


@OPTIONS
@given(st.sampled_from(sorted(WORDS)), st.sampled_from(sorted(WORDS)), TURNED)
def test_choices_by_any_synonym(value, other, turn):
    spec = ChoiceAnswer(value=value, among=WORDS)
    for name in (value, *WORDS[value]):
        assert verdict(f"The forest: {name}.", spec).value is True
        if other != value:
            assert verdict(f"The forest: {name}.{turn.format(other)}", spec).value is not True
    if other != value:
        assert verdict(f"The forest {other}.", spec).value is False


@OPTIONS
@given(
    st.dates(datetime.date(1990, 1, 1), datetime.date(2060, 12, 31)),
    st.dates(datetime.date(1990, 1, 1), datetime.date(2060, 12, 31)),
    TURNED,
)
def test_dates_in_many_spellings(day, other, turn):
    spec = DateAnswer(value=day.isoformat())
    for spelling in ("%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%d %b %Y", "%Y/%m/%d", "%Y%m%d", "%b %d %Y"):
        assert verdict(f"It was taken on {day.strftime(spelling)}.", spec).value is True
        if other != day:
            assert verdict(f"It was taken on {other.strftime(spelling)}.", spec).value is False
            assert verdict(day.isoformat() + turn.format(other.strftime(spelling)), spec).value is not True
    assert verdict(day.strftime("%B %Y"), DateAnswer(value=day.isoformat()[:7])).value is True


@OPTIONS
@given(st.sets(st.sampled_from(sorted(THINGS)), min_size=1), st.sets(st.sampled_from(sorted(THINGS)), min_size=1))
def test_lists_in_any_order(value, other):
    spec = ListAnswer(value=tuple(sorted(value)), among=THINGS)
    assert verdict(", ".join(sorted(value, reverse=True)), spec).value is True
    assert verdict(", ".join(sorted(other)), spec).value is (value == other)


@OPTIONS
@given(st.text(max_size=300))
def test_any_text_has_a_verdict(text):
    for spec in (
        CountAnswer(value=3, noun="cars"),
        NumberAnswer(value=1.5, unit="ha", tolerance=0.1),
        YesNoAnswer(value=True),
        ChoiceAnswer(value="stable", among=WORDS),
        DateAnswer(value="2031-07-14"),
        ListAnswer(value=("car",), among=THINGS),
    ):
        verdict(text, spec)
