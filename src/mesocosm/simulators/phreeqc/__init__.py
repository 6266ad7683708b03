"""PHREEQC 3, the real engine, through the package `phreeqc` (IPhreeqc).

Input that we wrote runs in process (`run`); input from agents or strangers runs in the sandbox (`run_text`,
`run_file`).

    engine      finds the library, runs an input, in the sandbox if need be
    worker      the program in the sandbox; reads the tables of SELECTED_OUTPUT
    reading     reads values from the listing (.pqo), as saturation indices
"""
