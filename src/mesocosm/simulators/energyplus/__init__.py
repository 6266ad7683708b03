"""EnergyPlus, the real engine, through the package `pyenergyplus-lbnl` that contains it (Linux on x86_64)."""
