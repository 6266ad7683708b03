"""Tools and their results in the form of the OpenAI API. The argument schema is the same object everywhere."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mesocosm.tools.tool import Tool
from mesocosm.types import Image

SCHEMA_CHARACTERS_A_TOKEN = 3.7
"""Characters of tools as JSON to a token: 3.68 with the vocabulary cl100k_base and 3.67 with o200k_base, counted over a
hundred tools. Vocabularies differ from model to model and are downloaded, so that there is no exact count offline."""


@dataclass(frozen=True)
class ShownAs:
    """A tool that runs in another process, as agents see it."""

    description: str
    schema: dict[str, Any]


def openai_tools(view: Mapping[str, Tool | ShownAs]) -> list[dict[str, Any]]:
    """Return the `tools` field of an OpenAI-style chat request."""
    return [
        {"type": "function", "function": {"name": name, "description": tool.description, "parameters": tool.schema}}
        for name, tool in view.items()
    ]


def tool_tokens(view: Mapping[str, Tool | ShownAs]) -> int:
    """Estimate how many tokens a view costs in every request."""
    characters = sum(len(json.dumps(tool, ensure_ascii=False)) for tool in openai_tools(view))
    return round(characters / SCHEMA_CHARACTERS_A_TOKEN)


def openai_content(text: str, images: Sequence[Image] = ()) -> str | list[dict[str, Any]]:
    """Return the `content` of an OpenAI-style message: the text alone, or parts if there are pictures."""
    if not images:
        return text
    pictures = [{"type": "image_url", "image_url": {"url": data_url(image)}} for image in images]
    return [{"type": "text", "text": text}, *pictures]


def data_url(image: Image) -> str:
    """Return a picture as a data URL."""
    return f"data:image/png;base64,{base64.b64encode(image.png).decode()}"
