"""Pure functions that score an answer or a trace against a reference."""
