"""What a person at a terminal sees: tables, JSON, groups of verbs."""
