"""Statistics over episodes: pure functions, no data is NaN with n = 0."""
