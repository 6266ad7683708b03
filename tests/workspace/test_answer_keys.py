from __future__ import annotations

import pytest

from mesocosm.errors import ToolError
from mesocosm.workspace.answer_keys import check_keys

WANTED = ("peak_discharge_m3_s", "peak_day")


def refusal(*given: str) -> str:
    with pytest.raises(ToolError) as caught:
        check_keys(given, WANTED)
    return str(caught.value)


def test_all_keys_and_no_other_pass() -> None:
    check_keys(("peak_day", "peak_discharge_m3_s"), WANTED)


def test_a_misspelt_key_is_named_beside_the_missing_one() -> None:
    assert refusal("peak_discharg", "peak_day") == (
        "`peak_discharg` is not a field of this answer; did you mean `peak_discharge_m3_s`? "
        "missing: `peak_discharge_m3_s`"
    )


def test_a_key_like_none_is_named_without_a_guess() -> None:
    assert refusal("colour", "peak_day") == ("`colour` is not a field of this answer; missing: `peak_discharge_m3_s`")


def test_a_key_too_many_is_told_with_the_fields_there_are() -> None:
    assert refusal(*WANTED, "peak_dai") == (
        "`peak_dai` is not a field of this answer; the fields are `peak_discharge_m3_s`, `peak_day`"
    )


def test_nothing_given_misses_all() -> None:
    assert refusal() == "missing: `peak_discharge_m3_s`, `peak_day`"


def test_many_strange_keys_are_counted() -> None:
    message = refusal(*WANTED, *(f"strange_{number}" for number in range(8)))
    assert message.count("is not a field") == 5
    assert "3 more keys are not fields of this answer" in message
