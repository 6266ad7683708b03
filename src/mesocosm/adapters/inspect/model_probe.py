"""What a model and its server can do, found out in a minute over the real wire, and the server flag that mends it."""

from __future__ import annotations

import re
import struct
import time
import zlib
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from inspect_ai.model import ChatMessageUser, ContentImage, ContentText, GenerateConfig, Model, ModelOutput, get_model
from inspect_ai.tool import ToolInfo, ToolParams
from inspect_ai.util import JSONSchema

from mesocosm.adapters.inspect.server_facts import ServerFacts, ask_server
from mesocosm.tools.export import data_url
from mesocosm.types import Image, Record

WHOLE_S = 60.0
"""Seconds that all probes may take together."""
EACH_S = 20.0
"""Seconds that one may take."""
REPLY_TOKENS = 1_024
"""Room for a model that thinks before it speaks."""
NO_PARSER = (
    "the server passes tool calls on as text; vLLM: --enable-auto-tool-choice --tool-call-parser NAME; SGLang: "
    "--tool-call-parser NAME; llama.cpp: --jinja; else run with --emulate-tools"
)
BAD_CALLS = (
    "the model writes calls that cannot be read: try the tool-call parser made for it, a lower --temperature, or "
    "question suites with --option condition=text"
)
NO_VISION = "a model without vision, or a server without its projector; llama.cpp: --mmproj FILE"
MENDS = (
    (r"enable-auto-tool-choice|tool-call-parser|jinja|tool.?(choice|parser|call)|support tools", NO_PARSER),
    (r"image|vision|multi.?modal|mmproj", NO_VISION),
    (r"api.?key|401|unauthori[sz]ed|403", "set the provider's key in the environment, such as OPENAI_API_KEY"),
    (r"base_url", "say where the server is: --base-url http://HOST:PORT/v1"),
    (r"no module|pip install|not installed", "install the provider's SDK, as the message says"),
    (r"404|not.?found|does not exist", "the server does not serve a model of this name, or not under this address"),
    (r"connect|resolve|unreachable|timed? ?out", "is the server up, and is its address right? --base-url"),
)
"""What an error says to what mends it."""
CALL_AS_TEXT = re.compile(
    r"<tool_call>|\[TOOL_CALLS\]|\"?(name|function)\"?\s*:\s*\"?add\b|\badd\s*\(|<function", re.IGNORECASE
)
ADD = ToolInfo(
    name="add",
    description="Add two numbers.",
    parameters=ToolParams(
        properties={"a": JSONSchema(type="number"), "b": JSONSchema(type="number")}, required=["a", "b"]
    ),
)


class Finding(Record):
    """One thing a model was tried on."""

    what: str
    works: bool | None
    """None where nobody can tell."""
    details: str
    mend: str = ""
    """What to change, where something is wrong."""


class Checkup(Record):
    """All that was found."""

    model: str
    findings: tuple[Finding, ...]
    context: int | None = None
    """Tokens the server says it takes."""
    speed: float | None = None
    """Tokens written a second."""

    @property
    def replies(self) -> bool:
        return bool(self.findings and self.findings[0].works)


def check_up(model: str, *, base_url: str | None = None, whole_s: float = WHOLE_S) -> Checkup:
    """Try a model; what fails is found, not raised."""
    return anyio.run(_check_up, model, base_url, whole_s)


async def _check_up(name: str, base_url: str | None, whole_s: float) -> Checkup:
    try:
        model = _model(name, base_url)
    except Exception as error:  # each provider refuses in its own way: a missing key, SDK or address
        return Checkup(model=name, findings=(_failure("reply", error),))
    ends, facts = time.monotonic() + whole_s, await _facts_of(model, base_url)
    first = await _try("reply", lambda: _reply(model), ends)
    if not first.works:
        return Checkup(model=name, findings=(_served(first, facts, model),), context=facts.context)
    speeds: list[float] = []
    probes: dict[str, Callable[[], Awaitable[Finding]]] = {
        "tool call": lambda: _tool_call(model),
        "parallel calls": lambda: _parallel_calls(model),
        "picture": lambda: _picture(model),
        "speed": lambda: _speed(model, speeds),
    }
    found = [await _try(what, probe, ends) for what, probe in probes.items()]
    return Checkup(
        model=name,
        findings=(first, *found, _context(facts)),
        context=facts.context,
        speed=speeds[0] if speeds else None,
    )


def _model(name: str, base_url: str | None) -> Model:
    from inspect_ai._util.error import PrerequisiteError

    try:
        return get_model(name, base_url=base_url, memoize=False)
    except PrerequisiteError:
        if base_url is None:
            raise
        return get_model(name, base_url=base_url, api_key="none", memoize=False)  # a server of one's own asks for none


async def _facts_of(model: Model, base_url: str | None) -> ServerFacts:
    return await ask_server(model.api.base_url or base_url, model.api.api_key, model.name)


async def _try(what: str, probe: Callable[[], Awaitable[Finding]], ends: float) -> Finding:
    patience = min(EACH_S, ends - time.monotonic())
    if patience <= 0:
        return Finding(what=what, works=None, details="not tried: the time was used up before")
    try:
        with anyio.fail_after(patience):
            return await probe()
    except TimeoutError:
        mend = "is the server busy with others, or is the model too large for it?"
        return Finding(what=what, works=False, details=f"no answer in {patience:.0f} s", mend=mend)
    except Exception as error:  # providers have errors of their own, and each is a finding
        return _failure(what, error)


def _failure(what: str, error: BaseException) -> Finding:
    while error.__cause__ is not None and (type(error).__name__ == "ModelGenerateError" or not str(error).strip()):
        error = error.__cause__  # Inspect's own begins with the whole request
    told = " ".join(re.sub(r"\[/?[a-z #]+\]", "", str(error)).split())[:300]
    own = {"tool call": NO_PARSER, "parallel calls": NO_PARSER, "picture": NO_VISION}
    kinds = [mend for pattern, mend in MENDS if re.search(pattern, f"{type(error).__name__} {told}", re.IGNORECASE)]
    mend = own.get(what) or next(iter(kinds), "")
    return Finding(what=what, works=False, details=f"{type(error).__name__}: {told}", mend=mend)


# ---------------------------------------------------------------- the probes


async def _ask(model: Model, content: Any, *, tokens: int = REPLY_TOKENS, with_tool: bool = False) -> ModelOutput:
    config = GenerateConfig(max_tokens=tokens, max_retries=0, attempt_timeout=int(EACH_S))
    return await model.generate(
        [ChatMessageUser(content=content)], tools=[ADD] if with_tool else [], tool_choice="auto", config=config
    )


async def _reply(model: Model) -> Finding:
    said = (await _ask(model, "Reply with one word: ready")).completion.strip()
    if not said:
        mend = (
            "nothing came but an empty text: a reasoning model needs more --max-tokens, or a server its chat template"
        )
        return Finding(what="reply", works=False, details="an empty reply", mend=mend)
    return Finding(what="reply", works=True, details=f"said {said[:40]!r}")


async def _tool_call(model: Model) -> Finding:
    output = await _ask(model, "Use the tool `add` to add 2 and 3.", with_tool=True)
    calls, text = output.message.tool_calls or [], output.completion.strip()
    if calls and calls[0].function == ADD.name and not calls[0].parse_error:
        return Finding(what="tool call", works=True, details=f"called add with {calls[0].arguments}")
    if calls:
        told = calls[0].parse_error or f"called {calls[0].function!r}, which is not there"
        return Finding(what="tool call", works=False, details=str(told)[:200], mend=BAD_CALLS)
    if CALL_AS_TEXT.search(text):
        return Finding(what="tool call", works=False, details=f"a call as text: {text[:80]!r}", mend=NO_PARSER)
    mend = "a model that does not call tools: run with --emulate-tools, or question suites with --option condition=text"
    return Finding(what="tool call", works=False, details=f"no call but words: {text[:80]!r}", mend=mend)


async def _parallel_calls(model: Model) -> Finding:
    output = await _ask(
        model, "Use the tool `add` twice in this one turn: for 2 and 3, and for 4 and 5.", with_tool=True
    )
    number = len(output.message.tool_calls or [])
    if number > 1:
        return Finding(what="parallel calls", works=True, details=f"{number} calls in one turn")
    told = "one call a turn: every suite works, in more turns" if number else "no call"
    return Finding(what="parallel calls", works=False, details=told)


async def _picture(model: Model) -> Finding:
    picture = ContentImage(image=data_url(Image(png=red_square())))
    question = ContentText(text="Which colour is this picture? Reply with one word.")
    said = (await _ask(model, [question, picture])).completion.strip()
    if "red" in said.lower():
        return Finding(what="picture", works=True, details="it saw that a red square is red")
    return Finding(what="picture", works=False, details=f"taken, but not seen: {said[:40]!r}", mend=NO_VISION)


async def _speed(model: Model, speeds: list[float]) -> Finding:
    began = time.monotonic()
    output = await _ask(model, "Count from 1 to 100, in digits, with spaces between.", tokens=128)
    seconds = max(time.monotonic() - began, 1e-3)
    written = output.usage.output_tokens if output.usage is not None else 0
    if not written:
        return Finding(what="speed", works=None, details="the server does not say how many tokens it wrote")
    speeds.append(written / seconds)
    return Finding(what="speed", works=True, details=f"{speeds[0]:,.0f} tokens/s ({written} in {seconds:.1f} s)")


def _context(facts: ServerFacts) -> Finding:
    if facts.context is None:
        return Finding(what="context", works=None, details="the server does not say")
    return Finding(what="context", works=True, details=f"{facts.context:,} tokens")


def _served(found: Finding, facts: ServerFacts, model: Model) -> Finding:
    """A failed reply, with the models that the server does have where it has not the one asked for."""
    if not facts.models or any(model.name.endswith(served) for served in facts.models):
        return found
    note = f"{model.name} is not among the models that the server lists: {', '.join(facts.models[:5])}"
    return found.model_copy(update={"mend": f"{found.mend}; {note}" if found.mend else note})


def red_square(side: int = 64) -> bytes:
    """A PNG of one colour."""
    rows = (b"\x00" + b"\xff\x00\x00" * side) * side
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    chunks = [struct.pack(">I", len(data)) + kind + data + _crc(kind + data) for kind, data in parts]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _crc(data: bytes) -> bytes:
    return struct.pack(">I", zlib.crc32(data))
