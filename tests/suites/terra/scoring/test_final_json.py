"""The answer in a conversation, under `default`: the final message alone, and no crash whatever it holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.suites.terra.scoring.final_json import extract, extract_text

ROWS = [{"key": "a", "value": 3}]
BODY = '[{"key":"a","value":3}]'
TEMPLATE = {"role": "user", "content": f"Answer as <final_json>{BODY}</final_json>"}


@pytest.mark.parametrize(
    "text",
    [
        f"<final_json>{BODY}</final_json>",
        f"<FINAL_JSON>\n{BODY}\n</Final_Json>",
        f"<final_json>```json\n{BODY}\n```</final_json>",
        f"```json\n<final_json>{BODY}</final_json>\n```",
        f"Here it is:\n```json\n{BODY}\n```",
        f"Here it is:\n```\n{BODY}\n```\n",
        f"  {BODY}\n",
        f"<final_json>{BODY}",
        f'<final_json>[{{"key":"a","value":1}}]</final_json> no: <final_json>{BODY}</final_json>',
    ],
)
def test_forms_that_are_read(text):
    assert extract_text(text).payload == ROWS


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("I could not compute it.", "no final_json block"),
        ("<final_json>[{'key': 1}]</final_json>", "not JSON"),
        ("<final_json>3</final_json>", "must be a list or an object"),
        (f"<final_json>{'[' * 100_000}</final_json>", "nested deeper"),
        (f"<final_json>[{'1' * 10_000}]</final_json>", "digits"),
        (f'<final_json>["{"x" * 10_000_000}"]</final_json>', "at most 1,000,000"),
    ],
    ids=["prose", "python", "number", "brackets", "digits", "ten megabytes"],
)
def test_what_is_no_answer_says_why(text, message):
    extracted = extract_text(text)
    assert extracted.payload is None
    assert message in extracted.problem


def test_the_template_of_the_request_is_never_the_answer():
    assert extract([TEMPLATE, {"role": "assistant", "content": "I could not."}]).payload is None
    assert extract([TEMPLATE]).problem == "no assistant message"


def test_only_the_final_message_counts():
    early = {"role": "assistant", "content": f"<final_json>{BODY}</final_json>"}
    assert extract([early, {"role": "assistant", "content": "I take it back."}]).payload is None
    assert extract([early, {"role": "tool", "content": "31.4"}]).payload == ROWS


def test_parts_of_a_message_are_joined():
    parts = [{"type": "text", "text": "<final_json>"}, {"type": "text", "text": BODY}]
    assert extract([{"type": "answer", "content": parts}]).payload == ROWS


@given(st.lists(st.text(alphabet='<>/final_json`[]{}",:0 \nkey', max_size=60), max_size=3))
def test_no_text_makes_it_fall_over(texts):
    records = [{"role": "assistant", "content": text} for text in texts]
    for profile in ("default", "public_code"):
        extracted = extract(records, profile)
        assert extracted.payload is None or isinstance(extracted.payload, list | dict)
