"""An agent acting in a world: the one place tools run, budgets, the loop, the agent's contract."""
