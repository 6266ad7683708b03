"""What people look at: result tables and pages made from logs alone."""
