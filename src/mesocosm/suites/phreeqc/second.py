"""The answers by a second way: a separate run of the question's input, with another database if one has all it needs.

The second database has other constants and another model of activities, so it finds a wrong reading or a wrong unit,
but not a wrong last digit. Scenarios that no second database covers are run again with their own: their truths are
confirmed by hand, by measurements or by another database in the tests of the suite.
"""

from __future__ import annotations

import dataclasses

from mesocosm import seeding
from mesocosm.errors import InvalidRecord
from mesocosm.questions.letters import matching_letter
from mesocosm.suite import read_id
from mesocosm.suites.phreeqc.catalogue import scenario as scenario_called
from mesocosm.suites.phreeqc.options import evaluate, make_question
from mesocosm.suites.phreeqc.records import Data
from mesocosm.types import Item

SECOND_DATABASES = {
    "carbonate_ion": "llnl.dat",
    "gypsum_in_salt_water": "pitzer.dat",
    "methane_bubble": "llnl.dat",
    "carbonated_brine": "pitzer.dat",
    "fluoride_mixing": "wateq4f.dat",
    "sea_intrusion": "pitzer.dat",
    "reaction_chain": "wateq4f.dat",
}
"""Scenarios, each with a database that has all it needs, and agrees within a sixth over all forks (four draws of each).
"""
OTHER_AUTHORS = 0.25
"""Largest relative difference between the values of the second database and the first."""
PRINTED = 0.01
"""Largest relative difference between a value and the option that prints it; options are at least 3 % apart."""


def second(item: Item[Data]) -> str:
    """Return the letter of the run's option; the value itself if it is no option, or if another database disputes it.

    The parameters of the question are drawn again from the seed.
    """
    scenario = scenario_called(item.data.scenario)
    draw = seeding.generator("phreeqc", *read_id(item.id, "phreeqc"), scenario.name)
    question = make_question(scenario, draw)
    value = evaluate(scenario, question.parameters, question.asked)
    if (database := SECOND_DATABASES.get(scenario.name)) is not None:
        other = evaluate(dataclasses.replace(scenario, database=database), question.parameters, question.asked)
        if abs(other - value) > OTHER_AUTHORS * abs(value):
            raise InvalidRecord(f"{item.id}: {scenario.database} gives {value:.6g}, {database} gives {other:.6g}")
    return matching_letter(value, item.data.options, PRINTED) or f"{value:.6g}"
