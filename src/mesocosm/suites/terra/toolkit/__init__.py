"""Parts that all tools of the suite share: families, names, errors, engines."""
