"""The 18 published question types: what is asked of a place, its truth, and the truth by a second way.

A module to each of the six tasks; each type is a `Kind` whose `draw` picks pictures and things of one site. What it
picks must be clear to a person: nothing cut by an edge, no near ties. Words come last, from `wording/*.toml`.
"""
