"""Outlooks drawn as polygons: reading them, the truth they are judged by, and TornadoBench."""
