"""Documents: libraries of them, and the passages of a text with their places."""
