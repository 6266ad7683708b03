"""PHREEQC 3, the real engine, through the package `phreeqc` (IPhreeqc).

Input of our own runs in process; input an agent or a stranger wrote runs shut away (`confined`).
"""

from mesocosm.simulators.phreeqc.engine import simulator

__all__ = ["simulator"]
