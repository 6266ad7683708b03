"""The air that people breathe: emissions, transport by wind, mixing, deposition and measurement.

Masses are whole milligrams held in 64-bit floats, and every step of transport moves whole milligrams. So each emitted
milligram is accounted for on every machine: it is in the air, deposited, converted or has left the region.
"""
