"""What a trajectory shows, read off its steps alone, and what follows from it; the hidden truth has no part in it."""
