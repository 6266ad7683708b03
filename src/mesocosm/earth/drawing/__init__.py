"""Maps and charts as PNG: fixed styles, the same bytes for the same numbers."""
