"""One-dimensional columns: cation exchange and calcite under advection, a tracer front under dispersion.

Every cell is printed after every shift, so the listings are long; the answer stands in one block among hundreds.
"""

from __future__ import annotations

import re

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong


def advected_cell(r: Readings, shift: int, cell: int) -> Readings:
    """The block of one cell after one shift of ADVECTION."""
    return _block(r, f"Beginning of advection time step {shift},", f"Cell {cell}.")


def dispersed_cell(r: Readings, shift: int, cell: int) -> Readings:
    """The block of one cell after one shift of TRANSPORT, at its last mixing."""
    step = f"Transport step {shift:3d}."
    return _block(r, step, f"Using mix {cell}.", f"Using solution {cell}.")


def _block(r: Readings, step: str, *cell: str) -> Readings:
    """The last part of a step that begins with a cell's line, up to the next cell's."""
    text = r.listing.text
    starts = [match.start() for match in re.finditer(f"^{re.escape(step)}", text, re.MULTILINE)]
    if not starts:
        raise KeyError(f"no {step!r} in the listing")
    after = text[starts[-1] + len(step) :]
    family = re.escape(step.rstrip("0123456789 .,"))
    end = re.search(f"^(?:{family}|End of simulation)", after, re.MULTILINE)
    within = after[: end.start()] if end else after
    found = max(within.rfind(f"\n{one}") for one in cell)
    if found < 0:
        raise KeyError(f"no {cell} in {step!r}")
    following = re.search(r"^(?:Cell|Using mix|Using solution) \d+\.", within[found + 2 :], re.MULTILINE)
    return Readings(within[found:])
