"""Maps and charts as PNG, in fixed styles: the same numbers give the same bytes."""
