"""The live services that worlds of the Earth can be made from, each a source of its own."""
