"""Released verdicts on real answers: how often the published profile agrees."""

import functools
import gzip
import json
from collections import Counter

import pytest
from tests.shared import SHARED

from mesocosm.suites.atmos.published import (
    boxes_published,
    expression_published,
    quantity_published,
    split_published,
)

PACK = SHARED / "data" / "atmossci"
pytestmark = [
    pytest.mark.fidelity,
    pytest.mark.skipif(not PACK.is_dir(), reason="needs ../shared/data/atmossci"),
]
WRITTEN_WITH = ("deepseek-r1-8000", "gpt-4o-8000", "o3-mini-30000")
"""Models whose answers were looked at while the rules were written."""
STAGES = {"quantity": quantity_published, "expression": expression_published}


@functools.cache
def records() -> list[tuple[str, dict]]:
    found = []
    for path in sorted((PACK / "responses").glob("oeq__*.jsonl.gz")):
        model = path.name.removeprefix("oeq__").removesuffix(".jsonl.gz")
        with gzip.open(path, "rt") as lines:
            found += [(model, json.loads(line)) for line in lines]
    return found


@functools.cache
def confusion(stage: str, part: str) -> Counter[tuple[bool | None, bool | None]]:
    """Count pairs of released verdict and ours; answers that the released cascade did not grade are left out."""
    chosen = [
        record for model, record in records() if part == "all" or (model in WRITTEN_WITH) == (part == "written with")
    ]
    return Counter(
        (sub[stage], STAGES[stage](sub["key"], sub["extracted"]))
        for record in chosen
        for sub in record["subs"]
        if sub[stage] != "not run"
    )


@pytest.mark.parametrize("part", ["written with", "kept apart", "all"])
@pytest.mark.parametrize("stage", STAGES)
def test_nine_of_ten_verdicts_agree(stage, part):
    table = confusion(stage, part)
    assert sum(count for (released, ours), count in table.items() if released is ours) / table.total() >= 0.9


@pytest.mark.parametrize(("stage", "share"), [("quantity", 0.9), ("expression", 0.65)])
def test_released_trues_return(stage, share):
    # most verdicts are false, and agreement alone would not show the false positives
    table = confusion(stage, "all")
    agreed = table[True, True]
    assert agreed / sum(count for (released, _), count in table.items() if released) >= share
    assert agreed / sum(count for (_, ours), count in table.items() if ours) >= share


def test_keys_are_cut_as_released():
    questions = (PACK / "questions" / "oeq.jsonl").read_text().strip().split("\n")
    keys = {row["id"]: row["answer"] for row in map(json.loads, questions)}
    cut = [
        split_published(keys[record["id"]]) == {sub["sub"]: sub["key"] for sub in record["subs"]}
        for _, record in records()
    ]
    assert sum(cut) / len(cut) >= 0.97


def test_boxes_go_where_they_went():
    same = []
    for _, record in records():
        boxes = boxes_published(record["response"], [sub["sub"] for sub in record["subs"]])
        same += [boxes[sub["sub"]] == sub["extracted"] for sub in record["subs"]]
    assert sum(same) / len(same) >= 0.97
