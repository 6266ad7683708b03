"""Kinds of requests on recorded data: each module defines one, with its text in the TOML beside it."""
