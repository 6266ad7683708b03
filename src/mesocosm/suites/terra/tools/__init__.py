"""What an analyst's agent may call, one module a family."""
