"""Roads that close, people cut off, and how soon help arrives."""
