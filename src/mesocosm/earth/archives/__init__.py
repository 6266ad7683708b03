"""Archives of fields: collections of reanalyses, air quality, forecasts and projections, of a planet or of services."""
