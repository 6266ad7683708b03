"""terra: long chains of tools over gridded data, imagery, maps, engines and documents."""
