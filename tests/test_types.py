from __future__ import annotations

import math
import pickle
from datetime import UTC, datetime, timedelta, timezone

import pytest
from pydantic import ValidationError

from mesocosm.types import Budget, Image, Item, Record, Score, TimeInterval, canonical_json


def item(**changed: object) -> Item:
    return Item.model_validate({"id": "toy-s0-0000", "suite": "toy", "prompt": "Dig.", "seed": 0, **changed})


def test_a_record_refuses_an_unknown_field() -> None:
    with pytest.raises(ValidationError, match=r"colour\n  Extra inputs are not permitted"):
        item(colour="red")


def test_a_record_is_frozen() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        item().seed = 3  # type: ignore[misc]


class Well(Record):
    """The information that a suite shows about an item."""

    depth_m: float


def test_an_item_of_a_suite_with_a_record_of_its_own_can_be_pickled() -> None:
    drilled = Item[Well](id="toy-s0-0000", suite="toy", prompt="Dig.", seed=0, data=Well(depth_m=3.5))
    arrived = pickle.loads(pickle.dumps(drilled))
    assert arrived == drilled
    assert arrived.data.depth_m == 3.5
    assert arrived.fingerprint() == drilled.fingerprint()


@pytest.mark.parametrize("name", ["", "Toy", "../toy", "a/b", "-toy", "toy s0", "tôy", "toy\n"])
def test_an_item_id_is_fit_to_be_a_file_name(name: str) -> None:
    with pytest.raises(ValidationError, match="String should match pattern"):
        item(id=name)


def test_a_score_keeps_nan_and_infinity_through_json() -> None:
    score = Score(value=math.nan, metrics={"error": math.inf})
    back = Score.model_validate_json(score.model_dump_json())
    assert math.isnan(back.value)
    assert back.metrics == {"error": math.inf}


def test_fingerprint_ignores_the_order_of_facts() -> None:
    assert item(data={"a": 1, "b": 2}).fingerprint() == item(data={"b": 2, "a": 1}).fingerprint()


def test_fingerprint_distinguishes_one_from_true_and_from_text() -> None:
    prints = {item(data={"a": value}).fingerprint() for value in (1, True, "1", 1.5, None)}
    assert len(prints) == 5


def test_fingerprint_of_nan_outlives_json() -> None:
    one = item(data={"a": math.nan})
    assert Item.model_validate_json(one.model_dump_json()).fingerprint() == one.fingerprint()


def test_a_picture_travels_as_json() -> None:
    picture = Image(png=b"\x89PNG\xff\x00", caption="profile")
    assert Image.model_validate_json(picture.model_dump_json()) == picture
    assert len(picture.fingerprint()) == 64


def test_a_picture_is_shown_by_its_size() -> None:
    assert repr(Image(png=b"12345", caption="map")) == "Image(5 bytes, 'map')"


def test_canonical_json_is_sorted_tight_and_utf8() -> None:
    assert canonical_json({"b": [1, 2.5], "a": "höhe"}) == b'{"a":"h\xc3\xb6he","b":[1,2.5]}'


# ------------------------------------------------------------ times


def test_a_time_without_a_zone_is_refused_with_how_to_write_it() -> None:
    with pytest.raises(ValidationError, match="got 2025-03-01T00:00:00; write it as 2025-03-01T00:00:00Z"):
        TimeInterval(start=datetime(2025, 3, 1), end=datetime(2025, 3, 2, tzinfo=UTC))  # noqa: DTZ001


def test_times_are_turned_to_utc() -> None:
    zone = timezone(timedelta(hours=-6))
    day = TimeInterval(start=datetime(2025, 3, 1, 18, tzinfo=zone), end=datetime(2025, 3, 2, 18, tzinfo=zone))
    assert day.start.isoformat() == "2025-03-02T00:00:00+00:00"  # 18 h at UTC-6 is midnight UTC


def test_an_interval_has_its_start_and_not_its_end() -> None:
    day = TimeInterval(start=datetime(2025, 3, 1, tzinfo=UTC), end=datetime(2025, 3, 2, tzinfo=UTC))
    assert day.contains(day.start)
    assert not day.contains(day.end)


def test_an_empty_interval_is_refused() -> None:
    now = datetime(2025, 3, 1, tzinfo=UTC)
    with pytest.raises(ValidationError, match="start must be before end"):
        TimeInterval(start=now, end=now)


@pytest.mark.parametrize("field", ["steps", "seconds", "bytes", "files", "tokens", "call_seconds"])
def test_a_budget_of_nothing_is_refused(field: str) -> None:
    with pytest.raises(ValidationError, match=rf"{field}\n  Input should be greater than"):
        Budget.model_validate({field: 0})
