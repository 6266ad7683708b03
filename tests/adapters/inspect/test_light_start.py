"""A run of reference agents loads no library of a model's provider, and leaves Inspect as it was."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from inspect_ai.model import _assistant_internal as libraries

from mesocosm.adapters.inspect.light_start import without_providers

RUN = """
import sys
from mesocosm.cli.main import main
sys.argv = ["mesocosm", "run", "toy", "--agent", "oracle", "--no-baselines", "--limit", "1", "--log-dir", "logs"]
try:
    main()
finally:
    print("loaded", *{"openai", "anthropic"} & set(sys.modules))
"""


def test_flags_of_inspect_are_put_back() -> None:
    before = libraries._HAS_OPENAI, libraries._HAS_ANTHROPIC
    with without_providers(("mesocosm/oracle",)):
        assert not libraries._HAS_OPENAI
    assert before == (libraries._HAS_OPENAI, libraries._HAS_ANTHROPIC)


def test_no_library_of_a_provider_is_loaded(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", RUN], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1].split() == ["loaded"], done.stderr
