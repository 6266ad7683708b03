"""Making an item: its execution, the faults in it, and the cache of items."""
