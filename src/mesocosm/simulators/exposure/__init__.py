"""Buildings of a map as assets: what they are worth, who lives in them, and where."""
