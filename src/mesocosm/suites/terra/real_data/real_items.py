"""Items of a pack: each request is carried out with tools, and computed again from the recorded files."""

from __future__ import annotations

from datetime import datetime
from importlib.resources import files
from typing import Any

from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.earth.geo.backdrop import EarthBackdrop
from mesocosm.episode.setting import Setting
from mesocosm.suites.terra.making.execution import Executed, executed_plan
from mesocosm.suites.terra.providers.live import live_archive, live_places, live_scenes
from mesocosm.suites.terra.providers.region import LateLibrary
from mesocosm.suites.terra.real_data.forms import shape
from mesocosm.suites.terra.real_data.pack import RECORDS, RealPack, RealRequest
from mesocosm.suites.terra.real_data.real_workflow import real_workflow
from mesocosm.suites.terra.toolkit.engine_runs import Runs
from mesocosm.suites.terra.toolkit.toolbox import toolbox
from mesocosm.suites.terra.workbench import LIVE_ONLY, ROOM
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.workflow import WordedRequest
from mesocosm.workspace.submission import SubmissionDesk


def sources(pack: RealPack, now: datetime, *, reuse_runs: bool = False) -> tuple[object, ...]:
    """Return the sources that tools ask for before their `/`: replies that the pack has recorded, and no network."""
    records = pack.folder / RECORDS
    return (
        *live_places("replay", records),
        live_scenes("replay", records),
        live_archive("replay", records),
        LateLibrary(lambda: (), now),
        EarthBackdrop(),
        Runs(reuse=reuse_runs),
    )


def real_system() -> str:
    """Return the system prompt of requests on recorded data."""
    return (files("mesocosm.suites.terra.real_data") / "system.md").read_text(encoding="utf-8").strip()


def workspace_files(pack: RealPack, request: RealRequest) -> dict[str, bytes]:
    """Return the files with which the world of a request begins."""
    return {
        file.name: shape(file.form, [pack.read(source) for source in file.sources], file.values)
        for file in request.files
    }


def request_words(request: RealRequest, chance: Chance) -> WordedRequest:
    """Return a request in words, with the fields of its answer."""
    kind = real_workflow(request.kind)
    text = read_request_text(kind.module)
    names: dict[str, Any] = {"place": request.place, "files": ", ".join(file.name for file in request.files)}
    return text.fill(text.choose_opening(chance), **names | dict(kind.ask(request.given)))


def carry_out(pack: RealPack, request: RealRequest) -> Executed:
    """Carry out the plan of a request with every tool available."""
    setting = Setting(
        tools=toolbox("all", "ours", LIVE_ONLY),
        desk=SubmissionDesk(lambda answer: answer),
        budget=ROOM,
        provided=sources(pack, request.now, reuse_runs=True),
        files=workspace_files(pack, request),
    )
    kind = real_workflow(request.kind)
    return executed_plan(setting, kind.name, kind.plan, request.given)


def recompute(pack: RealPack, request: RealRequest) -> dict[str, JsonValue]:
    """Compute the answer from the recorded files, by plain libraries and without a tool."""
    return dict(real_workflow(request.kind).recompute(pack.recorded(request), request.given))
