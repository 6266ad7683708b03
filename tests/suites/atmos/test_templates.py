"""Properties of every template: stated in full, checked by a second way, right in its units, fit for questions."""

from __future__ import annotations

import importlib
import itertools
import math
import pkgutil
import re

import pytest

from mesocosm import seeding, units
from mesocosm.questions.forks import MISSED
from mesocosm.scoring.open_answers.equivalence import read_equation
from mesocosm.scoring.open_answers.expressions import evaluate, symbols_of
from mesocosm.scoring.open_answers.plain_text import plain
from mesocosm.suites.atmos import second
from mesocosm.suites.atmos.catalogue import catalogue
from mesocosm.suites.atmos.constants import CONSTANTS
from mesocosm.suites.atmos.options import Unfit, make_question
from mesocosm.suites.atmos.second.book import SECONDS
from mesocosm.suites.atmos.template import Template

for module in pkgutil.iter_modules(second.__path__):
    importlib.import_module(f"{second.__name__}.{module.name}")

INSTANCES = 24
each_template = pytest.mark.parametrize(("name", "template"), catalogue().items(), ids=catalogue())
written = {name: template for name, template in catalogue().items() if template.formula is not None}
each_formula = pytest.mark.parametrize(("name", "template"), written.items(), ids=written)


def instances(name: str, template: Template, count: int = INSTANCES):
    """Yield questions of many seeds: their text, and the forks they take."""
    for number in range(count):
        question = make_question(template, seeding.generator("instances", name, number))
        yield question


@each_template
def test_fifty_instances_are_fit(name, template):
    part = next(iter(template.parts.values()))
    for question in instances(name, template, 50):
        assert len({part.format_value(value) for value in question.values.values()}) == 4
        assert all(part.low <= value <= part.high for value in question.values.values())


@each_template
def test_half_of_all_draws_are_fit(name, template, monkeypatch):
    """If fit draws were rare, they would be of one kind, and slow."""
    monkeypatch.setattr("mesocosm.suites.atmos.options.DRAWS", 1)
    fit = 0
    for number in range(100):
        try:
            make_question(template, seeding.generator("fit", name, number))
        except Unfit:
            continue
        fit += 1
    assert fit >= 25


@each_template
def test_a_second_implementation_agrees(name, template):
    assert name in SECONDS, f"{name} has no second implementation"
    for question in instances(name, template):
        ours = template.values(question.parameters, question.asked)
        theirs = SECONDS[name](question.parameters, question.asked)
        assert theirs.keys() == ours.keys()
        for symbol, value in ours.items():
            assert float(theirs[symbol]) == pytest.approx(value, rel=0.005), symbol


@each_template
def test_every_number_the_solver_uses_is_printed(name, template):
    for question in instances(name, template, 6):
        text = template.ask(question.parameters, question.asked)
        for variable, value in question.parameters.items():
            assert f"{value:g}" in text, f"{variable} = {value:g} is not in: {text}"


@each_template
def test_every_fork_is_stated_and_matters(name, template):
    symbol = next(iter(template.parts))
    assert len(template.forks) >= 3
    assert not any(fork.startswith(MISSED) for fork in template.forks)
    moved = set()
    for question in instances(name, template, 12):
        for fork in template.forks:
            flipped = question.asked ^ {fork}
            assert template.ask(question.parameters, question.asked) != template.ask(question.parameters, flipped), fork
            one, other = (template.values(question.parameters, taken)[symbol] for taken in (question.asked, flipped))
            if abs(one - other) > 0.1 * max(abs(one), abs(other)):
                moved.add(fork)
    assert moved == set(template.forks)


@each_template
def test_texts_and_choices_use_names_that_exist(name, template):
    texts = template.question + (template.formula.latex if template.formula else "")
    assert set(re.findall(r"\[(\w+):", texts)) <= set(template.forks)
    assert all(fork.taken != fork.missed for fork in template.forks.values())
    chosen = [quantity for fork in template.forks.values() for quantity in fork.quantities]
    assert len({*chosen, *template.variables, *template.constants}) == len(
        [*chosen, *template.variables, *template.constants]
    )


BASE = ("[length]", "[mass]", "[time]", "[temperature]", "[substance]")
SCALES = dict(zip(BASE, (3.0, 5.0, 0.7, 1.3, 2.0), strict=True))
"""Number of the new units in one of SI's."""


def scale(unit: str) -> float:
    """Return the factor of a number when it is measured in the new units."""
    dimensions = units.registry().Quantity(1.0, unit or "dimensionless").to_base_units().dimensionality
    return math.prod(SCALES[base] ** power for base, power in dimensions.items())


@each_template
def test_units_are_right(name, template):
    """Measured in other units, everything grows by its own factor: only a formula with right units follows."""
    for question in instances(name, template, 6):
        x = template.in_si(question.parameters)
        grown = {
            key: value * scale(template.variables[key].unit if key in template.variables else CONSTANTS[key][1])
            for key, value in x.items()
        }
        ours, theirs = (template.solve(template.choose(one, question.asked), question.asked) for one in (x, grown))
        for symbol, part in template.parts.items():
            assert theirs[symbol] == pytest.approx(ours[symbol] * scale(part.unit), rel=1e-9), symbol


@each_formula
def test_the_formula_is_the_solver(name, template):
    """Read by the grader, the formula gives what the solver gives, whichever forks are taken."""
    symbol = next(iter(template.parts))
    letters = template.formula.symbols
    for question in instances(name, template, 4):
        for taken in map(frozenset, all_subsets(template.forks)):
            numbers = template.numbers(question.parameters, taken)
            tree = read_equation(plain(template.formula.write(taken))).last
            assert symbols_of(tree) <= {read_equation(plain(letter)).last for letter in letters}
            values = {
                read_equation(plain(letter)).last: complex(numbers[one.quantity]) for letter, one in letters.items()
            }
            solved = template.solve(template.choose(template.in_si(question.parameters), taken), taken)
            assert evaluate(tree, 0, values).real == pytest.approx(solved[symbol], rel=1e-6)


@each_formula
def test_every_letter_of_the_formula_matters(name, template):
    used = set().union(*(_letters(template, taken) for taken in all_subsets(template.forks)))
    assert used == {read_equation(plain(letter)).last for letter in template.formula.symbols}


def _letters(template: Template, taken: tuple[str, ...]) -> set[str]:
    assert template.formula is not None
    return symbols_of(read_equation(plain(template.formula.write(frozenset(taken)))).last)


def all_subsets(forks) -> list[tuple[str, ...]]:
    return [taken for size in range(len(forks) + 1) for taken in itertools.combinations(sorted(forks), size)]


@each_template
def test_the_card_is_filled_in(name, template):
    assert template.reference
    assert len(template.background) > 40
    assert all(part.digits >= 3 and part.low < part.high for part in template.parts.values())
