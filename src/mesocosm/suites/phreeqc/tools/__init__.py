"""The tools of a geochemist's agent: the engine and its listing."""
