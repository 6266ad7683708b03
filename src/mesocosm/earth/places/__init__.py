"""Places: names, map features, road networks and watersheds."""
