"""Synthetic convective days: one seed gives an atmosphere, its maps, its soundings, its hazard and its reports."""
