"""Fields, seasons and yields."""
