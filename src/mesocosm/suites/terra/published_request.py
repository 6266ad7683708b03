"""What the published program sends a model for one row of its table, leak kept.

Context, question, and of the answer's cell what follows the words OUTPUT SPEC, or the first `<final_json>`; a cell with
neither is sent whole, the answer in it. Our own requests are made elsewhere and never see a truth.
"""

from __future__ import annotations

from collections.abc import Mapping

MARKERS = ("OUTPUT SPEC", "<final_json>")


def published_request(row: Mapping[str, str]) -> str:
    """The request for a row, as published; names of columns are read without spaces around them."""
    cells = {name.strip(): (value or "").strip() for name, value in row.items()}
    told = [f"{name}: {cells[name]}" for name in ("Context", "Question") if cells.get(name)]
    return "\n\n".join(part for part in (*told, _specification(cells.get("Answer", ""))) if part)


def _specification(answer: str) -> str:
    starts = [start for marker in MARKERS if (start := answer.lower().find(marker.lower())) >= 0]
    return answer[starts[0] :] if starts else answer
