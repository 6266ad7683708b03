"""The live services a tornado day comes from, each a source of its own."""
