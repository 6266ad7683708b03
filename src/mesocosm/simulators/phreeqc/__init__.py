"""PHREEQC 3, the real engine, through the package `phreeqc` (IPhreeqc).

Input that we wrote runs in process (`run`); input from agents or strangers runs in the sandbox (`run_text`,
`run_file`).
"""
