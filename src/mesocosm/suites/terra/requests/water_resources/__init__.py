"""Rain, rivers, droughts and floods."""
