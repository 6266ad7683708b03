"""What Inspect finds through our entry point: a task per suite, the scorers, and the reference agents as models."""

from mesocosm.extras import needs

with needs("mesocosm.adapters.inspect", "inspect"):
    from mesocosm.adapters.inspect.provider import reference_agents
    from mesocosm.adapters.inspect.scorers import details, register_short_names, score, success
    from mesocosm.adapters.inspect.tasks import register_tasks

__all__ = ["details", "reference_agents", "score", "success"]

register_tasks()
register_short_names(score, success, details)
