"""The air that people breathe: what is emitted, where the wind takes it, how it mixes, falls and is measured.

Masses are whole milligrams held in 64-bit floats, every step of transport moves whole ones, so what is emitted is in
the air, on the ground, converted or beyond the region, to the milligram, on every machine.
"""
