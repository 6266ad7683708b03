"""Agents in processes of their own: the client in our process, the server in the agent's, and the supervisor."""
