"""Reference agents: they show what a score means. Each module defines `agent(case)`."""
