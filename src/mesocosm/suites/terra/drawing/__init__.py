"""Charts and maps that tools draw."""
