"""Requests on recorded data of the Earth, from a pack that lies outside the package: see `docs/terra-real.md`."""
