"""deploy/Containerfile: what it copies exists, what it installs is pinned, and its user is not root."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = re.sub(r"^\s*#.*\n", "", (ROOT / "deploy" / "Containerfile").read_text(), flags=re.MULTILINE)
LINES = [line.partition(" ")[::2] for line in re.sub(r"\\\n\s*", "", TEXT).splitlines() if line]
"""Pairs of instruction and arguments."""
INSTRUCTIONS = {"FROM", "RUN", "ENV", "WORKDIR", "COPY", "USER", "VOLUME", "ENTRYPOINT", "CMD"}


def arguments(instruction: str) -> list[str]:
    return [words for name, words in LINES if name == instruction]


def test_every_line_is_an_instruction() -> None:
    assert {name for name, _ in LINES} <= INSTRUCTIONS
    assert LINES[0][0] == "FROM"


def test_what_is_copied_is_part_of_the_source() -> None:
    sources = [source for words in arguments("COPY") for source in words.split()[:-1]]
    assert {"requirements/cluster.txt", "pyproject.toml", "src"} <= set(sources)
    if not (ROOT / ".git").exists():
        pytest.skip("needs a clone of the repository")
    for source in sources:
        named = subprocess.run(["git", "ls-files", source], cwd=ROOT, capture_output=True, text=True, check=True)
        assert named.stdout, f"{source} is not in the repository"


def test_libraries_are_installed_with_hashes_and_nothing_else_is_fetched() -> None:
    installs = re.findall(r"pip install ([^&]+)", " ".join(arguments("RUN")))
    files = [file for words in installs for file in re.findall(r"--requirement (\S+)", words)]
    assert files == ["requirements/cluster.txt"]
    for words in installs:
        assert "--require-hashes" in words or {"--no-deps", "--no-build-isolation"} <= set(words.split())


def test_the_pins_hold_what_a_cluster_needs() -> None:
    pins = (ROOT / "requirements" / "cluster.txt").read_text()
    for name in (
        "ray",
        "submitit",
        "s3fs",
        "inspect-ai",
        "sandlock",
        "anthropic",
        "google-genai",
        "openai",
        "setuptools",
    ):
        assert re.search(rf"^{name}(\[[a-z, ]+\])?==", pins, re.MULTILINE), name


def test_the_user_is_not_root() -> None:
    assert arguments("USER")[-1] == "1000:1000"
    last_run = max(number for number, (name, _) in enumerate(LINES) if name == "RUN")
    assert [name for name, _ in LINES].index("USER") > last_run
