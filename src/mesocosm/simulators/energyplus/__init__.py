"""EnergyPlus, the real engine, through the package `pyenergyplus-lbnl` that carries it (Linux on x86_64)."""
