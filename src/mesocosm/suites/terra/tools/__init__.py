"""Tools that an agent may call, one module for each family."""
