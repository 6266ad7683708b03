"""What a log stores of an episode beside its scores, so that a reader needs no suite and makes no item again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue, TypeAdapter, ValidationError

from mesocosm.report.answer_forms import form_of
from mesocosm.scoring.form import FORM_CLASSES, FormClass
from mesocosm.suite import Suite
from mesocosm.suite.blocks import Block, TextBlock
from mesocosm.suite.facts import Facts
from mesocosm.trace.schema import Trace, spell_text
from mesocosm.types import Item, Reference

LARGEST_VIEW = 400_000
"""Most bytes of a view with its pictures; a larger one is not stored."""
LONGEST_READING = 200
"""Most characters of the reading of an answer."""
BLOCKS: TypeAdapter[tuple[Block, ...]] = TypeAdapter(tuple[Block, ...])


def keep(
    suite: Suite, item: Item, reference: Reference, trace: Trace, profile: str, options: Mapping[str, str]
) -> dict[str, JsonValue]:
    """Return facts, form and view of an episode, and what the suite's own pages need of its item, if anything.

    View and page facts are text: Inspect copies whatever is in a score many times.
    """
    facts = suite.facts(item, reference, options)
    shown = form_of(suite, item, reference, trace, facts, profile)
    return {
        "form": shown.form.kind,
        "evident": shown.form.evident,
        "evident_right": shown.would_be_right,
        "reading": _reading(suite, item, reference, trace),
        "facts": facts.model_dump(mode="json", exclude_defaults=True),
        "view": _view(suite, item, reference, trace),
        **_page_facts(suite, item, reference),
    }


def kept_facts(about: Mapping[str, Any]) -> Facts | None:
    """Return the facts of an episode; None if the log has none that can be read, as older ones have not."""
    try:
        return Facts.model_validate(about.get("facts"))
    except ValidationError:
        return None


def kept_form(about: Mapping[str, Any]) -> FormClass | None:
    """Return the form in which an episode was answered; None if the log does not say."""
    return next((form for form in FORM_CLASSES if form == about.get("form")), None)


def kept_view(about: Mapping[str, Any]) -> tuple[Block, ...]:
    """Return what the suite shows of an episode; empty if the log has nothing that can be read."""
    try:
        return BLOCKS.validate_json(about.get("view", "[]"))
    except ValidationError:
        return ()


def kept_page_facts(about: Mapping[str, Any]) -> JsonValue:
    """Return what the suite's own pages need of an item; None if the log has nothing that can be read, as older ones
    have not.

    A log may come from anyone: the caller must check what is returned.
    """
    try:
        found: JsonValue = json.loads(about.get("page_facts", "null"))
    except (TypeError, ValueError, RecursionError):
        return None
    return found


def _page_facts(suite: Suite, item: Item, reference: Reference) -> dict[str, JsonValue]:
    needed = suite.page_facts(item, reference)
    return {} if needed is None else {"page_facts": json.dumps(needed, separators=(",", ":"))}


def _view(suite: Suite, item: Item, reference: Reference, trace: Trace) -> str:
    try:
        text = BLOCKS.dump_json(BLOCKS.validate_python(tuple(suite.view(item, reference, trace))))
    except Exception as error:  # an answer may be anything, and a failing view must not cost the score
        return _excuse(f"This episode cannot be shown: {type(error).__name__}: {error}")
    if len(text) > LARGEST_VIEW:
        return _excuse(f"This episode is not shown: its view would take {len(text):,} bytes of {LARGEST_VIEW:,}.")
    return text.decode()


def _reading(suite: Suite, item: Item, reference: Reference, trace: Trace) -> str:
    try:
        return spell_text(suite.reading(item, reference, trace))[:LONGEST_READING]
    except Exception:  # an answer may be anything, and a failing reading must not cost the score
        return ""


def _excuse(words: str) -> str:
    return BLOCKS.dump_json((TextBlock(text=spell_text(words)[:1000]),)).decode()
