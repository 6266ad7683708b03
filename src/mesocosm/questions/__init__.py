"""What question suites share: forks and the mistakes they stand for, and the letters of options."""
