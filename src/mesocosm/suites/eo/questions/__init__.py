"""The question types: what is asked of a place, its truth, and the truth by a second way.

A module and a TOML to each type in `types/`; each is a `Kind` whose `draw` picks pictures and things of one site. What
it picks must be clear to a person: nothing cut by an edge, no near ties. Words come last, from the TOML. What several
types share stands in the modules here.
"""
