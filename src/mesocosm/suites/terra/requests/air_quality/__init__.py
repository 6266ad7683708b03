"""What people breathe: limits, hours above them, and what cleaner air would spare."""
