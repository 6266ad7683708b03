"""Statistics over episodes: pure functions; without data the result is NaN with n = 0."""
