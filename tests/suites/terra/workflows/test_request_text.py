"""The text of a workflow beside its module."""

import numpy as np
import pytest

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.workflows.request_text import RequestText, read_request_text

TEXT = RequestText.model_validate(
    {
        "openings": ["The mayor of {town} asks.", "A student in {town} asks."],
        "context": "{opening} It is {year}.",
        "question": "How much {quantity} fell, above {least:g} mm?",
        "phrases": {"rain": "rain over {hours} hours"},
        "fields": [
            {"key": "total", "about": "sum in {year}", "unit": "mm", "decimals": 1},
            {"key": "days", "about": "days of {quantity}", "decimals": 0, "certainty": "count"},
        ],
        "guards": [{"rule": "0 <= days <= 24 * {days:g}", "because": "{year} has so many"}],
    }
)


def test_values_fill_the_braces_of_every_text():
    quantity = TEXT.phrase("rain", hours=6)
    request = TEXT.fill(TEXT.openings[1], town="Hale", year=2031, quantity=quantity, least=1.50, days=7)
    assert request.context == "A student in Hale asks. It is 2031."
    assert request.question == "How much rain over 6 hours fell, above 1.5 mm?"
    assert [field.about for field in request.fields] == ["sum in 2031", "days of rain over 6 hours"]
    assert [(guard.rule, guard.because) for guard in request.guards] == [("0 <= days <= 24 * 7", "2031 has so many")]


def test_fields_can_be_left_out_or_given():
    values = {"town": "Hale", "year": 2031, "quantity": "rain", "least": 1, "days": 7}
    assert [field.key for field in TEXT.fill("", leave_out=["days"], **values).fields] == ["total"]
    given = TEXT.fill("", fields=[TEXT.field("days", quantity="snow")], **values).fields
    assert [field.about for field in given] == ["days of snow"]


def test_each_opening_is_chosen():
    chance = np.random.default_rng(0)
    assert {TEXT.choose_opening(chance) for _ in range(20)} == set(TEXT.openings)


def test_an_error_names_the_workflow_and_the_field(tmp_path, monkeypatch):
    (tmp_path / "in_rooms").mkdir()
    (tmp_path / "in_rooms" / "__init__.py").touch()
    (tmp_path / "in_rooms" / "dry_days.toml").write_text('question = "How dry?"\nopening = "Who?"\nfields = []\n')
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InvalidRecord, match=r"workflow dry_days: .*fields"):
        read_request_text("in_rooms.dry_days")
    with pytest.raises(InvalidRecord, match=r"workflow wet_days: .*wet_days.toml"):
        read_request_text("in_rooms.wet_days")
