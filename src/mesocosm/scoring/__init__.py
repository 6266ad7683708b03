"""Pure functions from (item, reference, trace) to numbers."""
