"""The record of an episode: versioned events, an append-only writer, a tolerant reader, readers of other formats."""
