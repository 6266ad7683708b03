"""The fields of an answer: their text in the request, and the tolerance that follows from each by rule.

A tolerance has two parts, and the wider counts. The absolute part is what the asked decimals leave open: one step of
the last decimal, half of it the rounding of the answer and half that of the numbers it is made from. The relative part
is how far two sound ways to the same number lie apart, by what the number is:

    count      things, days, ranks               0        exactly
    reading    a value of a file or a document   0.2 %    packing, and the choice of unit on the way
    estimate   means, sums, fits, distances      1 %      weights by area or by cell, ellipsoid or sphere
    engine     what a simulator gives            2 %      its steps in time, the spin-up, the order of its sums

A share of a temperature in degrees Celsius means nothing, as its zero is anywhere: there an estimate, or what an engine
gives, may be off by two steps of the last decimal instead.
"""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue, model_validator

from mesocosm.suites.terra.scoring.truth import Field
from mesocosm.types import Record

Certainty = Literal["count", "reading", "estimate", "engine"]
Kind = Literal["number", "text", "boolean", "date", "list"]
RELATIVE: dict[Certainty, float] = {"count": 0.0, "reading": 0.002, "estimate": 0.01, "engine": 0.02}
OFFSET_UNITS = ("degC", "°C")


class RequestedField(Record):
    """One field of an answer."""

    key: str
    about: str
    """Description of the quantity, sufficient for a person of the field."""
    unit: str = ""
    """Unit, in the form of `mesocosm.units`; empty if there is none."""
    decimals: int | None = None
    """Decimals of a number."""
    kind: Kind = "number"
    certainty: Certainty = "estimate"
    among: tuple[str, ...] = ()
    """Allowed words, if the choice is limited."""
    order: Literal["sequence", "set"] = "sequence"
    """Meaning of the order of a list."""

    @model_validator(mode="after")
    def _numbers_have_decimals(self) -> RequestedField:
        if (self.kind == "number") != (self.decimals is not None):
            raise ValueError(f"{self.key}: numbers, and only numbers, need `decimals`")
        if self.certainty == "count" and self.decimals:
            raise ValueError(f"{self.key}: a count has no decimals, got {self.decimals}")
        return self

    def words(self) -> str:
        """Return the field as the request lists it."""
        return f"- `{self.key}` ({self._form()}): {self.about}"

    def _form(self) -> str:
        if self.kind == "number":
            digits = "a whole number" if not self.decimals else f"{self.decimals} decimal{'s' * (self.decimals > 1)}"
            return ", ".join(filter(None, [self.unit, digits]))
        forms = {"text": "text", "boolean": "true or false", "date": "date, YYYY-MM-DD", "list": "list"}
        if self.among:
            return " | ".join(self.among)
        return forms[self.kind] + (", in order" if self.kind == "list" and self.order == "sequence" else "")

    def truth(self, value: JsonValue) -> Field:
        """Return the field for scoring against this true value."""
        if value is None:
            return Field(key=self.key, value=None, unit=self.unit, kind="null")
        if self.kind != "number":
            return Field(key=self.key, value=value, kind=self.kind, order=self.order)
        step = 10.0 ** -(self.decimals or 0)
        is_offset = self.unit in OFFSET_UNITS
        steps = 2 if is_offset and self.certainty in ("estimate", "engine") else 1
        return Field(
            key=self.key,
            value=round(float(str(value)), (self.decimals or 0) + 2),
            abs_tol=0.0 if self.certainty == "count" else steps * step,
            rel_tol=0.0 if is_offset else RELATIVE[self.certainty],
            unit=self.unit,
            kind="number",
        )

    def agree(self, first: JsonValue, second: JsonValue) -> bool:
        """Return whether two true values of the field, found in two ways, agree within its tolerance."""
        from mesocosm.suites.terra.scoring.values import compare

        return compare(self.truth(first), second).hit == 1.0


def contract(asked: tuple[RequestedField, ...]) -> str:
    """Return the fields as a request lists them."""
    return "\n".join(field.words() for field in asked)
