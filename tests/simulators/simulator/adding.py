"""A worker that adds numbers and, on request, behaves like a broken or hostile engine."""

import os
import socket
import sys
import time
from typing import Any


def main(request: dict[str, Any]) -> Any:
    if request.get("wait"):
        open("begun", "w").close()
        time.sleep(3600)
    if request.get("crash"):
        sys.exit("the numbers do not add up")
    if request.get("call_out"):
        socket.create_connection(("127.0.0.1", request["call_out"]))
    if request.get("read"):
        return {"read": open(request["read"]).read()}
    if request.get("list"):
        return [1]
    import numpy

    return {"sum": float(numpy.sum(request["numbers"])), "folder": sorted(os.listdir())}
