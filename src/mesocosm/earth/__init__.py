"""Earth science without agents: usable as a library of its own."""
