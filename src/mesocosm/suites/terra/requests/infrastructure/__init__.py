"""Buildings, roads, traffic and what hazards cost."""
