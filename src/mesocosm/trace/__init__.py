"""Traces of episodes: versioned events, an append-only writer, a tolerant reader, readers of other formats."""
