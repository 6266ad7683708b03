"""What plans of several question types do with tools; each type's own plan stands in its module."""
