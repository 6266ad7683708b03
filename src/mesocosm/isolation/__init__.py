"""Running what an agent wrote, shut away: one contract, several isolators, never unprotected."""
