"""A small site with everything in it: two honest agents, one that leaves every item, and one that attacks the page."""

from __future__ import annotations

import base64
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from inspect_ai import eval as inspect_eval

from mesocosm import registry
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.agents import scripted
from mesocosm.episode.agent import call
from mesocosm.report.log_metadata import BLOCKS
from mesocosm.report.logs import ATTACHMENT, log_files, read_log
from mesocosm.suite.blocks import AnswerBlock, AnswerField, MapBlock, MapLayer, PictureBlock, TextBlock
from mesocosm.trace.foreign.inspect import STORE_KEY

ITEMS = 2
ATTACK = (
    "<script>window.attacked = 1</script><img src=x onerror='window.attacked = 2'>"
    "<svg onload='window.attacked = 3'></svg><a href='file:///etc/passwd'>file</a></script><!-- \u2028 \u202e abc"
)
ANSI = "\x1b[2J\x1b]0;owned\x07\x00"
LONG = "A" * 10_000_000
"""Text put into a log for `@LONG@`, which Inspect would take long to write."""
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
FACTS = {
    "category": "gravity <b>",
    "label": "A",
    "options": {"A": [], "B": ["too_deep"]},
    "mistakes": {"too_deep": {"sentence": f"took the radius for the depth {ATTACK}"}},
}
SQUARE = [[[-100, 35], [-95, 35], [-95, 40], [-100, 40], [-100, 35]]]
VIEW = (
    MapBlock(
        title="Forecast",
        alt=f"a square {ATTACK}",
        layers=(
            MapLayer(
                name=f"forecast {ATTACK}",
                colour="#b2182b",
                shapes={
                    "type": "FeatureCollection",
                    "features": [
                        {"geometry": {"type": "Polygon", "coordinates": SQUARE}, "properties": {"label": ATTACK}},
                        {"geometry": {"type": "Polygon", "coordinates": "hostile"}, "properties": None},
                    ],
                },
            ),
            MapLayer(
                name="reports",
                colour="red; background: url(file:///etc/passwd)",
                shapes={"features": [{"geometry": {"type": "Point", "coordinates": [-97, 37]}}]},
            ),
        ),
    ),
    PictureBlock(title="A picture", png=PIXEL, alt=ATTACK, text_px=0.5),
    TextBlock(title=ATTACK, text=ATTACK + ANSI),
)

HONEST_VIEW = (
    PictureBlock(title="Before", section="question", png=PIXEL, alt="a pixel that comes with the question"),
    AnswerBlock(
        fields=tuple(
            AnswerField(name=name, answer=value, truth=value, verdict="right", tolerance="± 10%", second=f"{value}.0")
            for name, value in (("depth_m", "100"), ("excess_mass_kg", "200"))
        )
    ),
    MapBlock(
        title="Forecast and reports",
        alt="a square and a point",
        layers=(
            MapLayer(
                name="forecast",
                colour="#b2182b",
                shapes={"features": [{"geometry": {"type": "Polygon", "coordinates": SQUARE}}]},
                is_answer=True,
            ),
            MapLayer(
                name="reports",
                colour="#1b2a33",
                shapes={"features": [{"geometry": {"type": "Point", "coordinates": [-97, 37]}}]},
            ),
        ),
    ),
)
VIEWS = {"mesocosm/hostile": VIEW, "mesocosm/oracle": HONEST_VIEW}
"""What the log of each model shows in place of the toy suite's view."""


def write_logs(folder: Path) -> None:
    """Play four agents on the toy suite, and add to the logs what its items lack."""
    toy = registry.load("suites", "toy")
    registry.add("agents", "hostile", _hostile)
    try:
        for agent in ("oracle", "surveyor", "null", "hostile"):
            inspect_eval(make_task(toy, n=ITEMS), model=f"mesocosm/{agent}", log_dir=str(folder), display="none")
    finally:
        registry.discard("agents", "hostile")
    for log in log_files(folder):
        model = read_log(log, header_only=True).eval.model
        rewrite(log, lambda sample, model=model: _dress(sample, model))


def _hostile(case: Any) -> Any:
    return scripted.of(
        [
            call("write_file", path="notes.txt", content=ATTACK),
            call("write_file", path="long.txt", content="@LONG@"),
            call(ATTACK, **{ATTACK: ANSI}),
            call("submit", answer=ATTACK + ANSI),
        ]
    )


def _dress(sample: dict[str, Any], model: str) -> None:
    about = sample["scores"]["details"]["metadata"]
    about["facts"] = FACTS
    if model in VIEWS:
        about["view"] = BLOCKS.dump_json(VIEWS[model]).decode()
    if model == "mesocosm/null":
        sample["scores"]["score"]["explanation"] = "answered B, right is A; that option follows from: too_deep"
    if VIEWS.get(model) is VIEW:
        sample["scores"]["score"]["explanation"] = ATTACK + ANSI
        trace = sample["store"][STORE_KEY]
        apart = trace.startswith(ATTACHMENT)
        place, key = (sample["attachments"], trace.removeprefix(ATTACHMENT)) if apart else (sample["store"], STORE_KEY)
        place[key] = place[key].replace("@LONG@", LONG)


def rewrite(log: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Pass every sample of a log through `change`."""
    with zipfile.ZipFile(log) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(log, "w") as archive:
        for name, data in parts.items():
            if name.startswith("samples/"):
                sample = json.loads(data)
                change(sample)
                data = json.dumps(sample).encode()
            archive.writestr(name, data)
