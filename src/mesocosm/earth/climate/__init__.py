"""What climate does to fields of days and years: indices, heat waves, drought, extremes, corrected projections."""
