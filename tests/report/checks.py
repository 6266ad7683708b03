"""Checks that every analysis must pass, from any package, and episodes for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console
from tests.stats.making import OFFERED, episode

from mesocosm.errors import InvalidRecord
from mesocosm.report import analysis, figures

KINDS = {"wrong_unit": "calculation", "ideal_gas": "knowledge"}


def options(run: str) -> dict[str, str]:
    return {"protocol": run}


def mixed(epochs: int = 2) -> list:
    """Return two agents under two protocols on twelve items of three clusters, everything varied by counting."""
    episodes = []
    for place, (agent, protocol) in enumerate((a, p) for a in ("one", "two") for p in ("direct", "toc")):
        for item in range(12):
            for epoch in range(1, epochs + 1):
                right = (item * (place + 2) + epoch * (item % 2)) % 3 != 0
                letter = "A" if right else "BCD"[(item + epoch) % 3]
                runs = 0 if protocol == "direct" else 1 + item % 2
                episodes.append(
                    episode(
                        item, right, agent=agent, options=options(protocol), epoch=epoch, cluster=f"c{item % 3}",
                        category=f"field {item % 4}", kind=("knowledge", "reasoning")[item % 2], kinds=KINDS,
                        label="A", predicted=letter, meaning=OFFERED, output_characters=runs * 15_000 * item,
                        tokens=100 * (item + 1), steps=3 + 2 * item, step_limit=24, runs=runs, seconds=1.0 + item,
                        calls=(("execute_phreeqc", False),) * runs, simulators=("execute_phreeqc",) if runs else (),
                        reading=letter, strata={"size": ("small", "large")[item % 2]},
                    )
                )  # fmt: skip
    return [*episodes, episode(0, None, agent="one", options=options("toc"), epoch=epochs + 1, cluster="c0")]


def computed(name: str, episodes=None, baseline="direct"):
    """Return an analysis and its result, with the baseline if one is needed."""
    wanted = analysis.load(name)
    given = mixed() if episodes is None else episodes
    return wanted, wanted.analyse(given, baseline=baseline if wanted.baseline == "needed" else None)


def text_of(drawn) -> str:
    """Return what a person would see on a wide screen."""
    with open("/dev/null", "w") as nowhere:
        console = Console(width=250, record=True, file=nowhere)
        console.print(drawn)
        return console.export_text()


def check_telling(name: str) -> None:
    """Check that it says what it shows, its result survives JSON, and its table has no NaN."""
    wanted, result = computed(name)
    assert wanted.about.endswith(".")
    assert len(wanted.about) < 120
    again = type(result).model_validate_json(result.model_dump_json())
    assert again.model_dump_json() == result.model_dump_json()
    text = text_of(wanted.table(result))
    assert "nan" not in text.lower()
    assert "one [toc]" in text


def check_order(name: str) -> None:
    """Check that the order of episodes does not matter."""
    _, result = computed(name)
    _, mirrored = computed(name, mixed()[::-1])
    assert mirrored.model_dump_json() == result.model_dump_json()


def check_figure(name: str, folder: Path) -> None:
    """Check that the same numbers give the same pixels."""
    wanted, result = computed(name)
    if wanted.figure is None:
        return
    for file in ("a.png", "b.png"):
        figures.save(wanted.figure(result), folder / file)
    first, second = ((folder / file).read_bytes() for file in ("a.png", "b.png"))
    assert first == second
    assert first.startswith(b"\x89PNG")
    assert not list(folder.glob("*.draft"))


def check_nothing_counted(name: str, folder: Path, *, missing: str = "", **fields: object) -> None:
    """Check that there are dashes, not zeros, if every episode broke, or that the analysis says what is missing."""
    broken = [episode(item, None, agent=agent, **fields) for item in (0, 1) for agent in ("one", "two")]
    wanted = analysis.load(name)
    if missing:
        with pytest.raises(InvalidRecord, match=missing):
            wanted.analyse(broken, baseline="one" if wanted.baseline == "needed" else None)
        return
    result = wanted.analyse(broken)
    assert "nan" not in text_of(wanted.table(result)).lower()
    if wanted.figure is not None:
        figures.save(wanted.figure(result), folder / "broken.png")
