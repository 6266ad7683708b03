"""Archives of fields: reanalyses, air quality, forecasts and projections by collection, of a planet or of services."""
