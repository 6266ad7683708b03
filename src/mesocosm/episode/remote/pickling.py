"""Taking an agent of the user's own into a fresh interpreter, which never held what this session holds.

A function or class of a module travels by name, an object with its own state: all that Python can pickle. What the
module of the main program defines travels too where that program may be loaded a second time, which it says by
`if __name__ == "__main__":`, as for Python's own `multiprocessing`. Lambdas, closures and cells of a notebook do not.
"""

from __future__ import annotations

import ast
import pickle
import sys
from multiprocessing import spawn
from pathlib import Path
from typing import Any

PROTOCOL = 5


def pack(agent: object) -> bytes | None:
    """The agent as a fresh interpreter can make it; None where it cannot be carried."""
    try:
        data = pickle.dumps(agent, PROTOCOL)
    except Exception:  # what an object raises when it is pickled is its own affair: it stays here
        return None
    if b"__main__" not in data:
        return pickle.dumps((None, data), PROTOCOL)
    if not _can_load_main_again():
        return None
    about = spawn.get_preparation_data("agent")
    del about["authkey"]
    return pickle.dumps((about, data), PROTOCOL)


def unpack(packed: bytes) -> Any:
    """The agent, in the interpreter that it was carried to."""
    about, data = pickle.loads(packed)
    if about is not None:
        spawn.prepare(about)
    return pickle.loads(data)


def _can_load_main_again() -> bool:
    """Whether the main program is a file that keeps what it does under a guard."""
    main = sys.modules["__main__"]
    file = getattr(main, "__file__", None)
    if file is None or hasattr(main, "__IPYTHON__") or "ipykernel" in sys.modules:
        return False
    try:
        body = ast.parse(Path(file).read_bytes()).body
    except (OSError, SyntaxError, ValueError):
        return False
    return any(isinstance(line, ast.If) and _is_guard(line.test) for line in body)


def _is_guard(test: ast.expr) -> bool:
    return ast.unparse(test) in ("__name__ == '__main__'", "'__main__' == __name__")
