"""Short constructors of calls and references."""

from mesocosm.suites.terra.scoring.calls import Call
from mesocosm.suites.terra.scoring.reference import reference_of


def call(tool, status="ok", files=None, text="", data=None, id="", **arguments):
    return Call(tool=tool, arguments=arguments, status=status, files=files or {}, text=text, data=data, id=id)


def step(tool, id="", after=None, **arguments):
    record = {"id": id or tool, "tool": tool, "arguments": arguments}
    return record if after is None else {**record, "after": after}


def reference(*steps, **more):
    return reference_of({"steps": list(steps), **more})
