"""Values with units found in an answer: the last of a chain of equalities, one or several per answer."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from mesocosm.scoring.numeric import apart_at_most
from mesocosm.scoring.open_answers.number_text import Number, read_number
from mesocosm.scoring.open_answers.unit_text import Unit, UnitReading, read_unit

RELATION = re.compile(r"[=≈∝<>≤≥→:]")
START = re.compile(r"(?<![\w.^_#])(?:[-+]\s*)?(?:\d|\.\d|π|√|[(\[]|e\^|\\(?:ln|exp|log)\b)")
SEPARATOR = re.compile(r"[;,\n]|\s(?:and|or)\s|\s(?=(?:with|while|where|when|at|for|over|during)\s)|\.\s(?=[A-Z])|\.$")
KEY_SEPARATOR = re.compile(r"[;,\n]|\s(?:and|or)\s|\.\s(?=[A-Z])|\.$")
"""Keys have no asides: every word of theirs counts."""
REMARK = re.compile(r"(?:with|while|where|when|at|for|over|during|i\.e|e\.g)\b")
"""A part that begins with one of these after a value is a condition or an explanation, not a further value."""
RANGE = re.compile(r"(\d+\.?\d*)\s*-\s*(\d+\.?\d*)(?!\s*[\d.=×·/^(+-])")
ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
WORD = re.compile(r"[A-Za-z]{2,}")
SYMBOL_BEFORE = re.compile(r"(?:[-+*/·×^√)α-ωΑ-Ω∂]|(?<![A-Za-z'#])[B-Zb-z]|\\[a-z]+)$")
SYMBOL_AFTER = re.compile(r"[α-ωΑ-Ω∂√\\+*/·×^_]|[A-Za-z](?![A-Za-z])|-\s*[A-Za-zα-ωΑ-Ω(]")
"""Signs that the value beside them is part of a formula."""
UNKNOWN_UNIT = re.compile(
    r"\s*/?\s*(?!(?:approx|about|for|from|when|while|which|that|this|is|are|was|will|at|above|below|along|toward|directed|upward"
    r"|downward|north|south|east|west|the|so|as|but|on|by|if|to|into|units?|times|roughly|where|with|during|because|since"
    r"|relative|compared|degrees? of|in the|of the|N|S|E|W)\b)([A-Za-z]{2,})"
)
DIGITS = re.compile(r"[-+\s]*[\d.]+(?:[eE][-+]?\d+)?(?:\s*\^\([^()]*\)?)?")
MOST_QUANTITIES = 60


@dataclass(frozen=True)
class Quantity:
    """A number with the units it may carry (none: written without one)."""

    number: Number
    units: tuple[Unit, ...]
    relation: str = ""
    upper: float | None = None
    """The far end, where a range is written."""
    unknown: str = ""
    """The word that stands where the unit would, if it is not a unit we know."""

    @property
    def base(self) -> float:
        """In base units, by the first reading of the unit."""
        unit = self.units[0] if self.units else None
        return self.number.value if unit is None else self.number.value * unit.size + unit.zero


@dataclass(frozen=True)
class Item:
    """One value of a list: its label, its readings along a chain of equalities (the last first), the words around."""

    label: str
    readings: tuple[Quantity, ...]
    words: str = ""
    pure: bool = True
    """Whether the value stands alone on its side, and not among symbols."""


def segments(text: str, separator: re.Pattern[str] = SEPARATOR) -> list[str]:
    """The parts of a list, split outside brackets."""
    inner = text.strip()
    if inner[:1] in ("(", "[") and _past_brackets(inner, 0) == len(inner) and _has_comma(inner[1:-1]):
        inner = inner[1:-1]
    parts: list[str] = []
    last = depth = place = 0
    while place < len(inner):
        character = inner[place]
        depth += (character in "([") - (character in ")]")
        match = separator.match(inner, place) if depth <= 0 else None
        if match is not None:
            parts.append(inner[last:place])
            last = place = match.end()
        else:
            place += 1
    parts.append(inner[last:])
    return [part.strip() for part in parts if part.strip(" .!$")]


def _has_comma(text: str) -> bool:
    """Whether brackets around this text make a list: a comma outside inner brackets."""
    depth = 0
    for character in text:
        depth += (character in "([") - (character in ")]")
        if depth == 0 and character in ",;":
            return True
    return False


def items(text: str) -> list[Item]:
    """Every value of the text in order; repeated ones once."""
    kept: list[Item] = []
    for segment in segments(text):
        if kept and REMARK.match(segment):
            continue
        for item in segment_items(segment):
            if kept and _same(kept[-1], item):
                joined = kept[-1].readings + item.readings
                kept[-1] = replace(kept[-1], readings=joined)
            else:
                kept.append(item)
        if len(kept) > MOST_QUANTITIES:
            break
    return kept


def segment_items(segment: str) -> list[Item]:
    """The values of one part: those of the last side of an equation that has any."""
    sides, relations = _sides(segment)
    read = [_in_side(side, relation) for side, relation in zip(sides, relations, strict=True)]
    bearing = [place for place, values in enumerate(read) if values]
    if not bearing:
        return []
    last = next((place for place in reversed(bearing) if all(pure for _, pure in read[place])), bearing[-1])
    label = sides[0].strip() if last > 0 else ""
    words = " ".join(WORD.findall(segment))
    if len(read[last]) > 1:
        return [Item(label, (value,), words, pure) for value, pure in read[last]]
    final, pure = read[last][0]
    chain = [read[place][0][0] for place in bearing if place != last and len(read[place]) == 1 and read[place][0][1]]
    agreeing = tuple(value for value in chain if _equal(value, final))
    return [Item(label, (final, *agreeing), words, pure)]


def _sides(segment: str) -> tuple[list[str], list[str]]:
    """The sides of the relations outside brackets, each with the sign before it."""
    sides, relations, last, depth = [], [""], 0, 0
    for place, character in enumerate(segment):
        depth += (character in "([") - (character in ")]")
        if depth <= 0 and RELATION.match(character):
            sides.append(segment[last:place])
            relations.append(character)
            last = place + 1
    sides.append(segment[last:])
    return sides, relations


def _in_side(side: str, relation: str) -> list[tuple[Quantity, bool]]:
    """Values, each with whether it stands free of symbols; bracketed remarks after a value are left out."""
    values: list[tuple[Quantity, bool]] = []
    place = behind = 0
    while len(values) <= MOST_QUANTITIES:
        start = START.search(side, place)
        if start is None:
            break
        script = re.compile(r"[_^]\(").search(side, place, start.end())
        if script is not None:
            place = _past_brackets(side, script.end() - 1)
            continue
        number = _range_start(side, start) or read_number(side, start.start())
        if number is None or ORDINAL.match(side, number.end):
            place = _after_no_number(side, start, bool(values), number)
            continue
        quantity, end = _with_unit(side, number, relation)
        rest = side[end:]
        under = number.end < len(side) and side[number.end] == "/" and _depth(side[: start.start()]) > 0
        values.append((quantity, not under and _free(side[behind : start.start()].strip(), rest.strip(" ."))))
        place = behind = max(end, start.end())
        if re.match(r"\s*\(", rest):
            place = _past_brackets(side, side.index("(", end))
    return values


def _depth(text: str) -> int:
    return text.count("(") + text.count("[") - text.count(")") - text.count("]")


def _free(lead: str, rest: str) -> bool:
    if SYMBOL_BEFORE.search(lead.rstrip("([ ")) or SYMBOL_AFTER.match(rest):
        return False
    return not rest.startswith("(") or _remark(rest[1 : _past_brackets(rest, 0) - 1])


def _remark(inside: str) -> bool:
    """Whether brackets after a value hold a remark or a second unit rather than a factor."""
    if re.search(r"[A-Za-z]{4,}|^\s*[≈=]|\b(?:or|at|in|to|of|for|the|abs)\b|i\.e|e\.g|ca\.", inside):
        return True
    converted = read_number(inside)
    if converted is not None:
        return read_unit(inside[converted.end :]) is not None or converted.end == len(inside)
    return re.search(r"[-+*/^·_(√α-ωΑ-Ω\\]|(?<![A-Za-z])[A-Za-z](?![A-Za-z])", inside) is None


def _after_no_number(side: str, start: re.Match[str], after_value: bool, number: Number | None) -> int:
    if number is not None:
        return number.end
    digits = DIGITS.match(side, start.start())
    if digits is not None:  # a number too large to read is skipped whole
        return digits.end()
    bracket = start[0][-1] in "(["
    return _past_brackets(side, start.end() - 1) if bracket and after_value else start.end()


def _past_brackets(text: str, place: int) -> int:
    depth = 0
    for at in range(place, len(text)):
        depth += (text[at] in "([") - (text[at] in ")]")
        if depth <= 0:
            return at + 1
    return len(text)


def _with_unit(side: str, number: Number, relation: str) -> tuple[Quantity, int]:
    span = _range_end(side, number)
    if span is not None:
        reading = read_unit(side[span.end :])
        return Quantity(number, _units(reading), relation, span.value), span.end + (reading.end if reading else 0)
    reading = read_unit(side[number.end :])
    if reading is not None:
        return Quantity(number, reading.units, relation), number.end + reading.end
    word = UNKNOWN_UNIT.match(side, number.end)
    return Quantity(number, (), relation, unknown=word[1] if word else ""), number.end


def _range_start(side: str, start: re.Match[str]) -> Number | None:
    """The first end of "20-30", which is a range and not a subtraction."""
    match = RANGE.match(side, start.start())
    return read_number(side[: match.end(1)], start.start()) if match and _rises(match) else None


def _rises(match: re.Match[str]) -> bool:
    return float(match[1]) < float(match[2])


def _range_end(side: str, number: Number) -> Number | None:
    match = re.compile(r"\s*(?:to\s+|-\s*)(?=\d)").match(side, number.end)
    far = read_number(side, match.end()) if match else None
    return far if far is not None and far.value > number.value else None


def _units(reading: UnitReading | None) -> tuple[Unit, ...]:
    return reading.units if reading else ()


def _equal(one: Quantity, other: Quantity) -> bool:
    """Whether two readings of a chain are one value, units converted."""
    if not one.units or not other.units:
        return apart_at_most(one.number.value, other.number.value, 0.02 * abs(other.number.value))
    if one.units[0].dimensions != other.units[0].dimensions:
        return False
    return apart_at_most(one.base, other.base, 0.02 * abs(other.base))


def _same(one: Item, other: Item) -> bool:
    """Whether a value without a label repeats the one before it in another unit."""
    first, second = one.readings[0], other.readings[0]
    return not other.label and bool(first.units) and bool(second.units) and _equal(first, second)
