"""What an agent can do: one typed function a tool, one family a module."""
