"""A trace that the suite's world cannot have written is refused, and one that it wrote is not."""

import pytest
from tests.report.bundle.forging import forge, in_lines, members, pack, signed

import mesocosm
from mesocosm.report.bundle.creation import make_bundle
from mesocosm.report.bundle.verification import check_bundle

TRACE, OTHER = "runs/0000/traces/000000.jsonl", "runs/0001/traces/000000.jsonl"


def reasons(bundle):
    return [str(refusal).removeprefix(f"{bundle}: ") for refusal in check_bundle(bundle).refusals]


def in_start(**fields):
    return in_lines(lambda events: [{**events[0], **fields}, *events[1:]])


def in_spent(**counts):
    return in_lines(lambda events: [*events[:-1], {**events[-1], "spent": {**events[-1]["spent"], **counts}}])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("version", 2),
        ("origin", "elsewhere"),
        ("seed", 99),
        ("budget", {}),
        ("budget", {"steps": 100_000}),
        ("tools", {}),
        ("tools", {"answer_key": "0" * 64}),
        ("prompts", {}),
        ("prompts", {"system": "0" * 64}),
    ],
)
def test_an_episode_of_another_world_is_refused(bundle, field, value):
    [why] = reasons(forge(bundle, TRACE, in_start(**{field: value})))
    assert f"toy-s7-0000, epoch 1: {field}: its trace says " in why
    assert "the suite's world has " in why


@pytest.mark.parametrize(
    ("counts", "why"),
    [
        ({"steps": -3}, "its trace must give steps as a whole number, 0 or more, got -3.0"),
        ({"steps": "NaN"}, "its trace must give steps as a whole number, 0 or more, got nan"),
        ({"steps": "Infinity"}, "its trace must give steps as a whole number, 0 or more, got inf"),
        ({"tokens": -5}, "its trace must give tokens as a whole number, 0 or more, got -5.0"),
        ({"steps": 18}, "its trace says 18 steps; by its events it is 0 to 7"),  # a call, and 3 turns before and after
        ({"calls.submit": 2}, "its trace says 2 calls.submit; by its events it is 1 to 1"),
        ({"calls.submit": 0}, "its trace says 0 calls.submit; by its events it is 1 to 1"),
        ({"luck": 1}, 'its trace says that "luck" was spent, which no world counts'),
    ],
)
def test_counts_that_do_not_follow_from_the_events_are_refused(bundle, counts, why):
    assert reasons(forge(bundle, TRACE, in_spent(**counts))) == [f"guess on toy: toy-s7-0000, epoch 1: {why}"]


def twice_answered(events):
    [answered] = [event for event in events if event["kind"] == "answered"]
    return [*events[:-1], answered, events[-1]]


def answered_early(events):
    return [events[0], events[-2], *events[1:-2], events[-1]]


def often_tried(events):
    answered = {**events[-2], "answer": {**events[-2]["answer"], "attempts": 4}}
    return [*events[:-2], answered, events[-1]]


def never_called(events):
    return [events[0], events[-2], {**events[-1], "spent": {"steps": 0, "tokens": 0}}]


def foreign_tool(events):
    used = [{**event, "tool": "answer_key"} if event["kind"] == "called" else event for event in events]
    return [*used[:-1], {**used[-1], "spent": {"steps": 1, "tokens": 0}}]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda events: [*events, {"kind": "said", "role": "note", "text": "x"}], "events follow episode_ended"),
        (lambda events: [*events, events[-1]], "events follow episode_ended"),
        (lambda events: [events[0], *events], "a second episode_started"),
        (lambda events: events[:-1], "the episode has no end"),
        (lambda events: [events[0], *events[2:]], "which no line before called"),
        (lambda events: [*events[:3], *events[1:]], "is used twice"),
        (twice_answered, "its trace has more than one answer"),
        (answered_early, "or one that was not written at its end"),
        (often_tried, "its trace has an answer after 4 tries; its calls and the desk allow 1"),
        (never_called, "its trace has an answer after 1 tries; its calls and the desk allow 0"),
        (foreign_tool, 'its trace has a call of "answer_key", a tool that its world does not have'),
    ],
)
def test_what_no_episode_writes_is_refused(bundle, change, why):
    [refusal] = reasons(forge(bundle, TRACE, in_lines(change)))
    assert why in refusal


# ---------------------------------------------------------------- one episode, one place


def test_one_trace_in_two_epochs_is_refused(repeated, tmp_path):
    parts = members(repeated)
    parts["runs/0000/traces/000001.jsonl"] = parts[TRACE]
    [why] = reasons(pack(tmp_path / "forged.zip", signed(parts)))
    assert "its trace is that of another episode of the run" in why


def test_spaces_make_no_other_trace(repeated, tmp_path):
    parts = members(repeated)
    parts["runs/0000/traces/000001.jsonl"] = in_lines(list)(parts[TRACE])
    [why] = reasons(pack(tmp_path / "forged.zip", signed(parts)))
    assert "its trace is that of another episode of the run" in why


# ---------------------------------------------------------------- what was really played passes


@pytest.fixture(scope="module")
def repeated(tmp_path_factory):
    """Play one item in two epochs: a try in the wrong form, then words alone, then an answer."""
    folder = tmp_path_factory.mktemp("repeated")

    def hesitant(task):
        task.call("submit", answer="deep")
        task.call("no_such_tool")
        task.say("I think it is deep.")
        task.call("submit", answer={"depth_m": 200.0, "excess_mass_kg": 2e9})

    mesocosm.run("toy", hesitant, seed=3, n=1, epochs=2, logs=folder / "logs", isolated=False)
    make_bundle([folder / "logs"], folder / "made.zip")
    return folder / "made.zip"


def test_a_run_of_two_epochs_passes(repeated):
    checked = check_bundle(repeated)
    assert checked.refusals == []
    [row] = checked.rows
    assert (row.about["epochs"], row.episodes, row.rejected_calls, row.steps) == ("2", 2, 2.0, 3.0)


@pytest.mark.parametrize("agent", ["null", "random"])
def test_agents_of_ours_pass(agent, tmp_path):
    mesocosm.run("toy", agent, n=1, epochs=2, logs=tmp_path / "logs")
    make_bundle([tmp_path / "logs"], tmp_path / "made.zip")
    assert reasons(tmp_path / "made.zip") == []


def silent(task):
    """End without a call."""


def tireless(task):
    while not task.done:
        task.call("no_such_tool")


@pytest.mark.filterwarnings("ignore:.* are unanswered")
@pytest.mark.parametrize(("agent", "end"), [(silent, "stopped"), (tireless, "budget")])
def test_an_episode_without_an_answer_passes(agent, end, tmp_path):
    mesocosm.run("toy", agent, n=1, logs=tmp_path / "logs", isolated=False)
    make_bundle([tmp_path / "logs"], tmp_path / "made.zip")
    checked = check_bundle(tmp_path / "made.zip")
    assert checked.refusals == []
    assert checked.rows[0].samples[0].end == end
