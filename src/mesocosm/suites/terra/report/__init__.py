"""What studies of this suite look like."""
