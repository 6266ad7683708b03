"""Gymnasium: its own checker, and known problems of text environments."""

import json
import pickle
import subprocess
import sys
from contextlib import closing

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from mesocosm import registry
from mesocosm.adapters import gymnasium as ours
from mesocosm.adapters.gymnasium import SuiteEnv, ToolCallSpace, Unicode, env_id, make_vector
from mesocosm.errors import InvalidRecord, UnknownName


@pytest.fixture
def env():
    made = gymnasium.make("mesocosm/Toy-v0")
    yield made
    made.close()


def act(tool: str, **arguments) -> str:
    return json.dumps({"tool": tool, "arguments": arguments})


@pytest.mark.parametrize(
    "suite",
    [pytest.param(name, marks=() if name == "toy" else pytest.mark.exhaustive) for name in registry.names("suites")],
)
def test_every_suite_is_registered_and_passes_the_checker(suite):
    made = gymnasium.make(ours.env_id(suite))
    check_env(made.unwrapped)
    made.close()


def test_a_suite_is_found_without_an_import_of_ours():
    """Gymnasium imports what is before the colon."""
    program = (
        "import gymnasium\n"
        "env = gymnasium.make('mesocosm.adapters.gymnasium:mesocosm/toy-v0')\n"
        "print(env.unwrapped.suite.name)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout.strip(), done.returncode) == ("toy", 0), done.stderr


def test_a_solved_item_is_rewarded_and_terminated(env):
    _, info = env.reset(options={"item": "toy-train-s7-0000"})
    truth = registry.load("suites", "toy").find("toy-train-s7-0000")[1].answer
    _, reward, terminated, truncated, info = env.step(act("submit", answer=truth))
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["end"] == "submitted"


def test_a_reward_is_paid_once(env):
    env.reset(options={"item": "toy-train-s7-0003"})
    answer = env.unwrapped.suite.find("toy-train-s7-0003")[1].answer
    hand_in = json.dumps({"tool": "submit", "arguments": {"answer": answer}})
    assert env.step(hand_in)[1] == 1.0
    message = (
        r"^the episode is over: an answer was submitted; nothing more is counted; call reset\(\) for another episode$"
    )
    with pytest.raises(gymnasium.error.ResetNeeded, match=message):
        env.step(hand_in)


def test_a_spent_budget_truncates(env):
    env.reset(seed=1)
    for _ in range(39):
        *_, terminated, truncated, _ = env.step(act("list_files"))
        assert not terminated
        assert not truncated
    _, reward, terminated, truncated, info = env.step(act("list_files"))
    assert (reward, terminated, truncated, info["end"]) == (0.0, False, True, "budget")


@pytest.mark.parametrize(
    "action", ["", "rubbish", "[]", "{}", '{"tool": 3}', "null", "[" * 2000, '{"tool":"x","arguments":NaN}']
)
def test_a_malformed_action_is_answered_not_raised(env, action):
    env.reset(seed=1)
    seen, reward, terminated, truncated, info = env.step(action)
    assert info["error"]
    assert seen["text"]
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert int(seen["step"]) == 1


def test_one_seed_one_item(env):
    first = env.reset(seed=5)[1]["item"]
    env.reset(seed=6)
    assert env.reset(seed=5)[1]["item"] == first


def test_pictures_are_seen(env):
    env.reset(seed=1)
    seen, *_ = env.step(act("survey_line", start=[-500, 0], end=[500, 0]))
    assert seen["image"].shape == (256, 256, 3)
    assert seen["image"].max() == 255
    [png] = seen["pictures"]
    assert png.startswith(b"\x89PNG")
    assert env.observation_space.contains(seen)


def test_samples_are_calls_the_world_accepts():
    space = ToolCallSpace("toy", seed=3)
    tools = registry.load("suites", "toy").tools()
    for _ in range(50):
        call = json.loads(space.sample())
        tools[call["tool"]].check(call["arguments"])


def test_the_text_space_holds_what_gymnasiums_own_refuses():
    text = '{"unit": "°C", "ünï": "✓"}'
    assert text not in gymnasium.spaces.Text(100)
    assert text in Unicode()


def test_spaces_survive_pickling():
    space = ToolCallSpace("toy")
    assert pickle.loads(pickle.dumps(space)) == space


@pytest.mark.parametrize("processes", [False, True])
def test_vector_environments_keep_their_text_apart(processes):
    """In Gymnasium's shared memory this text would freeze at its first value without an error."""
    vector = make_vector("toy", 2, processes=processes)
    vector.reset(seed=1)
    for step in (1, 2):
        seen, *_ = vector.step([act("read_meter", x_m=0, y_m=10 * step), act("read_meter", x_m=step, y_m=0)])
        assert f"y = {10 * step} m" in seen["text"][0]
        assert f"x = {step} m" in seen["text"][1]
        assert np.array_equal(seen["step"], [step, step])
    vector.close()


def test_step_before_reset_says_so(env):
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(act("list_files"))


@pytest.mark.parametrize("word", ["limit", "n"], ids=["the word everywhere", "an older one"])
def test_items_are_limited_by_the_word_that_is_used_everywhere(word):
    env = gymnasium.make(env_id("toy"), **{word: 1})
    drawn = {env.reset(seed=seed)[1]["item"] for seed in range(5)}
    assert drawn == {"toy-train-s0-0000"}


def test_a_limit_that_is_none_is_refused():
    with pytest.raises(InvalidRecord, match="limit must be at least 1, got 0"):
        SuiteEnv("toy", limit=0)


# ---------------------------------------------------------------- splits


def test_items_are_for_training_unless_another_split_is_named(env):
    _, info = env.reset(seed=1)
    assert info["split"] == "train"
    assert info["item"].startswith("toy-train-s0-")


def test_an_item_of_another_split_is_refused(env):
    with pytest.raises(InvalidRecord, match="toy-s7-0000 is an item of the split test, .* make one with split='test'"):
        env.reset(options={"item": "toy-s7-0000"})


def test_the_test_is_played_where_it_is_asked_for_by_name():
    env = gymnasium.make(ours.env_id("toy"), split="test")
    assert env.reset(options={"item": "toy-s7-0000"})[1]["item"] == "toy-s7-0000"
    assert env.reset(seed=1)[1]["item"].startswith("toy-s0-")
    env.close()


def test_an_unknown_split_lists_those_there_are():
    with pytest.raises(InvalidRecord, match="split must be one of train, validation, test, got 'dev'"):
        gymnasium.make(ours.env_id("toy"), split="dev")


def test_a_profile_that_the_suite_lacks_is_refused_at_once():
    with pytest.raises(InvalidRecord, match="suite toy has no profile 'pub'"):
        SuiteEnv("toy", profile="pub")


def test_an_unknown_option_of_reset_is_refused():
    with pytest.raises(InvalidRecord, match="reset has no option 'itme'; it takes item"):
        SuiteEnv("toy").reset(options={"itme": "toy-train-s7-0000"})


@pytest.mark.parametrize("seed", ["7", 7.0, -1])
def test_a_seed_that_is_no_whole_number_is_refused(seed):
    with pytest.raises(InvalidRecord, match="seed must be"):
        SuiteEnv("toy", seed=seed)


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seed": "7"}, "seed must be a whole number of at least 0, got '7'"),
        ({"seed": -1}, "seed must be at least 0, got -1"),
        ({"options": {"itme": "x"}}, "reset has no option 'itme'; it takes item"),
        ({"options": "toy-train-s7-0000"}, "options of reset must be a dictionary such as {'item': ID}, got 'toy-"),
        ({"options": {"item": 5}}, "item must be a string, got 5"),
        ({"options": {"item": "toy-s7-0000"}}, "is an item of the split test"),
    ],
)
def test_a_refused_reset_spoils_nothing(env, given, message):
    with pytest.raises(InvalidRecord, match=message):
        env.reset(**given)
    assert env.reset(seed=np.int64(1))[1]["item"].startswith("toy-train-")
    with pytest.raises(InvalidRecord, match=message):
        env.reset(**given)
    assert env.step(act("list_files"))[4]["error"] == ""  # the episode goes on


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ('{"tool": "list_files", "args": {}}', "its keys are 'tool', a name, and 'arguments', an object, not 'args'"),
        ('{"tool": "read_meter", "x_m": 0, "y_m": 0}', "an object, not 'x_m', 'y_m'"),
        ('{"name": "list_files", "arguments": {}}', "an object, not 'name'"),
        ({"tool": "list_files"}, "give json.dumps of it"),
    ],
)
def test_an_action_under_other_keys_is_answered_with_the_right_ones(env, action, message):
    env.reset(seed=1)
    text = env.step(action)[0]["text"]
    assert text.startswith('an action is JSON text such as {"tool": "list_files", "arguments": {}}, got ')
    assert message in text


def test_a_key_beside_the_arguments_does_no_harm(env):
    env.reset(seed=1)
    assert env.step('{"tool": "list_files", "arguments": {}, "thought": "a look"}')[4]["error"] == ""


def test_the_example_of_an_action_is_one_of_the_suite():
    """Questions of physics come without files: `list_files` would only be refused."""
    env = gymnasium.make("mesocosm/Atmos-v0", limit=1)
    env.reset(seed=0)
    text = env.step("A")[0]["text"]
    env.close()
    assert text.startswith('an action is JSON text such as {"tool": "submit", "arguments": {"answer": "..."}}, got ')


@pytest.mark.parametrize(
    ("count", "message"),
    [
        (0, "count must be at least 1, got 0"),
        (-1, "count must be at least 1, got -1"),
        (2.5, "count must be a whole number of at least 1, got 2.5"),
        ("two", "count must be a whole number of at least 1, got 'two'"),
    ],
)
def test_a_count_of_environments_that_is_none_is_refused(count, message):
    with pytest.raises(InvalidRecord, match=message):
        make_vector("toy", count)


@pytest.mark.parametrize(("actions", "message"), [("{}", "got one text"), (["{}"], "got 1 actions")])
def test_actions_that_are_not_one_for_each_environment_are_refused(actions, message):
    with closing(make_vector("toy", 2)) as environments:
        environments.reset(seed=1)
        with pytest.raises(InvalidRecord, match=f"a list of one action for each of 2 environments, {message}"):
            environments.step(actions)


def test_other_wrong_vectors_are_refused_by_name():
    with pytest.raises(InvalidRecord, match="suite must be a string, got 2"):
        make_vector(2, "toy")
    with pytest.raises(UnknownName, match="did you mean toy"):
        make_vector("toyy", 2)
    with pytest.raises(InvalidRecord, match="processes must be True or False, got 'no'"):
        make_vector("toy", 1, processes="no")


def test_environments_are_counted_by_gymnasiums_word_too():
    vector = make_vector("toy", num_envs=2)
    assert vector.num_envs == 2
    vector.close()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"suite": 5}, "suite must be a string, got 5"),
        ({"variant": "tools=none"}, "variant must be a dictionary of the suite's options, got 'tools=none'"),
        ({"options": {"tools": "none"}}, "suite toy has no option 'tools'"),
        ({"render_mode": "human"}, "render_mode must be None or one of ansi, rgb_array, got 'human'"),
    ],
)
def test_an_environment_that_cannot_be_made_is_refused_by_argument(given, message):
    with pytest.raises(InvalidRecord, match=message):
        SuiteEnv(**{"suite": "toy", **given})


def test_rendering_without_a_mode_says_which_to_give():
    with SuiteEnv("toy") as env, pytest.warns(UserWarning, match='render_mode="ansi"'):
        env.render()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"item": "toy-train-s0-0001"}, r'env.reset\(options={"item": ID}\)'),
        ({"options": {"item": "toy-train-s0-0001"}}, r'env.reset\(options={"item": ID}\)'),
        ({"render_mode": "human"}, "render_mode must be None or one of ansi, rgb_array, got 'human'"),
        ({"suite": "phreeqc"}, "mesocosm/Toy-v0 is the suite 'toy'; leave out suite='phreeqc'"),
    ],
)
def test_what_gymnasium_cannot_make_is_answered_with_the_way(given, message):
    with pytest.raises((TypeError, InvalidRecord), match=message):
        gymnasium.make("mesocosm/Toy-v0", **given)


def test_pictures_are_still_collected_by_gymnasium():
    with gymnasium.make("mesocosm/Toy-v0", render_mode="rgb_array_list") as env:
        env.reset(seed=1)
        assert [picture.shape for picture in env.render()] == [(256, 256, 3)]


@pytest.mark.parametrize("make", [SuiteEnv, lambda suite: make_vector(suite, 2)], ids=["one", "several"])
@pytest.mark.parametrize("name", ["mesocosm/Toy-v0", "mesocosm.adapters.gymnasium:mesocosm/toy-v0"])
def test_an_id_of_gymnasium_in_place_of_a_suite_is_answered_with_the_suite(make, name):
    with pytest.raises(InvalidRecord, match="got an id of Gymnasium, .*; give 'toy'"):
        make(name)


def test_actions_are_drawn_from_the_tools_that_the_variant_has():
    with SuiteEnv("atmos", variant={"tools": "none"}) as env:
        env.reset(seed=1)
        env.action_space.seed(1)
        drawn = {json.loads(env.action_space.sample())["tool"] for _ in range(40)}
        _, info = env.reset(seed=1)
    assert drawn <= info["tools"].keys()
