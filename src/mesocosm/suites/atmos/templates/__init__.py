"""Question templates, one module each, named for the physics."""
