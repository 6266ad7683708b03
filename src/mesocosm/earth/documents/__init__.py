"""Documents: libraries of them, and where in a text each passage stands."""
