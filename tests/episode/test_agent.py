from __future__ import annotations

import pytest
from pydantic import ValidationError

from mesocosm.episode.agent import Script, ScriptAgent, call
from mesocosm.types import Observation, ToolCall

PROMPT = Observation(text="prompt")


def test_a_script_is_sent_what_its_call_gave() -> None:
    heard = []

    def script() -> Script:
        heard.append((yield call("a")).text)
        heard.append((yield call("b")).text)

    agent = ScriptAgent(script())
    assert [agent.act(PROMPT), agent.act(Observation(text="1")), agent.act(Observation(text="2"))] == [
        call("a"),
        call("b"),
        None,
    ]
    assert heard == ["1", "2"]


def test_a_script_that_is_over_stays_over() -> None:
    def script() -> Script:
        yield call("a")

    agent = ScriptAgent(script())
    assert [agent.act(PROMPT) for _ in range(4)] == [call("a"), None, None, None]


def test_a_call_in_few_words() -> None:
    assert call("read", x_m=[1, 2.5]) == ToolCall(tool="read", arguments={"x_m": [1, 2.5]})


def test_a_call_with_what_is_no_json_is_refused() -> None:
    with pytest.raises(ValidationError, match="valid JSON"):
        call("read", x=object())
