"""The text of a workflow's request and the fields of its answer, from the TOML beside its module.

A text may hold the names of values in braces, such as `{towns}` or `{bound:g}`; the module says what they are.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Collection, Sequence
from importlib.resources import files

from numpy.random import Generator as Chance
from pydantic import Field, ValidationError

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.workflows.answer_fields import RequestedField
from mesocosm.suites.terra.workflows.guards import Guard
from mesocosm.suites.terra.workflows.workflow import WordedRequest
from mesocosm.trace.reader import explain
from mesocosm.types import Record


class GuardText(Record):
    """A guard whose rule and reason may hold the names of values in braces; it is checked once they are filled."""

    rule: str
    because: str


class RequestText(Record):
    """All texts of a workflow."""

    openings: tuple[str, ...] = ("",)
    """Texts on who asks, and why; each request has one of them."""
    context: str = "{opening}"
    question: str
    phrases: dict[str, str] = Field(default_factory=dict)
    """Parts of sentences that depend on the draw."""
    fields: tuple[RequestedField, ...] = Field(min_length=1)
    guards: tuple[GuardText, ...] = ()
    """What must hold of the answers, whatever is drawn; rules and reasons may name values in braces as well."""

    def choose_opening(self, chance: Chance) -> str:
        """Choose one of the openings."""
        return self.openings[int(chance.integers(len(self.openings)))]

    def phrase(self, name: str, **values: object) -> str:
        """Return a part of a sentence, filled with these values."""
        return self.phrases[name].format(**values)

    def field(self, key: str, **values: object) -> RequestedField:
        """Return the field with this key, filled with these values."""
        return next(_filled(field, values) for field in self.fields if field.key == key)

    def fill(
        self,
        opening: str = "",
        *,
        fields: Sequence[RequestedField] | None = None,
        leave_out: Collection[str] = (),
        **values: object,
    ) -> WordedRequest:
        """Return the request filled with these values; without `fields`, with all fields but those left out."""
        if fields is None:
            fields = [_filled(field, values) for field in self.fields if field.key not in leave_out]
        return WordedRequest(
            context=self.context.format(opening=opening.format(**values), **values),
            question=self.question.format(**values),
            fields=tuple(fields),
            guards=tuple(_filled_guard(guard, values) for guard in self.guards),
        )


@functools.cache
def read_request_text(module: str) -> RequestText:
    """Read the texts of a workflow by the `__name__` of its module."""
    package, _, name = module.rpartition(".")
    path = files(package) / f"{name}.toml"
    try:
        return RequestText.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (FileNotFoundError, tomllib.TOMLDecodeError) as error:
        raise InvalidRecord(f"workflow {name}: {path}: {error}") from error
    except ValidationError as error:
        raise InvalidRecord(f"workflow {name}: {path}: {explain(error)}") from error


def _filled(field: RequestedField, values: dict[str, object]) -> RequestedField:
    return field.model_copy(update={"key": field.key.format(**values), "about": field.about.format(**values)})


def _filled_guard(guard: GuardText, values: dict[str, object]) -> Guard:
    return Guard(rule=guard.rule.format(**values), because=guard.because.format(**values))
