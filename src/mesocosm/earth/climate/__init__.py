"""Climate analysis of fields of days and years: indices, heat waves, drought, extremes, bias-corrected projections."""
