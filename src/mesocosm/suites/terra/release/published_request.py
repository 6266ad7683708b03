"""What the published program sends a model for one row of its table, leak kept.

Context, question, and of the answer's cell what follows the words OUTPUT SPEC, else its `<final_json>` block, filled in
or not; a cell with neither is sent whole, the answer in it. Our own requests are made elsewhere and never see a truth.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

MARKER = "OUTPUT SPEC"
BLOCK = re.compile(r"<final_json>.*?</final_json>", re.DOTALL | re.IGNORECASE)


def published_request(row: Mapping[str, str]) -> str:
    """The request for a row, as published; names of columns are read without spaces around them."""
    cells = {name.strip(): (value or "").strip() for name, value in row.items()}
    told = [f"{name}: {cells[name]}" for name in ("Context", "Question") if cells.get(name)]
    answer = next((cell for name, cell in cells.items() if name.startswith("Answer")), "")
    return "\n\n".join(part for part in (*told, _specification(answer)) if part)


def _specification(answer: str) -> str:
    start = answer.upper().find(MARKER)
    block = BLOCK.search(answer)
    return answer[start:] if start >= 0 else block[0] if block else answer
