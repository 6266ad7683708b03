"""Plans that several question types share; the plan of a single type is in its module."""
