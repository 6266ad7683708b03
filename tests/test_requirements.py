"""Installed packages are pinned by hash, in the same version in every extra, for every supported machine."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "requirements").glob("*.txt"))
PIN = re.compile(
    r"^([a-z0-9][a-z0-9._-]*)(?:\[[a-z,]+\])?==(\S+)((?:.*\\\n\s+--hash=sha256:[0-9a-f]{64})+)", re.MULTILINE
)


def pins(path: Path) -> dict[str, str]:
    return {name: version for name, version, _ in PIN.findall(path.read_text())}


def extras() -> dict[str, list[str]]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_line_is_pinned_with_a_hash(path):
    named = re.findall(r"^([a-z0-9][a-z0-9._-]*)(?:\[[a-z,]+\])?\s*[=<>~@;]", path.read_text(), re.MULTILINE)
    assert named
    assert set(named) == set(pins(path))


def test_every_extra_has_its_pins():
    assert {path.stem for path in FILES} == (extras().keys() - {"all"}) | {
        "base",
        "cluster",
        "coverage",
        "demo",
        "dev",
        "installer",
    }


UNTESTED = {"climada", "cluster", "installer"}
"""Packages that tests do not use: 400 MB for an engine equivalent to `event_loss`, Ray's dashboard, and installers."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_all_extras_agree_with_what_is_tested(path):
    tested, named = pins(ROOT / "requirements" / "dev.txt"), pins(path)
    shared = named.keys() & tested.keys() if path.stem in UNTESTED else named.keys()
    assert {name: named[name] for name in shared}.items() <= tested.items()


def test_what_must_stay_out_stays_out():
    """LiteLLM breaks Inspect's OpenAI provider; torch has gigabytes; pygrib beside eccodes aborts at exit."""
    assert not {"litellm", "torch", "pygrib"} & pins(ROOT / "requirements" / "dev.txt").keys()


def test_inspects_real_minimum_of_openai_is_declared():
    """Inspect itself checks it only when a provider is built."""
    assert any(line.startswith("openai>=3.4") for line in extras()["inspect"])


def test_the_documented_extras_are_the_extras_there_are():
    from mesocosm.extras import MODULES

    assert MODULES.keys() == extras().keys() - {"all"}


def test_no_lock_file_names_a_host():
    assert not any("://" in path.read_text() for path in FILES)


def test_the_demo_can_work_out_every_second_way_of_atmos():
    """Without MetPy the demo's pages cannot show the second way for half of the items."""
    assert "metpy" in pins(ROOT / "requirements" / "demo.txt")
