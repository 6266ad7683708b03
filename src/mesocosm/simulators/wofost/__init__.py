"""WOFOST 7.2, Wageningen's crop model: the real engine, through the package `pcse` (under the EUPL 1.2)."""
