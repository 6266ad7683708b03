"""Published systems as suites: items, world, scores, oracle and card, one folder each."""
