"""PHREEQC 3, the real engine, through the package `phreeqc` (IPhreeqc).

Input that we wrote runs in process; input that an agent or a stranger wrote runs in the sandbox (`confined`).
"""
