"""Compare several values with several keys: by label if both have one, in order otherwise."""

from __future__ import annotations

import re

from mesocosm.scoring.open_answers.comparison import Outcome, Rules, compare
from mesocosm.scoring.open_answers.quantities import Item


def match_values(keys: tuple[Item, ...], answers: list[Item], rules: Rules) -> Outcome:
    """Return the outcome for one key, or for a list of keys together."""
    if not answers:
        return False, "no_number"
    answers = [answer for answer in answers if answer.pure] or answers
    if len(keys) == 1:
        return _single(keys[0], answers, rules)
    return _list(keys, answers, rules)


def compare_items(key: Item, answer: Item, rules: Rules) -> Outcome:
    """The best outcome over the readings of a chain; the first reading's where none is right."""
    outcomes = [compare(wanted, given, rules) for wanted in key.readings[:1] for given in answer.readings]
    best = next((outcome for outcome in outcomes if outcome[0]), outcomes[0])
    if not answer.pure:
        return (None if best[0] else False), "formula_for_number"
    return best


def _single(key: Item, answers: list[Item], rules: Rules) -> Outcome:
    if len(answers) == 1:
        return compare_items(key, answers[0], rules)
    named = [answer for answer in answers if key.label and _name(answer.label) == _name(key.label)]
    fitting = named or _of_same_dimension(key, answers)
    outcomes = [compare_items(key, answer, rules) for answer in fitting or answers]
    if all(value for value, _ in outcomes):
        return outcomes[0]
    if not any(value is not False for value, _ in outcomes):
        return outcomes[-1]
    return None, "several_values"


def _of_same_dimension(key: Item, answers: list[Item]) -> list[Item]:
    units = key.readings[0].units
    if not units or not units[0].dimensions:
        return []
    return [item for item in answers if any(unit.dimensions == units[0].dimensions for unit in item.readings[0].units)]


def _name(label: str) -> str:
    return re.sub(r"[^A-Za-zα-ωΑ-Ω0-9']", "", label)


def _list(keys: tuple[Item, ...], answers: list[Item], rules: Rules) -> Outcome:
    if len(answers) > 2 * len(keys) + 1:  # among many numbers any list can be found
        return None, "several_values"
    free = list(range(len(answers)))
    met, ordered, last = 0, True, -1
    for key in keys:
        places = [place for place in free if key.label and _name(answers[place].label) == _name(key.label)] or free
        hit = next((place for place in places if compare_items(key, answers[place], rules)[0]), None)
        if hit is None:
            continue
        labelled = bool(key.label) and _name(answers[hit].label) == _name(key.label)
        ordered = ordered and (labelled or hit > last)
        met, last = met + 1, max(last, hit)
        free.remove(hit)
    if met == len(keys):
        return (True, "list") if ordered else (None, "list_order")
    return False, "list_partial" if met else "value"
