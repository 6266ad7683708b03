"""Road traffic by SUMO, the real engine: networks from maps, trips, closures, delays."""
