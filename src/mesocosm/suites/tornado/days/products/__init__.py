"""The published map products of a synthetic day, all from one atmosphere."""
