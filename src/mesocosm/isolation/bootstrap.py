"""First program of an isolated interpreter: it runs the code on standard input as `agent.py`.

    bootstrap.py BYTES

The code is the first BYTES of standard input; the rest is left for the code to read. This file is copied into the
library farm and imports nothing of this package. The limits are set before it starts.
"""

import builtins
import linecache
import os
import sys
import traceback
import types

NAME = "agent.py"


def main() -> None:
    sys.path.append(os.path.join(os.path.dirname(__file__), "libraries"))
    code = sys.stdin.buffer.read(int(sys.argv[1])).decode()
    sys.argv = [NAME]
    sys.excepthook = show_without_us
    offer_exit()
    # Without a time of change the entry stays, so tracebacks can quote a file that is not there.
    linecache.cache[NAME] = (len(code), None, code.splitlines(keepends=True), NAME)
    module = types.ModuleType("__main__")
    module.__dict__.update(__file__=NAME, __builtins__=builtins)
    sys.modules["__main__"] = module
    exec(compile(code, NAME, "exec"), module.__dict__)  # noqa: S102 - we are inside the sandbox, for this very purpose


def offer_exit() -> None:
    """Add what `site`, which is not run, would add: `exit`, `quit` and `help`."""
    import site

    site.setquit()
    site.sethelper()


def show_without_us(kind: type[BaseException], error: BaseException, trace: types.TracebackType | None) -> None:
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    traceback.print_exception(kind, error, trace)


if __name__ == "__main__":
    main()
