"""Pictures of places by place, time and sensor, under names that reveal nothing."""
