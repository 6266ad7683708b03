"""A small geophysics world: find a dense body in the ground from the pull it adds to gravity."""
