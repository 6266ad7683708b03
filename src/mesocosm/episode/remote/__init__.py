"""Agents in processes of their own: the client here, the server there, and what starts, feeds and ends them."""
