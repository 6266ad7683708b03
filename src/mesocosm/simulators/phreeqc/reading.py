"""Values read from a PHREEQC listing as a person would: by section, row and column.

`occurrence` counts the sections of one name through the whole listing: 0 is the first, -1 (the default) the last.
"""

from __future__ import annotations

import re

from mesocosm.simulators.phreeqc.listing import Listing

COMPOSITION = "Solution composition"
DESCRIPTION = "Description of solution"
SPECIES = "Distribution of species"
SATURATION = "Saturation indices"
ASSEMBLAGE = "Phase assemblage"
GAS = "Gas phase"
EXCHANGE = "Exchange composition"
SURFACE = "Surface composition"
SOLID_SOLUTIONS = "Solid solutions"

SPECIES_COLUMNS = ("molality", "activity", "log_molality", "log_activity", "log_gamma")
ASSEMBLAGE_COLUMNS = ("si", "log_iap", "log_k", "initial", "final", "delta")
GAS_COLUMNS = ("log_p", "pressure", "phi", "initial", "final", "delta")

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


class Readings:
    """A listing and the ways to read it; a missing row raises `KeyError` with what was looked for."""

    def __init__(self, listing: Listing | str) -> None:
        self.listing = listing if isinstance(listing, Listing) else Listing(listing)

    def count(self, section: str) -> int:
        """Count the sections of this name in the listing."""
        return sum(known.name == section for known in self.listing.sections)

    def row(self, section: str, first: str, occurrence: int = -1) -> list[str]:
        """Return the words after `first` in the first row of a section that begins with it."""
        for line in self.listing.section(section, occurrence).splitlines()[1:]:
            words = line.split()
            if words and words[0] == first:
                return words[1:]
        raise KeyError(f"no row {first!r} in {section!r} number {occurrence}")

    def number(self, section: str, first: str, column: int, occurrence: int = -1) -> float:
        """Return a number of a row, by its position after the first word."""
        return float(self.row(section, first, occurrence)[column])

    def described(self, label: str, occurrence: int = -1) -> float:
        """Return a value of `Description of solution`, such as `pH`, `pe`, `Ionic strength`, `Density`, `Total
        alkalinity`.
        """
        for line in self.listing.section(DESCRIPTION, occurrence).splitlines():
            name, equals, value = line.partition("  = ")
            if equals and name.strip().startswith(label):
                number = NUMBER.search(value)
                if number is not None:
                    return float(number.group())
        raise KeyError(f"no {label!r} in {DESCRIPTION!r} number {occurrence}")

    def total(self, element: str, occurrence: int = -1) -> float:
        """Return the total molality of an element or valence state, such as `Ca` or `C(4)`."""
        return self.number(COMPOSITION, element, 0, occurrence)

    def species(self, name: str, column: str = "molality", occurrence: int = -1) -> float:
        """Return a column of an aqueous species (`SPECIES_COLUMNS`)."""
        return self.number(SPECIES, name, SPECIES_COLUMNS.index(column), occurrence)

    def saturation_index(self, phase: str, occurrence: int = -1) -> float:
        """Return the saturation index of a phase."""
        return self.number(SATURATION, phase, 0, occurrence)

    def phase(self, name: str, column: str = "delta", occurrence: int = -1) -> float:
        """Return a column of the phase assemblage (`ASSEMBLAGE_COLUMNS`)."""
        return self.number(ASSEMBLAGE, name, ASSEMBLAGE_COLUMNS.index(column), occurrence)

    def gas(self, name: str, column: str = "pressure", occurrence: int = -1) -> float:
        """Return a column of a component of the gas phase (`GAS_COLUMNS`)."""
        return self.number(GAS, name, GAS_COLUMNS.index(column), occurrence)
