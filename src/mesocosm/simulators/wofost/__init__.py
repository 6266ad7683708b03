"""WOFOST 7.2, the crop model of Wageningen, the real engine through the package `pcse` (under the EUPL 1.2)."""
