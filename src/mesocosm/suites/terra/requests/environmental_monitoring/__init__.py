"""Land, plants, fires and waters, from above and from samples."""
