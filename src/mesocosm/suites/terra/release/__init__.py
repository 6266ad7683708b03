"""Before items are released: made, executed once more, and counted."""
