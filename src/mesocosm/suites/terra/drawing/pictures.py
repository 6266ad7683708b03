"""Pictures that tools return: saved as a file, shown to the agent, described in words."""

from __future__ import annotations

from pydantic import JsonValue

from mesocosm.suites.terra.inputs.files import save_fields
from mesocosm.tools.tool import Output
from mesocosm.types import Image
from mesocosm.workspace.workspace import Workspace


def save_picture(
    workspace: Workspace,
    stem: str,
    png: bytes,
    *lines: str,
    data: dict[str, JsonValue] | None = None,
    inputs: dict[str, str],
    engine: str = "matplotlib",
) -> Output:
    """Save a picture in a new file and describe it; the first line is its caption."""
    path = save_fields(workspace, stem, png, ".png")
    width, height = (int.from_bytes(png[start : start + 4], "big") for start in (16, 20))
    summary: dict[str, JsonValue] = {"path": path, "width": width, "height": height, **(data or {})}
    caption = f"{path}: {lines[0]}"
    version = ""
    if engine == "matplotlib":
        import matplotlib as mpl

        version = str(mpl.__version__)
    return Output(
        text="\n".join(
            [f"{caption} ({width} x {height} pixels, north on top)" if "map" in stem else caption, *lines[1:]]
        ),
        images=(Image(png=png, caption=caption),),
        data=summary,
        inputs=inputs,
        engine=engine,
        engine_version=version,
    )
