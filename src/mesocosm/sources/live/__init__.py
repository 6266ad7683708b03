"""Live services that publish forecast runs, outlooks and reports: polite fetching, and days frozen on disk."""
