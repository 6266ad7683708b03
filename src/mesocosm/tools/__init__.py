"""The tools of agents: a tool is a typed function, and a module holds a family of tools."""
