"""An agent acts in a world: the one place where tools run, budgets, the loop, the contract of an agent."""
