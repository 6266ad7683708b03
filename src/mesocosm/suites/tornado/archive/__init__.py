"""Days on disk in the published layout, and the live services that fill it."""
