"""What a geochemist's agent may call: the engine, its listing."""
