"""Models and servers that misbehave, one way each, and the expected end of such an episode.

with MisbehavingServer([one.script for one in misbehaviours(ways)]) as server:
    ...  # one episode after the other, each meets the next script
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pydantic import Field, JsonValue

from mesocosm.scoring.form import FormClass
from mesocosm.testing.model_server import ModelServer, Turn
from mesocosm.trace.schema import EndReason
from mesocosm.types import Record

OVERFLOWS = {
    "vllm": "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
    "llama.cpp": "the request exceeds the available context size (4096 tokens), try increasing it",
    "anthropic": "prompt is too long: 200123 tokens > 200000 maximum",
    "google": "The input token count (1048600) exceeds the maximum number of tokens allowed (1048576).",
}
"""The messages of four servers about a conversation that is too long."""
NO_PARSER = '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'


class Ways(Record):
    """The tools of the world that a misbehaving model needs."""

    submit: str
    """Name of the tool that submits an answer."""
    arguments: dict[str, JsonValue]
    """Well-formed arguments of that tool."""
    harmless: tuple[str, str]
    """A call that succeeds, its arguments as JSON text."""
    picture: tuple[str, str] | None = None
    """A call that shows a picture; None if there is none."""

    @property
    def raw(self) -> str:
        return json.dumps(self.arguments)


class Misbehaviour(Record):
    """A script of replies, and the expected end of the episode."""

    name: str
    script: tuple[Turn, ...] = Field(min_length=1)
    form: FormClass
    end: EndReason
    most_requests: int = 3
    """Most requests until the episode is over."""
    evident: bool = False
    """Whether the answer can be read nevertheless."""


def misbehaviours(ways: Ways, letter: str = "B") -> tuple[Misbehaviour, ...]:
    """Return every misbehaviour but the hanging server, which takes time; prose tells the letter."""
    of_models = _of_words(ways, letter) + _of_calls(ways) + _of_pictures(ways)
    return (*of_models, *_of_servers())


def hanging() -> Misbehaviour:
    """Return a server that accepts the request and does not reply."""
    return Misbehaviour(name="hang", script=(Turn(hang=True),), form="waiting", end="waiting", most_requests=1)


class MisbehavingServer(ModelServer):
    """Plays one script after the other: a conversation without a reply so far starts the next one."""

    def __init__(self, scripts: Sequence[Sequence[Turn]]) -> None:
        super().__init__(scripts[0])
        self._scripts = [tuple(script) for script in scripts]
        self._begun = -1
        self.per_script: list[int] = [0] * len(scripts)
        """Number of requests to each script."""

    def answer(self, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if not any(message["role"] == "assistant" for message in request["messages"]):
            self._begun += 1
        place = min(self._begun, len(self._scripts) - 1)
        self.script = self._scripts[place]
        self.per_script[place] += 1
        return super().answer(request)


def _of_words(ways: Ways, letter: str) -> tuple[Misbehaviour, ...]:
    as_json = json.dumps({"name": ways.submit, "arguments": ways.arguments})
    scripts = {
        "prose": ((f"I weighed them all. The answer is {letter}.",), "prose"),
        "prose in other words": ((f"It is {letter}. So the answer is {letter}.", "As I said.", "Done."), "prose"),
        "boxed": ((f"Therefore $\\boxed{{{letter}}}$.",), "prose"),
        "call as text": ((f"```json\n{as_json}\n```",), "call_as_text"),
        "call in tags": ((f"<tool_call>\n{as_json}\n</tool_call>",), "call_as_text"),
        "call as code": ((f"{ways.submit}({_as_code(ways.arguments)})",), "call_as_text"),
    }
    words = tuple(
        Misbehaviour(
            name=name, script=tuple(Turn(text=text) for text in texts), form=form, end=_end(texts), evident=True
        )
        for name, (texts, form) in scripts.items()
    )
    cut = Turn(text="Let me think about this step by", finish="length")
    same = Turn(text="Call the tool, or hand in your answer.")
    return (
        *words,
        Misbehaviour(name="cut", script=(cut,), form="cut_off", end="loop"),
        Misbehaviour(name="empty", script=(Turn(),), form="empty", end="stopped"),
        Misbehaviour(name="repeats the nudge", script=(same,), form="loop", end="loop"),
    )


def _of_calls(ways: Ways) -> tuple[Misbehaviour, ...]:
    wrong = json.dumps({"no_such_argument": next(iter(ways.arguments.values()))})
    calls: dict[str, tuple[tuple[str, str], FormClass, bool]] = {
        "bad JSON": ((ways.submit, ways.raw[:-1] + ",,"), "malformed_json", False),
        "wrong tool": (("final_answer", ways.raw), "wrong_tool", True),
        "wrong argument": ((ways.submit, wrong), "wrong_arguments", True),
        "loop": (ways.harmless, "loop", False),
    }
    return tuple(
        Misbehaviour(name=name, script=(Turn(calls=(call,)),), form=form, end="loop", evident=evident)
        for name, (call, form, evident) in calls.items()
    )


def _of_pictures(ways: Ways) -> tuple[Misbehaviour, ...]:
    if ways.picture is None:
        return ()
    script = (Turn(calls=(ways.picture,)), Turn(error="image_url is only supported by certain models."))
    return (Misbehaviour(name="image refused", script=script, form="images", end="images", most_requests=2),)


def _of_servers() -> tuple[Misbehaviour, ...]:
    overflows = tuple(
        Misbehaviour(
            name=f"context overflow, {server}",
            script=(Turn(error=words),),
            form="context",
            end="context",
            most_requests=1,
        )
        for server, words in OVERFLOWS.items()
    )
    no_parser = Misbehaviour(
        name="no tool parser", script=(Turn(error=NO_PARSER),), form="broken", end="broken", most_requests=1
    )
    storm = Turn(error="Too many requests", status=429)
    return (
        *overflows,
        no_parser,
        # The last one: SDKs try again by themselves, and every try looks like a conversation that begins.
        Misbehaviour(name="429 storm", script=(storm,), form="waiting", end="waiting"),
    )


def _end(texts: Sequence[str]) -> EndReason:
    """Repeat the last text of a script for ever."""
    return "loop" if len(texts) == 1 else "stopped"


def _as_code(arguments: dict[str, JsonValue]) -> str:
    return ", ".join(f"{key}={json.dumps(value)}" for key, value in arguments.items())
