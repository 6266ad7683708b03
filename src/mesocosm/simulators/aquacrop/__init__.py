"""AquaCrop, FAO's model of crop yield and water: the real engine, through the package `aquacrop` (AquaCrop-OSPy)."""
