"""Agents written with the OpenAI SDK, as the process of a bridged agent imports them.

They write what they saw and found into the file that `BRIDGE_TEST_NOTES` names.
"""

import gc
import json
import os
import time
from pathlib import Path

from openai import AsyncOpenAI, OpenAI


def note(**found) -> None:
    with Path(os.environ["BRIDGE_TEST_NOTES"]).open("a") as file:
        file.write(json.dumps(found) + "\n")


async def sdk_agent(task) -> None:
    """Run the loop of the SDK's own guide: ask, run the requested call with the arguments as they came, ask again."""
    note(briefing=json.loads(task.briefing.model_dump_json()), messages=task.messages, tools=task.tools)
    client, messages = AsyncOpenAI(), task.messages
    while not task.done:
        reply = await client.chat.completions.create(model="whatever", messages=messages, tools=task.tools)
        message = reply.choices[0].message
        messages.append(message.model_dump(exclude_none=True))
        if not message.tool_calls:
            return
        for call in message.tool_calls:
            content = await task.call(call.function.name, call.function.arguments)
            note(tool=call.function.name, content=content)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": content})


def plain_agent(task) -> None:
    """Do the same without `async`."""
    client, messages = OpenAI(), task.messages
    while not task.done:
        reply = client.chat.completions.create(model="gpt", messages=messages, tools=task.tools)
        message = reply.choices[0].message
        messages.append(message.model_dump(exclude_none=True))
        for call in message.tool_calls or ():
            content = task.call(call.function.name, call.function.arguments)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": content})


def spy(task) -> None:
    """Look for a reference in every object of the process."""
    from mesocosm.types import Item, Reference

    held = [type(thing).__name__ for thing in gc.get_objects() if isinstance(thing, Item | Reference)]
    note(held=held, pid=os.getpid(), parent=os.getppid())


def scribbler(task) -> None:
    """Make calls with text that is not JSON, that is no object, and without arguments, as some servers write them."""
    note(errors=[task.call("read_meter", "{not json"), task.call("read_meter", "[1]"), task.call("list_files", "")])


def faller(task) -> None:
    raise ZeroDivisionError("my own mistake")


def sleeper(task) -> None:
    while True:
        time.sleep(3600)


def asker(task) -> None:
    """Ask in ways that are not answered, then submit."""
    import httpx2

    url, token = os.environ["OPENAI_BASE_URL"], os.environ["OPENAI_API_KEY"]
    good = {"model": "m", "messages": [{"role": "user", "content": "hello"}]}
    page = {"type": "image_url", "image_url": {"url": "file:///etc/hostname"}}

    def ask(body, path="/chat/completions", key=token) -> list:
        content = body if isinstance(body, str) else json.dumps(body)
        reply = httpx2.post(url + path, content=content, headers={"Authorization": f"Bearer {key}"}, timeout=600)
        return [reply.status_code, reply.json().get("error", {}).get("message", "")]

    note(
        wrong_key=ask(good, key="wrong"),
        other_path=ask(good, path="/files"),
        not_json=ask("{"),
        no_messages=ask({"model": "m"}),
        stream=ask({**good, "stream": True}),
        file=ask({**good, "messages": [{"role": "user", "content": [page]}]}),
        unreadable=ask({**good, "messages": [{"role": "oracle", "content": "hello"}]}),
        good=ask(good),
    )


def overflowing(task) -> None:
    OpenAI().chat.completions.create(model="m", messages=task.messages, tools=task.tools)
