"""The question types: what is asked of a place, its truth, and the truth by a second way.

Each type has a module and a TOML in `types/`; the module defines a `Kind` whose `draw` picks pictures and things of one
site. The picks must be clear to a person: no thing cut by an edge, no near ties. The words come last, from the TOML.
Code that several types share is in the modules of this folder.
"""
