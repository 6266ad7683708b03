"""Serialisation of a Python agent, to send it to a fresh interpreter, which holds nothing of this session.

Everything that Python can pickle can be sent: a function or class of a module by its name, an object with its state.
What the main program defines can be sent if that program has a guard `if __name__ == "__main__":`, as for Python's
`multiprocessing`, so that it can be loaded again. Lambdas, closures and cells of a notebook cannot be sent.
"""

from __future__ import annotations

import ast
import pickle
import sys
from multiprocessing import spawn
from pathlib import Path
from typing import Any

from mesocosm.modules import syntax_tree

PROTOCOL = 5


def pack(agent: object) -> bytes | None:
    """Pickle an agent for a fresh interpreter; return None if that is not possible."""
    try:
        data = pickle.dumps(agent, PROTOCOL)
    except Exception:  # an object may raise anything when it is pickled: it plays in a copy of this process
        return None
    if b"__main__" not in data:
        return pickle.dumps((None, data), PROTOCOL)
    if not _can_load_main_again():
        return None
    about = spawn.get_preparation_data("agent")
    del about["authkey"]
    return pickle.dumps((about, data), PROTOCOL)


def unpack(packed: bytes) -> Any:
    """Load the agent in the fresh interpreter."""
    about, data = pickle.loads(packed)
    if about is not None:
        spawn.prepare(about)
    return pickle.loads(data)


def _can_load_main_again() -> bool:
    """Whether the main program is a file with a guard `if __name__ == "__main__":`."""
    main = sys.modules["__main__"]
    file = getattr(main, "__file__", None)
    if file is None or hasattr(main, "__IPYTHON__") or "ipykernel" in sys.modules:
        return False
    try:
        body = syntax_tree(Path(file).read_bytes()).body
    except (OSError, SyntaxError, ValueError):
        return False
    return any(isinstance(line, ast.If) and _is_guard(line.test) for line in body)


def _is_guard(test: ast.expr) -> bool:
    return ast.unparse(test) in ("__name__ == '__main__'", "'__main__' == __name__")
