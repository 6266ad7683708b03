"""Scenarios that occur in the test split alone: one of every topic that has two or three.

Append only: whoever has trained on the other scenarios has not seen these. A scenario that joins the catalogue is open
to training unless it is named here. In each topic, a third of the names was taken, those first in order of their
SHA-256.
"""

from __future__ import annotations

HELD_OUT = frozenset(
    {
        # brines: 1 of 2
        "gypsum_brine",
        # carbonate: 1 of 2
        "calcite_closed",
        # gas phase: 1 of 2
        "methane_bubble",
        # heat: 1 of 3
        "silica_scale",
        # kinetics: 1 of 3
        "pyrite_rate",
        # mixing: 1 of 3
        "mixing_corrosion",
        # redox: 1 of 3
        "ferric_iron",
        # sequences: 1 of 2
        "reaction_chain",
        # solid_solutions: 1 of 2
        "aragonite_strontianite",
        # sorption: 1 of 3
        "phosphate_on_oxide",
        # storage: 1 of 2
        "carbon_storage",
        # transport: 1 of 3
        "tracer_front",
    }
)
