"""What terra brings to reports: how runs fail, and how the process goes with the outcome."""
