"""Translation between a world and the programs that drive agents. Nothing here knows a suite."""
